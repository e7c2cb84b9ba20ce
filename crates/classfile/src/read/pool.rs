//! The constant pool: what all other parts of a class file refer to by numbers.
//!
//! An entry is looked into when it is asked for, as what it should be. What was made of it is shared.

use std::sync::Arc;

use base::Id;

use super::bytes::Bytes;
use super::utf8;
use crate::class::BootstrapId;
use crate::codes;
use crate::error::{Error, Offset};
use crate::instr::{
    Const, DynamicCall, DynamicConstant, FieldRef, HandleKind, Kind, Member, MethodHandle, MethodRef,
};
use crate::names::{JavaString, Name};
use crate::types::{MethodType, Type, is_class_name};

/// The number of an entry; 0 is none.
pub(crate) type Index = u16;

#[derive(Clone, Copy)]
enum Entry<'a> {
    Utf8(&'a [u8]),
    Int(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class(Index),
    String(Index),
    /// Class, name and type.
    Field(Index, Index),
    Method {
        owner: Index,
        name_type: Index,
        of_interface: bool,
    },
    NameType(Index, Index),
    MethodHandle(u8, Index),
    MethodType(Index),
    Dynamic(u16, Index),
    InvokeDynamic(u16, Index),
    /// Of a module's declaration.
    Module,
    /// What no entry has: number 0, and the number after a long or a double.
    Missing,
}

pub(crate) struct Pool<'a> {
    /// Each with its offset in the file.
    entries: Vec<(Entry<'a>, u32)>,
    names: Made<Name>,
    types: Made<Type>,
    fields: Made<Arc<FieldRef>>,
    methods: Made<Arc<MethodRef>>,
    /// One more than the highest number of a bootstrap method that was asked for.
    bootstraps: usize,
}

/// What was made of entries already.
struct Made<T>(Vec<Option<T>>);

impl<T: Clone> Made<T> {
    fn new(entries: usize) -> Self {
        Self(vec![None; entries])
    }

    fn get(&self, index: Index) -> Option<T> {
        self.0.get(usize::from(index))?.clone()
    }

    fn set(&mut self, index: Index, made: &T) {
        if let Some(slot) = self.0.get_mut(usize::from(index)) {
            *slot = Some(made.clone());
        }
    }
}

impl<'a> Pool<'a> {
    pub(crate) fn read(bytes: &mut Bytes<'a>) -> Result<Self, Error> {
        let len = usize::from(bytes.u2()?);
        let mut entries = vec![(Entry::Missing, bytes.offset())];
        while entries.len() < len {
            let offset = bytes.offset();
            let entry = entry(bytes)?;
            entries.push((entry, offset));
            if let Entry::Long(_) | Entry::Double(_) = entry {
                entries.push((Entry::Missing, offset));
            }
        }
        let len = entries.len();
        let (fields, methods) = (Made::new(len), Made::new(len));
        Ok(Self { entries, names: Made::new(len), types: Made::new(len), fields, methods, bootstraps: 0 })
    }

    /// How many bootstrap methods there must be for what was read so far.
    pub(crate) fn bootstraps(&self) -> usize {
        self.bootstraps
    }

    fn entry(&self, index: Index) -> Entry<'a> {
        self.entries.get(usize::from(index)).map_or(Entry::Missing, |entry| entry.0)
    }

    fn wrong(&self, index: Index, wanted: &str) -> Error {
        let offset = self.entries.get(usize::from(index)).map_or(self.entries[0].1, |entry| entry.1);
        Error::new(&codes::MALFORMED, format!("constant {index} is no {wanted}")).at(Offset::OfFile(offset))
    }

    /// A text that is a name or a descriptor.
    pub(crate) fn text(&mut self, index: Index) -> Result<Name, Error> {
        if let Some(name) = self.names.get(index) {
            return Ok(name);
        }
        let Entry::Utf8(bytes) = self.entry(index) else { return Err(self.wrong(index, "text")) };
        let name = well_formed(bytes).ok_or_else(|| self.wrong(index, "text in Unicode"))?;
        self.names.set(index, &name);
        Ok(name)
    }

    /// A text that need not be well formed in Unicode.
    fn string(&self, index: Index) -> Result<JavaString, Error> {
        let units = match self.entry(index) {
            Entry::Utf8(bytes) => utf8::decode(bytes),
            _ => None,
        };
        units.map(JavaString::new).ok_or_else(|| self.wrong(index, "text"))
    }

    /// The name of a field, a local variable or the like.
    pub(crate) fn name(&mut self, index: Index) -> Result<Name, Error> {
        let name = self.text(index)?;
        let good = !name.is_empty() && !name.contains(['.', ';', '[', '/']);
        if good { Ok(name) } else { Err(self.wrong(index, "name")) }
    }

    pub(crate) fn method_name(&mut self, index: Index) -> Result<Name, Error> {
        let name = self.name(index)?;
        let good = ["<init>", "<clinit>"].contains(&&*name) || !name.contains(['<', '>']);
        if good { Ok(name) } else { Err(self.wrong(index, "name of a method")) }
    }

    pub(crate) fn field_type(&mut self, index: Index) -> Result<Type, Error> {
        if let Some(ty) = self.types.get(index) {
            return Ok(ty);
        }
        let text = self.text(index)?;
        let ty = Type::parse(&text).ok_or_else(|| self.wrong(index, "type of a field"))?;
        self.types.set(index, &ty);
        Ok(ty)
    }

    pub(crate) fn method_type(&mut self, index: Index) -> Result<MethodType, Error> {
        let text = self.text(index)?;
        MethodType::parse(&text).ok_or_else(|| self.wrong(index, "type of a method"))
    }

    /// A class or a type of arrays.
    pub(crate) fn class_type(&mut self, index: Index) -> Result<Type, Error> {
        let Entry::Class(text) = self.entry(index) else { return Err(self.wrong(index, "class")) };
        if let Some(b'[') = self.raw(text).first() {
            return self.field_type(text);
        }
        self.class(index).map(Type::Class)
    }

    fn raw(&self, index: Index) -> &'a [u8] {
        match self.entry(index) {
            Entry::Utf8(bytes) => bytes,
            _ => &[],
        }
    }

    /// The name of a class that is no array.
    pub(crate) fn class(&mut self, index: Index) -> Result<Name, Error> {
        let Entry::Class(text) = self.entry(index) else { return Err(self.wrong(index, "class")) };
        let name = self.text(text)?;
        if is_class_name(&name) { Ok(name) } else { Err(self.wrong(index, "name of a class")) }
    }

    /// The same; nothing for number 0.
    pub(crate) fn optional_class(&mut self, index: Index) -> Result<Option<Name>, Error> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    /// A name and the number of its type.
    fn name_type(&mut self, index: Index) -> Result<(Index, Index), Error> {
        match self.entry(index) {
            Entry::NameType(name, ty) => Ok((name, ty)),
            _ => Err(self.wrong(index, "name with a type")),
        }
    }

    pub(crate) fn method_name_type(&mut self, index: Index) -> Result<(Name, MethodType), Error> {
        let (name, ty) = self.name_type(index)?;
        Ok((self.method_name(name)?, self.method_type(ty)?))
    }

    pub(crate) fn field(&mut self, index: Index) -> Result<Arc<FieldRef>, Error> {
        if let Some(field) = self.fields.get(index) {
            return Ok(field);
        }
        let Entry::Field(owner, name_type) = self.entry(index) else {
            return Err(self.wrong(index, "field"));
        };
        let (name, ty) = self.name_type(name_type)?;
        let field = FieldRef { owner: self.class(owner)?, name: self.name(name)?, ty: self.field_type(ty)? };
        let field = Arc::new(field);
        self.fields.set(index, &field);
        Ok(field)
    }

    pub(crate) fn method(&mut self, index: Index) -> Result<Arc<MethodRef>, Error> {
        if let Some(method) = self.methods.get(index) {
            return Ok(method);
        }
        let Entry::Method { owner, name_type, of_interface } = self.entry(index) else {
            return Err(self.wrong(index, "method"));
        };
        let (name, ty) = self.method_name_type(name_type)?;
        let good = match &*name {
            "<clinit>" => false,
            "<init>" => !of_interface && ty.result.is_none(),
            _ => true,
        };
        if !good {
            return Err(self.wrong(index, "method that can be called"));
        }
        let method = MethodRef { owner: self.class_type(owner)?, name, ty, of_interface };
        let method = Arc::new(method);
        self.methods.set(index, &method);
        Ok(method)
    }

    pub(crate) fn method_handle(&mut self, index: Index) -> Result<Arc<MethodHandle>, Error> {
        use HandleKind as K;
        let Entry::MethodHandle(kind, to) = self.entry(index) else {
            return Err(self.wrong(index, "method handle"));
        };
        let kinds = [
            K::GetField,
            K::GetStatic,
            K::PutField,
            K::PutStatic,
            K::InvokeVirtual,
            K::InvokeStatic,
            K::InvokeSpecial,
            K::NewInvokeSpecial,
            K::InvokeInterface,
        ];
        let kind = kinds.get(usize::from(kind).wrapping_sub(1)).copied();
        let kind = kind.ok_or_else(|| self.wrong(index, "method handle of a kind that there is"))?;
        let member = match kind {
            K::GetField | K::GetStatic | K::PutField | K::PutStatic => Member::Field(self.field(to)?),
            _ => Member::Method(self.method(to)?),
        };
        let good = match &member {
            Member::Field(_) => true,
            Member::Method(method) => method.is_constructor() == (kind == K::NewInvokeSpecial),
        };
        if good {
            Ok(Arc::new(MethodHandle { kind, member }))
        } else {
            Err(self.wrong(index, "method handle"))
        }
    }

    fn bootstrap(&mut self, index: u16) -> BootstrapId {
        self.bootstraps = self.bootstraps.max(usize::from(index) + 1);
        BootstrapId::new(usize::from(index))
    }

    pub(crate) fn dynamic_call(&mut self, index: Index) -> Result<Arc<DynamicCall>, Error> {
        let Entry::InvokeDynamic(bootstrap, name_type) = self.entry(index) else {
            return Err(self.wrong(index, "call site"));
        };
        let (name, ty) = self.method_name_type(name_type)?;
        if name.starts_with('<') {
            return Err(self.wrong(index, "call site of a method"));
        }
        Ok(Arc::new(DynamicCall { bootstrap: self.bootstrap(bootstrap), name, ty }))
    }

    /// What is loaded, or given to a bootstrap method.
    pub(crate) fn constant(&mut self, index: Index) -> Result<Const, Error> {
        Ok(match self.entry(index) {
            Entry::Int(value) => Const::Int(value),
            Entry::Long(value) => Const::Long(value),
            Entry::Float(value) => Const::Float(value),
            Entry::Double(value) => Const::Double(value),
            Entry::String(text) => Const::String(self.string(text)?),
            Entry::Class(_) => Const::Class(self.class_type(index)?),
            Entry::MethodType(ty) => Const::MethodType(Arc::new(self.method_type(ty)?)),
            Entry::MethodHandle(..) => Const::MethodHandle(self.method_handle(index)?),
            Entry::Dynamic(bootstrap, name_type) => {
                let (name, ty) = self.name_type(name_type)?;
                let (name, ty) = (self.name(name)?, self.field_type(ty)?);
                Const::Dynamic(Arc::new(DynamicConstant { bootstrap: self.bootstrap(bootstrap), name, ty }))
            }
            _ => return Err(self.wrong(index, "constant that can be loaded")),
        })
    }

    /// The first value of a static field of this type.
    pub(crate) fn initial(&mut self, index: Index, ty: &Type) -> Result<Const, Error> {
        let value = self.constant(index)?;
        let fits = match &value {
            Const::Int(_) => ty.kind() == Kind::Int,
            Const::Long(_) => *ty == Type::Long,
            Const::Float(_) => *ty == Type::Float,
            Const::Double(_) => *ty == Type::Double,
            Const::String(_) => ty.class_name().is_some_and(|name| &**name == "java/lang/String"),
            _ => false,
        };
        if fits { Ok(value) } else { Err(self.wrong(index, "value for its field")) }
    }
}

