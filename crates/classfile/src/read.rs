//! From the bytes of a class file to a [`Class`].
//!
//! Attributes that say nothing about what runs are skipped: annotations, generic signatures, stack maps (types are
//! found again by verification). Two members of one name and type, or a body where none may be, are refused as a Java
//! virtual machine does.

mod bytes;
mod code;
mod decode;
mod pool;
mod utf8;

use std::collections::HashSet;

use bytes::Bytes;
use pool::Pool;

use crate::class::{Bootstrap, Class, EnclosingMethod, Field, Flags, InnerClass, Method, RecordComponent};
use crate::codes;
use crate::error::{Error, Offset};
use crate::names::Name;

/// Java 1.1 to Java 25.
const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;

/// Reads a class file. The error names the class as soon as that is known.
pub fn read(bytes: &[u8]) -> Result<Class, Error> {
    let mut bytes = Bytes::new(bytes);
    let version = header(&mut bytes)?;
    let mut pool = Pool::read(&mut bytes)?;
    let flags = Flags(bytes.u2()?);
    let name = pool.class(bytes.u2()?)?;
    body(&mut bytes, &mut pool, Start { version, flags, name: Name::clone(&name) })
        .map_err(|error| error.in_class(&name))
}

/// What a class file begins with.
struct Start {
    version: u16,
    flags: Flags,
    name: Name,
}

fn header(bytes: &mut Bytes<'_>) -> Result<u16, Error> {
    if bytes.u4()? != 0xcafe_babe {
        return Err(Error::new(&codes::NO_CLASSES, "no class file: it does not begin with ca fe ba be"));
    }
    let _minor = bytes.u2()?;
    let version = bytes.u2()?;
    if VERSIONS.contains(&version) {
        return Ok(version);
    }
    let (oldest, newest) = (VERSIONS.start(), VERSIONS.end());
    let java = version.checked_sub(44).map(|java| format!(" (Java {java})")).unwrap_or_default();
    let message = format!("the class file has version {version}{java}, known are {oldest} to {newest}");
    Err(Error::unsupported(&codes::VERSION, message).help("compile it with `javac --release 25`, or less"))
}

fn body(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>, start: Start) -> Result<Class, Error> {
    let Start { version, flags, name } = start;
    let superclass = pool.optional_class(bytes.u2()?)?;
    let rootless = flags.is_module() || &*name == "java/lang/Object";
    if superclass.is_none() != rootless {
        return Err(bytes.malformed("a class other than java.lang.Object has a superclass"));
    }
    let interfaces = bytes.list(|bytes| pool.class(bytes.u2()?))?;
    let fields = bytes.list(|bytes| field(bytes, pool))?;
    let methods = bytes.list(|bytes| method(bytes, pool))?;
    let mut class = Class {
        name,
        version,
        flags,
        superclass,
        interfaces,
        fields,
        methods,
        bootstraps: Default::default(),
        source_file: None,
        inner_classes: Vec::new(),
        enclosing_method: None,
        nest_host: None,
        nest_members: Vec::new(),
        record: None,
        permitted: None,
    };
    attributes(bytes, pool, |name, bytes, pool| class_attribute(&mut class, name, bytes, pool))?;
    bytes.end()?;
    unique(&class)?;
    if class.bootstraps.len() < pool.bootstraps() {
        let message = format!("there is no bootstrap method {}", pool.bootstraps() - 1);
        return Err(Error::new(&codes::MALFORMED, message));
    }
    Ok(class)
}

/// Calls a function with each attribute, its name and contents.
fn attributes<'p>(
    bytes: &mut Bytes<'_>,
    pool: &mut Pool<'p>,
    mut each: impl FnMut(&str, &mut Bytes<'_>, &mut Pool<'p>) -> Result<(), Error>,
) -> Result<(), Error> {
    for _ in 0..bytes.u2()? {
        let name = pool.text(bytes.u2()?)?;
        let len = bytes.u4()? as usize;
        each(&name, &mut bytes.take(len)?, pool)?;
    }
    Ok(())
}

