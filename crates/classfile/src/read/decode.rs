//! One instruction: from its opcode to its family, with constants resolved. Targets remain offsets.

use base::Id;

use super::bytes::Bytes;
use super::pool::Pool;
use crate::codes;
use crate::error::Error;
use crate::instr::{
    At, BinaryOp, Comparison, Condition, Const, Conversion, Element, FieldAccess, Instr, Invocation, Kind,
    Number, Relation, Shuffle, Subroutine, Switch, WhenNan,
};
use crate::types::Type;

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
const NUMBERS: [Number; 4] = [Number::Int, Number::Long, Number::Float, Number::Double];
const ELEMENTS: [Element; 8] = [
    Element::Int,
    Element::Long,
    Element::Float,
    Element::Double,
    Element::Ref,
    Element::Byte,
    Element::Char,
    Element::Short,
];
const SHUFFLES: [Shuffle; 9] = [
    Shuffle::Pop,
    Shuffle::Pop2,
    Shuffle::Dup,
    Shuffle::DupX1,
    Shuffle::DupX2,
    Shuffle::Dup2,
    Shuffle::Dup2X1,
    Shuffle::Dup2X2,
    Shuffle::Swap,
];
const ARITHMETIC: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
const BITWISE: [BinaryOp; 6] =
    [BinaryOp::Shl, BinaryOp::Shr, BinaryOp::Ushr, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
const RELATIONS: [Relation; 6] = [
    Relation::Equal,
    Relation::NotEqual,
    Relation::Less,
    Relation::GreaterOrEqual,
    Relation::Greater,
    Relation::LessOrEqual,
];

/// Reads the next instruction of a body.
pub(super) fn instruction(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instr, Error> {
    let offset = bytes.offset();
    let opcode = bytes.u1()?;
    // The place of an opcode in its family, which begins there.
    let nth = |first: u8| usize::from(opcode - first);
    Ok(match opcode {
        0 => Instr::Nop,
        1..=20 => Instr::Const(constant(opcode, bytes, pool)?),
        21..=25 => Instr::Load(KINDS[nth(21)], u16::from(bytes.u1()?)),
        26..=45 => Instr::Load(KINDS[nth(26) / 4], (nth(26) % 4) as u16),
        46..=53 => Instr::ArrayLoad(ELEMENTS[nth(46)]),
        54..=58 => Instr::Store(KINDS[nth(54)], u16::from(bytes.u1()?)),
        59..=78 => Instr::Store(KINDS[nth(59) / 4], (nth(59) % 4) as u16),
        79..=86 => Instr::ArrayStore(ELEMENTS[nth(79)]),
        87..=95 => Instr::Shuffle(SHUFFLES[nth(87)]),
        96..=115 => Instr::Binary(ARITHMETIC[nth(96) / 4], NUMBERS[nth(96) % 4]),
        116..=119 => Instr::Negate(NUMBERS[nth(116)]),
        120..=131 => Instr::Binary(BITWISE[nth(120) / 2], NUMBERS[nth(120) % 2]),
        132 => Instr::Increment { slot: u16::from(bytes.u1()?), by: i16::from(bytes.i1()?) },
        133..=147 => Instr::Convert(conversion(opcode)),
        148 => Instr::Compare(Comparison::Long),
        149 => Instr::Compare(Comparison::Float(WhenNan::Less)),
        150 => Instr::Compare(Comparison::Float(WhenNan::Greater)),
        151 => Instr::Compare(Comparison::Double(WhenNan::Less)),
        152 => Instr::Compare(Comparison::Double(WhenNan::Greater)),
        153..=158 => branch(Condition::Zero(RELATIONS[nth(153)]), bytes, offset)?,
        159..=164 => branch(Condition::Ints(RELATIONS[nth(159)]), bytes, offset)?,
        165 => branch(Condition::Same, bytes, offset)?,
        166 => branch(Condition::Different, bytes, offset)?,
        167 => Instr::Goto(near(bytes, offset)?),
        168 => Instr::Subroutine(Subroutine::Call(near(bytes, offset)?)),
        169 => Instr::Subroutine(Subroutine::Return(u16::from(bytes.u1()?))),
        170 => table_switch(bytes, offset)?,
        171 => lookup_switch(bytes, offset)?,
        172..=176 => Instr::Return(Some(KINDS[nth(172)])),
        177 => Instr::Return(None),
        178..=181 => field(opcode, bytes, pool)?,
        182..=186 => invoke(opcode, bytes, pool)?,
        187 => Instr::New(pool.class(bytes.u2()?)?),
        188 => Instr::NewArray(primitive(bytes)?.array_of()),
        189 => new_array(bytes, pool)?,
        190 => Instr::ArrayLength,
        191 => Instr::Throw,
        192 => Instr::CheckCast(pool.class_type(bytes.u2()?)?),
        193 => Instr::InstanceOf(pool.class_type(bytes.u2()?)?),
        194 => Instr::MonitorEnter,
        195 => Instr::MonitorExit,
        196 => wide(bytes)?,
        197 => new_multi_array(bytes, pool)?,
        198 => branch(Condition::Null, bytes, offset)?,
        199 => branch(Condition::NonNull, bytes, offset)?,
        200 => Instr::Goto(far(bytes, offset)?),
        201 => Instr::Subroutine(Subroutine::Call(far(bytes, offset)?)),
        202..=255 => return Err(invalid(format!("there is no instruction {opcode}"))),
    })
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(&codes::INVALID_CODE, message)
}

fn constant(opcode: u8, bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Const, Error> {
    Ok(match opcode {
        1 => Const::Null,
        2..=8 => Const::Int(i32::from(opcode) - 3),
        9 | 10 => Const::Long(i64::from(opcode) - 9),
        11..=13 => Const::Float(f32::from(opcode) - 11.0),
        14 | 15 => Const::Double(f64::from(opcode) - 14.0),
        16 => Const::Int(i32::from(bytes.i1()?)),
        17 => Const::Int(i32::from(bytes.i2()?)),
        18 => loaded(pool.constant(u16::from(bytes.u1()?))?, 1)?,
        19 => loaded(pool.constant(bytes.u2()?)?, 1)?,
        _ => loaded(pool.constant(bytes.u2()?)?, 2)?,
    })
}

/// A constant that takes so many slots.
fn loaded(constant: Const, slots: usize) -> Result<Const, Error> {
    if constant.kind().slots() == slots {
        return Ok(constant);
    }
    Err(invalid(format!("the instruction loads a constant that takes {slots} slots, and this one does not")))
}

fn conversion(opcode: u8) -> Conversion {
    match opcode {
        145 => Conversion::IntToByte,
        146 => Conversion::IntToChar,
        147 => Conversion::IntToShort,
        _ => {
            let (from, other) = (usize::from(opcode - 133) / 3, usize::from(opcode - 133) % 3);
            let to = if other < from { other } else { other + 1 };
            Conversion::Number { from: NUMBERS[from], to: NUMBERS[to] }
        }
    }
}

fn branch(condition: Condition, bytes: &mut Bytes<'_>, offset: u32) -> Result<Instr, Error> {
    Ok(Instr::Branch(condition, near(bytes, offset)?))
}

fn near(bytes: &mut Bytes<'_>, offset: u32) -> Result<At, Error> {
    target(offset, i32::from(bytes.i2()?))
}

fn far(bytes: &mut Bytes<'_>, offset: u32) -> Result<At, Error> {
    target(offset, bytes.i4()?)
}

/// The offset that is so far away.
fn target(offset: u32, distance: i32) -> Result<At, Error> {
    let target = offset.checked_add_signed(distance);
    target.map(|target| At::new(target as usize)).ok_or_else(|| invalid("the target lies before the body"))
}

/// Operands of switches begin at a multiple of four.
fn align(bytes: &mut Bytes<'_>) -> Result<(), Error> {
    let padding = bytes.offset().wrapping_neg() % 4;
    bytes.take(padding as usize).map(|_| ())
}

fn table_switch(bytes: &mut Bytes<'_>, offset: u32) -> Result<Instr, Error> {
    align(bytes)?;
    let default = far(bytes, offset)?;
    let (low, high) = (bytes.i4()?, bytes.i4()?);
    if low > high {
        return Err(invalid(format!("the switch goes from {low} to {high}")));
    }
    let mut cases = Vec::new();
    for value in low..=high {
        cases.push((value, far(bytes, offset)?));
    }
    Ok(Instr::Switch(Box::new(Switch { cases, default })))
}

fn lookup_switch(bytes: &mut Bytes<'_>, offset: u32) -> Result<Instr, Error> {
    align(bytes)?;
    let default = far(bytes, offset)?;
    let mut cases: Vec<(i32, At)> = Vec::new();
    for _ in 0..bytes.i4()? {
        let value = bytes.i4()?;
        if cases.last().is_some_and(|last| last.0 >= value) {
            return Err(invalid(format!(
                "the value {value} of the switch does not come after the one before"
            )));
        }
        cases.push((value, far(bytes, offset)?));
    }
    Ok(Instr::Switch(Box::new(Switch { cases, default })))
}

fn field(opcode: u8, bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instr, Error> {
    let access = match opcode {
        178 => FieldAccess::GetStatic,
        179 => FieldAccess::PutStatic,
        180 => FieldAccess::Get,
        _ => FieldAccess::Put,
    };
    Ok(Instr::Field(access, pool.field(bytes.u2()?)?))
}

fn invoke(opcode: u8, bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instr, Error> {
    let index = bytes.u2()?;
    let invocation = match opcode {
        182 => Invocation::Virtual,
        183 => Invocation::Special,
        184 => Invocation::Static,
        185 => {
            let (_arguments, _zero) = (bytes.u1()?, bytes.u1()?);
            Invocation::Interface
        }
        _ => {
            let _zeros = bytes.u2()?;
            return Ok(Instr::InvokeDynamic(pool.dynamic_call(index)?));
        }
    };
    let method = pool.method(index)?;
    let fits = match invocation {
        Invocation::Virtual => !method.of_interface,
        Invocation::Interface => method.of_interface,
        Invocation::Special | Invocation::Static => true,
    };
    if !fits || (method.is_constructor() && invocation != Invocation::Special) {
        return Err(invalid(format!("the instruction cannot call the method {}{}", method.name, method.ty)));
    }
    Ok(Instr::Invoke(invocation, method))
}

fn primitive(bytes: &mut Bytes<'_>) -> Result<Type, Error> {
    const TYPES: [Type; 8] = [
        Type::Boolean,
        Type::Char,
        Type::Float,
        Type::Double,
        Type::Byte,
        Type::Short,
        Type::Int,
        Type::Long,
    ];
    let code = bytes.u1()?;
    let ty = TYPES.get(usize::from(code).wrapping_sub(4)).cloned();
    ty.ok_or_else(|| invalid(format!("there is no type {code} of array elements")))
}

fn new_array(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instr, Error> {
    let element = pool.class_type(bytes.u2()?)?;
    match element.dimensions() < Type::MAX_DIMENSIONS {
        true => Ok(Instr::NewArray(element.array_of())),
        false => Err(invalid("the array has too many dimensions")),
    }
}

fn new_multi_array(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Instr, Error> {
    let ty = pool.class_type(bytes.u2()?)?;
    let dimensions = bytes.u1()?;
    match (1..=ty.dimensions()).contains(&usize::from(dimensions)) {
        true => Ok(Instr::NewMultiArray(ty, dimensions)),
        false => Err(invalid(format!("{} has no {dimensions} dimensions", ty.java()))),
    }
}

/// An instruction about a slot with a number of 16 bits.
fn wide(bytes: &mut Bytes<'_>) -> Result<Instr, Error> {
    let opcode = bytes.u1()?;
    let slot = bytes.u2()?;
    Ok(match opcode {
        21..=25 => Instr::Load(KINDS[usize::from(opcode - 21)], slot),
        54..=58 => Instr::Store(KINDS[usize::from(opcode - 54)], slot),
        132 => Instr::Increment { slot, by: bytes.i2()? },
        169 => Instr::Subroutine(Subroutine::Return(slot)),
        _ => return Err(invalid(format!("the instruction {opcode} cannot be wide"))),
    })
}
