//! Random expressions of Java, of every primitive type and of strings, boxes and arrays.
//!
//! They may throw: a division by zero, an index outside, null unboxed, a failed cast. Floating point is printed by its
//! bits, as versions of the JDK differ in the digits.

use crate::rng::Rng;

/// Types of variables and expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Int,
    Long,
    Byte,
    Short,
    Char,
    Float,
    Double,
    Boolean,
    Text,
    Box,
    Ints,
    Shape,
}

use Type::*;

impl Type {
    pub(super) const ALL: [Type; 12] =
        [Int, Long, Byte, Short, Char, Float, Double, Boolean, Text, Box, Ints, Shape];

    pub(super) fn name(self) -> &'static str {
        match self {
            Int => "int",
            Long => "long",
            Byte => "byte",
            Short => "short",
            Char => "char",
            Float => "float",
            Double => "double",
            Boolean => "boolean",
            Text => "String",
            Box => "Integer",
            Ints => "int[]",
            Shape => "Shape",
        }
    }

    /// What is printed of an expression of this type.
    pub(super) fn shown(self, expression: &str) -> String {
        match self {
            Float => format!("Float.floatToIntBits({expression})"),
            Double => format!("Double.doubleToLongBits({expression})"),
            Ints => format!("java.util.Arrays.toString({expression})"),
            Int | Long | Byte | Short | Char | Boolean | Text | Box | Shape => expression.to_owned(),
        }
    }
}

const NUMERIC: [Type; 7] = [Int, Long, Byte, Short, Char, Float, Double];

/// A variable that an expression may read.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Not a counter of a loop.
    pub(super) may_change: bool,
    /// A lambda may read it.
    pub(super) is_final: bool,
}

/// A method that an expression may call.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub(super) name: String,
    pub(super) params: Vec<Type>,
    pub(super) result: Type,
}

/// What expressions are made of at one place.
pub(super) struct Scope<'a> {
    pub(super) variables: &'a [Variable],
    pub(super) methods: &'a [Method],
}