fn entry<'a>(bytes: &mut Bytes<'a>) -> Result<Entry<'a>, Error> {
    let tag = bytes.u1()?;
    Ok(match tag {
        1 => {
            let len = usize::from(bytes.u2()?);
            Entry::Utf8(bytes.take(len)?.as_slice())
        }
        3 => Entry::Int(bytes.i4()?),
        4 => Entry::Float(f32::from_bits(bytes.u4()?)),
        5 => Entry::Long(bytes.u8()?.cast_signed()),
        6 => Entry::Double(f64::from_bits(bytes.u8()?)),
        7 => Entry::Class(bytes.u2()?),
        8 => Entry::String(bytes.u2()?),
        9 => Entry::Field(bytes.u2()?, bytes.u2()?),
        10 | 11 => Entry::Method { owner: bytes.u2()?, name_type: bytes.u2()?, of_interface: tag == 11 },
        12 => Entry::NameType(bytes.u2()?, bytes.u2()?),
        15 => Entry::MethodHandle(bytes.u1()?, bytes.u2()?),
        16 => Entry::MethodType(bytes.u2()?),
        17 => Entry::Dynamic(bytes.u2()?, bytes.u2()?),
        18 => Entry::InvokeDynamic(bytes.u2()?, bytes.u2()?),
        19 | 20 => bytes.u2().map(|_| Entry::Module)?,
        _ => return Err(bytes.malformed(format!("there is no kind {tag} of constants"))),
    })
}

fn well_formed(bytes: &[u8]) -> Option<Name> {
    let ascii = bytes.iter().all(|byte| (1..=0x7f).contains(byte));
    match ascii {
        true => std::str::from_utf8(bytes).ok().map(Name::from),
        false => String::from_utf16(&utf8::decode(bytes)?).ok().map(Name::from),
    }
}