fn field(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Field, Error> {
    let flags = Flags(bytes.u2()?);
    let (name, ty) = (pool.name(bytes.u2()?)?, pool.field_type(bytes.u2()?)?);
    let mut constant = None;
    attributes(bytes, pool, |attribute, bytes, pool| {
        if attribute == "ConstantValue" && flags.is_static() {
            constant = Some(pool.initial(bytes.u2()?, &ty)?);
            bytes.end()?;
        }
        Ok(())
    })?;
    Ok(Field { name, ty, flags, constant })
}

fn method(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Method, Error> {
    let place = bytes.offset();
    let flags = Flags(bytes.u2()?);
    let (name, ty) = (pool.method_name(bytes.u2()?)?, pool.method_type(bytes.u2()?)?);
    let shown = format!("{name}{ty}");
    let mut method = Method { name, ty, flags, code: None, exceptions: Vec::new() };
    let read = attributes(bytes, pool, |attribute, bytes, pool| {
        method_attribute(&mut method, attribute, bytes, pool)
    });
    read.and_then(|()| check_method(&method).map_err(|error| error.at(Offset::OfFile(place))))
        .map_err(|error| error.in_method(shown))?;
    Ok(method)
}

fn method_attribute(
    method: &mut Method,
    attribute: &str,
    bytes: &mut Bytes<'_>,
    pool: &mut Pool<'_>,
) -> Result<(), Error> {
    match attribute {
        "Code" if method.code.is_some() => Err(bytes.malformed("a second body")),
        "Code" => {
            method.code = Some(code::read(bytes, pool)?);
            bytes.end()
        }
        "Exceptions" => {
            method.exceptions = bytes.list(|bytes| pool.class(bytes.u2()?))?;
            bytes.end()
        }
        _ => Ok(()),
    }
}

/// What does not depend on instructions.
fn check_method(method: &Method) -> Result<(), Error> {
    let Method { name: _, ty, flags, code, exceptions: _ } = method;
    let receiver = usize::from(!flags.is_static());
    let problem = match code {
        None if !flags.is_abstract() && !flags.is_native() => "the method has no body",
        Some(_) if flags.is_abstract() || flags.is_native() => "an abstract or native method has a body",
        Some(code) if usize::from(code.max_locals) < ty.slots() + receiver => "the parameters have no slots",
        _ if ty.slots() + receiver > 255 => "the method has too many parameters",
        _ if method.is_constructor() && (flags.is_static() || ty.result.is_some()) => {
            "a constructor is static or has a result"
        }
        None | Some(_) => return Ok(()),
    };
    Err(Error::new(&codes::MALFORMED, problem))
}

fn class_attribute(
    class: &mut Class,
    name: &str,
    bytes: &mut Bytes<'_>,
    pool: &mut Pool<'_>,
) -> Result<(), Error> {
    match name {
        "SourceFile" => class.source_file = Some(pool.text(bytes.u2()?)?),
        "BootstrapMethods" => class.bootstraps = bytes.list(|bytes| bootstrap(bytes, pool))?.into(),
        "InnerClasses" => class.inner_classes = bytes.list(|bytes| inner_class(bytes, pool))?,
        "EnclosingMethod" => class.enclosing_method = Some(enclosing_method(bytes, pool)?),
        "NestHost" => class.nest_host = Some(pool.class(bytes.u2()?)?),
        "NestMembers" => class.nest_members = bytes.list(|bytes| pool.class(bytes.u2()?))?,
        "PermittedSubclasses" => class.permitted = Some(bytes.list(|bytes| pool.class(bytes.u2()?))?),
        "Record" => class.record = Some(bytes.list(|bytes| record_component(bytes, pool))?),
        _ => return Ok(()),
    }
    bytes.end()
}

fn bootstrap(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<Bootstrap, Error> {
    let method = pool.method_handle(bytes.u2()?)?;
    Ok(Bootstrap { method, arguments: bytes.list(|bytes| pool.constant(bytes.u2()?))? })
}

fn inner_class(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<InnerClass, Error> {
    let class = pool.class(bytes.u2()?)?;
    let outer = pool.optional_class(bytes.u2()?)?;
    let simple_name = match bytes.u2()? {
        0 => None,
        index => Some(pool.text(index)?),
    };
    Ok(InnerClass { class, outer, simple_name, flags: Flags(bytes.u2()?) })
}

fn enclosing_method(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<EnclosingMethod, Error> {
    let class = pool.class(bytes.u2()?)?;
    let method = match bytes.u2()? {
        0 => None,
        index => Some(pool.method_name_type(index)?),
    };
    Ok(EnclosingMethod { class, method })
}

fn record_component(bytes: &mut Bytes<'_>, pool: &mut Pool<'_>) -> Result<RecordComponent, Error> {
    let (name, ty) = (pool.name(bytes.u2()?)?, pool.field_type(bytes.u2()?)?);
    attributes(bytes, pool, |_, _, _| Ok(()))?;
    Ok(RecordComponent { name, ty })
}

/// No two fields or methods have one name and type.
fn unique(class: &Class) -> Result<(), Error> {
    let mut fields = HashSet::new();
    let mut methods = HashSet::new();
    let field = class.fields.iter().find(|field| !fields.insert((&field.name, &field.ty)));
    let method = class.methods.iter().find(|method| !methods.insert((&method.name, &method.ty)));
    let twice = field.map(|field| format!("the field {}", field.name));
    match twice.or_else(|| method.map(|method| format!("the method {}{}", method.name, method.ty))) {
        Some(twice) => Err(Error::new(&codes::MALFORMED, format!("{twice} is declared twice"))),
        None => Ok(()),
    }
}