impl Scope<'_> {
    fn variable(&self, rng: &mut Rng, ty: Type) -> Option<String> {
        let fitting: Vec<&Variable> = self.variables.iter().filter(|variable| variable.ty == ty).collect();
        rng.try_pick(&fitting).map(|variable| variable.name.clone())
    }

    pub(super) fn expression(&self, rng: &mut Rng, ty: Type, depth: usize) -> String {
        if depth == 0 || rng.chance(15) {
            return self.variable(rng, ty).filter(|_| rng.chance(70)).unwrap_or_else(|| literal(rng, ty));
        }
        if rng.chance(8) {
            let condition = self.expression(rng, Boolean, depth - 1);
            let (yes, no) = (self.expression(rng, ty, depth - 1), self.expression(rng, ty, depth - 1));
            return format!("({condition} ? {yes} : {no})");
        }
        if let Some(call) = self.call(rng, ty, depth).filter(|_| rng.chance(15)) {
            return call;
        }
        let part = |rng: &mut Rng, ty| self.expression(rng, ty, depth - 1);
        match ty {
            Int => self.int(rng, depth),
            Long => match rng.below(4) {
                0 => format!("({} {} {})", part(rng, Long), shift(rng), part(rng, Int)),
                1 => format!("(long) {}", cast_operand(&self.one_of(rng, &NUMERIC, depth))),
                _ => format!(
                    "({} {} {})",
                    part(rng, Long),
                    integer_operator(rng),
                    self.one_of(rng, &[Long, Int], depth)
                ),
            },
            Byte | Short | Char => {
                format!("({}) {}", ty.name(), cast_operand(&self.one_of(rng, &NUMERIC, depth)))
            }
            Float => match rng.below(3) {
                0 => format!("(float) {}", cast_operand(&self.one_of(rng, &NUMERIC, depth))),
                _ => format!(
                    "({} {} {})",
                    part(rng, Float),
                    arithmetic(rng),
                    self.one_of(rng, &[Float, Int, Long], depth)
                ),
            },
            Double => match rng.below(3) {
                0 => format!("(double) {}", cast_operand(&self.one_of(rng, &NUMERIC, depth))),
                _ => format!(
                    "({} {} {})",
                    part(rng, Double),
                    arithmetic(rng),
                    self.one_of(rng, &[Double, Float, Int], depth)
                ),
            },
            Boolean => self.condition(rng, depth),
            Text => self.text(rng, depth),
            Box => match rng.below(4) {
                0 => "((Integer) null)".to_owned(),
                1 => format!("box({})", part(rng, Int)),
                _ => format!("Integer.valueOf({})", part(rng, Int)),
            },
            Ints => match rng.below(3) {
                0 => format!("new int[{} % 5]", cast_operand(&part(rng, Int))),
                1 => format!("{}.clone()", cast_operand(&part(rng, Ints))),
                _ => format!("new int[] {{{}, {}}}", part(rng, Int), part(rng, Int)),
            },
            Shape => match rng.below(6) {
                0 => "((Shape) null)".to_owned(),
                1 => format!("new Square({})", part(rng, Int)),
                2 => format!("new Cube({})", part(rng, Int)),
                3 => format!("Kind.values()[{} & 1]", cast_operand(&part(rng, Int))),
                4 => format!("Registry{}.get({})", rng.below(3), part(rng, Int)),
                _ => self.lambda(rng, depth),
            },
        }
    }

    /// Of one of these types, and one level less deep.
    fn one_of(&self, rng: &mut Rng, types: &[Type], depth: usize) -> String {
        let ty = *rng.pick(types);
        self.expression(rng, ty, depth - 1)
    }

    fn call(&self, rng: &mut Rng, ty: Type, depth: usize) -> Option<String> {
        let fitting: Vec<&Method> = self.methods.iter().filter(|method| method.result == ty).collect();
        let method = rng.try_pick(&fitting)?;
        let arguments = method.params.iter().map(|&param| self.expression(rng, param, depth - 1));
        Some(format!("{}({})", method.name, arguments.collect::<Vec<_>>().join(", ")))
    }

    fn int(&self, rng: &mut Rng, depth: usize) -> String {
        let part = |rng: &mut Rng, ty| self.expression(rng, ty, depth - 1);
        match rng.below(16) {
            0 => format!("({} {} {})", part(rng, Int), shift(rng), self.one_of(rng, &[Int, Long], depth)),
            1 => format!("(int) {}", cast_operand(&self.one_of(rng, &NUMERIC, depth))),
            2 => format!("{}.length()", cast_operand(&part(rng, Text))),
            3 => format!("{}.length", cast_operand(&part(rng, Ints))),
            4 => format!("{}[{} & 3]", cast_operand(&part(rng, Ints)), cast_operand(&part(rng, Int))),
            5 => format!("{}.size({})", cast_operand(&part(rng, Shape)), part(rng, Int)),
            6 => format!("(int) {}", cast_operand(&part(rng, Box))),
            7 => format!("{}.hashCode()", cast_operand(&part(rng, Text))),
            8 => format!("((Square) (Shape) {}).side", cast_operand(&part(rng, Shape))),
            9 => format!("Registry{}.count", rng.below(3)),
            10 => format!("-{}", cast_operand(&self.one_of(rng, &[Int, Byte, Char], depth))),
            11 => format!("~{}", cast_operand(&self.one_of(rng, &[Int, Short], depth))),
            _ => {
                let (left, right) = (*rng.pick(&[Int, Int, Byte, Char]), *rng.pick(&[Int, Int, Short]));
                format!("({} {} {})", part(rng, left), integer_operator(rng), part(rng, right))
            }
        }
    }

    fn condition(&self, rng: &mut Rng, depth: usize) -> String {
        let part = |rng: &mut Rng, ty| self.expression(rng, ty, depth - 1);
        match rng.below(8) {
            0 => format!("!{}", cast_operand(&part(rng, Boolean))),
            1 => format!(
                "({} {} {})",
                part(rng, Boolean),
                rng.pick(&["&&", "||", "&", "|", "^", "=="]),
                part(rng, Boolean)
            ),
            2 => format!("{}.equals({})", cast_operand(&part(rng, Text)), part(rng, Text)),
            3 => format!(
                "((Shape) ({}) instanceof {})",
                part(rng, Shape),
                rng.pick(&["Square", "Cube", "Kind", "Runnable"])
            ),
            4 => format!("({} == {})", part(rng, Box), part(rng, Box)),
            _ => {
                let types = [Int, Long, Char, Double, Float, Short];
                let (left, right) = (*rng.pick(&types), *rng.pick(&types));
                format!(
                    "({} {} {})",
                    part(rng, left),
                    rng.pick(&["<", "<=", ">", ">=", "==", "!="]),
                    part(rng, right)
                )
            }
        }
    }

    fn text(&self, rng: &mut Rng, depth: usize) -> String {
        let part = |rng: &mut Rng, ty| self.expression(rng, ty, depth - 1);
        match rng.below(5) {
            0 => format!("{}.substring({})", cast_operand(&part(rng, Text)), part(rng, Int)),
            1 => format!("String.valueOf({})", self.one_of(rng, &[Int, Boolean, Char, Long], depth)),
            2 => format!("{}.name()", cast_operand(&part(rng, Shape))),
            _ => {
                let types = [Int, Text, Boolean, Char, Long, Box, Byte];
                let (left, right) = (self.one_of(rng, &types, depth), self.one_of(rng, &types, depth));
                format!("({left} + \"{}\" + {right})", rng.pick(&["", "-", "x"]))
            }
        }
    }

    /// It captures what is final, and calls nothing.
    fn lambda(&self, rng: &mut Rng, depth: usize) -> String {
        let variables: Vec<Variable> =
            self.variables.iter().filter(|variable| variable.is_final).cloned().collect();
        let mut variables: Vec<Variable> =
            variables.into_iter().filter(|variable| variable.ty != Shape).collect();
        let name = format!("x{}", variables.len());
        variables.push(Variable { name: name.clone(), ty: Int, may_change: false, is_final: true });
        let scope = Scope { variables: &variables, methods: &[] };
        format!("((Shape) ({name} -> {}))", scope.expression(rng, Int, depth.min(3) - 1))
    }
}

/// What a cast or a selection can be applied to.
fn cast_operand(expression: &str) -> String {
    format!("({expression})")
}

fn shift(rng: &mut Rng) -> &'static str {
    rng.pick::<&str>(&["<<", ">>", ">>>"])
}

fn arithmetic(rng: &mut Rng) -> &'static str {
    rng.pick::<&str>(&["+", "-", "*", "/", "%"])
}

fn integer_operator(rng: &mut Rng) -> &'static str {
    rng.pick::<&str>(&["+", "-", "*", "/", "%", "&", "|", "^", "+", "-", "*"])
}

fn literal(rng: &mut Rng, ty: Type) -> String {
    let small = rng.below(7) as i64 - 2;
    match ty {
        Int => match rng.below(5) {
            0 => rng
                .pick(&["Integer.MAX_VALUE", "Integer.MIN_VALUE", "65536", "0x7fff8000", "-129"])
                .to_string(),
            _ => format!("({small})"),
        },
        Long => match rng.below(4) {
            0 => rng.pick(&["Long.MAX_VALUE", "Long.MIN_VALUE", "4294967296L", "-2147483649L"]).to_string(),
            _ => format!("({small}L)"),
        },
        Byte | Short => format!("(({}) {})", ty.name(), rng.pick(&["127", "-128", "3", "0", "255"])),
        Char => rng.pick(&["'a'", "'Z'", "'\\uffff'", "'0'", "'\\0'"]).to_string(),
        Float => rng.pick(&["0f", "1.5f", "-2.25f", "1e30f", "0.1f", "3e-40f"]).to_string(),
        Double => rng.pick(&["0.0", "1.5", "-0.0", "1e300", "0.1", "-7.75", "1e10", "5e-324"]).to_string(),
        Boolean => rng.pick(&["true", "false"]).to_string(),
        Text => rng.pick(&["\"\"", "\"a\"", "\"Aa\"", "\"BB\"", "\"hello\"", "\"zz\""]).to_string(),
        Box => format!("Integer.valueOf({})", rng.pick(&["1", "127", "128", "-128"])),
        Ints => rng.pick(&["new int[4]", "new int[] {1, 2, 3}", "new int[0]"]).to_string(),
        Shape => rng.pick(&["new Square(2)", "new Cube(1)", "Kind.FLAT", "Kind.ROUND"]).to_string(),
    }
}
