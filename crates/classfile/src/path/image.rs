//! The runtime image of a JDK: the file `lib/modules` in the format *jimage* 1.0.
//!
//! It begins with a header, an index and all names; the index is a perfect hash table. An entry is a *location*: a
//! list of attributes, of which module, parent, base name and extension are offsets of names, and three numbers say
//! where its contents are. `/packages/java.lang` lists the modules that have the package; `/java.base/java/lang/Object`
//! is a class. The index is read whole, contents one by one.

use std::cell::RefCell;
use std::collections::HashMap;

use base::Files;

use super::MAX_CLASS_BYTES;
use crate::codes;
use crate::error::Error;
use crate::names::Name;

const HEADER_BYTES: usize = 28;

/// An index is larger than that only if its header is wrong.
const MAX_INDEX_BYTES: usize = 256 << 20;

/// What the hash of a name begins with, and is multiplied by.
const HASH_SEED: u32 = 0x0100_0193;

pub(super) struct Image {
    file: String,
    big_endian: bool,
    /// For each hash value: the place of an entry, or a seed to hash once more.
    redirect: Vec<u32>,
    /// Where the location of each entry begins.
    offsets: Vec<u32>,
    locations: Vec<u8>,
    names: Vec<u8>,
    /// Where contents begin in the file.
    contents: u64,
    /// The module of each package that was asked for.
    modules: RefCell<HashMap<String, Option<String>>>,
}

/// An entry; names are offsets.
#[derive(Default)]
struct Location {
    /// By the kinds of the format: end, module, parent, base, extension, offset, compressed size, size.
    attributes: [u64; 8],
}

impl Location {
    fn module(&self) -> u64 {
        self.attributes[1]
    }

    fn parent(&self) -> u64 {
        self.attributes[2]
    }

    fn base(&self) -> u64 {
        self.attributes[3]
    }

    fn extension(&self) -> u64 {
        self.attributes[4]
    }

    fn offset(&self) -> u64 {
        self.attributes[5]
    }

    fn compressed(&self) -> u64 {
        self.attributes[6]
    }

    fn size(&self) -> u64 {
        self.attributes[7]
    }
}

impl Image {
    pub(super) fn open(files: &mut dyn Files, file: &str) -> Result<Self, Error> {
        let header = files.part(file, 0, HEADER_BYTES)?;
        let big_endian = header.first() == Some(&0xca);
        let numbers = numbers(&header, big_endian);
        let &[_magic, version, _flags, _entries, table, locations, names] = &numbers[..] else {
            return Err(broken(file, "its header ends too early"));
        };
        if version != 0x0001_0000 {
            let (major, minor) = (version >> 16, version & 0xffff);
            return Err(broken(file, &format!("its format has version {major}.{minor}, known is 1.0")));
        }
        let [table, locations, names] = [table, locations, names].map(|len| len as usize);
        let len = table.saturating_mul(8).saturating_add(locations).saturating_add(names);
        if table == 0 || len > MAX_INDEX_BYTES {
            return Err(broken(file, "its header claims sizes that no index has"));
        }
        let index = files.part(file, HEADER_BYTES as u64, len)?;
        if index.len() < len {
            return Err(broken(file, "its index ends too early"));
        }
        let (redirect, rest) = index.split_at(4 * table);
        let (offsets, rest) = rest.split_at(4 * table);
        let (locations, names) = rest.split_at(locations);
        Ok(Self {
            file: file.to_owned(),
            big_endian,
            redirect: self::numbers(redirect, big_endian),
            offsets: self::numbers(offsets, big_endian),
            locations: locations.to_vec(),
            names: names.to_vec(),
            contents: (HEADER_BYTES + len) as u64,
            modules: RefCell::default(),
        })
    }

    pub(super) fn find(&self, files: &mut dyn Files, class: &str) -> Result<Option<Vec<u8>>, Error> {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let Some(module) = self.module(files, package)? else { return Ok(None) };
        match self.location(&format!("/{module}/{class}.class")) {
            Some(location) => self.content(files, &location).map(Some),
            None => Ok(None),
        }
    }

    /// The module that has the classes of a package.
    fn module(&self, files: &mut dyn Files, package: &str) -> Result<Option<String>, Error> {
        if let Some(known) = self.modules.borrow().get(package) {
            return Ok(known.clone());
        }
        let module = self.find_module(files, package)?;
        self.modules.borrow_mut().insert(package.to_owned(), module.clone());
        Ok(module)
    }

    fn find_module(&self, files: &mut dyn Files, package: &str) -> Result<Option<String>, Error> {
        let name = format!("/packages/{}", package.replace('/', "."));
        let Some(location) = self.location(&name) else { return Ok(None) };
        let pairs = numbers(&self.content(files, &location)?, self.big_endian);
        // Each pair says whether the module has no classes in the package, and the name of the module.
        let full = pairs.chunks_exact(2).find(|pair| pair[0] == 0);
        Ok(full.and_then(|pair| self.name(u64::from(pair[1]))).map(str::to_owned))
    }

    fn content(&self, files: &mut dyn Files, location: &Location) -> Result<Vec<u8>, Error> {
        if location.compressed() != 0 {
            return Err(broken(&self.file, "its classes are compressed")
                .help("give the JDK that the image was made from"));
        }
        let size = usize::try_from(location.size()).ok().filter(|&size| size <= MAX_CLASS_BYTES);
        let size = size.ok_or_else(|| broken(&self.file, "an entry is too large"))?;
        let bytes = files.part(&self.file, self.contents.saturating_add(location.offset()), size)?;
        if bytes.len() == size { Ok(bytes) } else { Err(broken(&self.file, "it ends too early")) }
    }

    /// The entry with this name.
    fn location(&self, name: &str) -> Option<Location> {
        let len = self.redirect.len();
        let redirect = self.redirect[hash(HASH_SEED, name) as usize % len];
        let index = match redirect.cast_signed() {
            0 => return None,
            1.. => hash(redirect, name) as usize % len,
            // The complement of a place.
            ..=-1 => !redirect as usize,
        };
        let location = self.location_at(*self.offsets.get(index)?)?;
        (self.path(&location)? == name).then_some(location)
    }

    fn location_at(&self, offset: u32) -> Option<Location> {
        let mut rest = self.locations.get(offset as usize..)?;
        let mut location = Location::default();
        while let Some((&head, after)) = rest.split_first().filter(|(head, _)| **head >> 3 != 0) {
            let (value, after) = after.split_at_checked(usize::from(head & 7) + 1)?;
            let value = value.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            *location.attributes.get_mut(usize::from(head >> 3))? = value;
            rest = after;
        }
        Some(location)
    }

    /// The name at an offset: up to a zero.
    fn name(&self, offset: u64) -> Option<&str> {
        let rest = self.names.get(usize::try_from(offset).ok()?..)?;
        let end = rest.iter().position(|&byte| byte == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }

    /// The whole name of an entry: `/module/parent/base.extension`.
    fn path(&self, location: &Location) -> Option<String> {
        let (module, parent) = (self.name(location.module())?, self.name(location.parent())?);
        let (base, extension) = (self.name(location.base())?, self.name(location.extension())?);
        let part = |before: &str, name: &str, after: &str| match name {
            "" => String::new(),
            _ => format!("{before}{name}{after}"),
        };
        let folders = part("/", module, "/") + &part("", parent, "/");
        Some(folders + base + &part(".", extension, ""))
    }

    /// All classes of all modules, sorted.
    pub(super) fn names(&self) -> Vec<Name> {
        let locations = self.offsets.iter().filter_map(|&offset| self.location_at(offset));
        let paths = locations.filter_map(|location| self.path(&location));
        let in_module =
            |path: String| path.strip_prefix('/')?.split_once('/').map(|(_, rest)| rest.to_owned());
        let mut names: Vec<Name> = paths
            .filter_map(in_module)
            .filter_map(|path| super::class_of_path(&path).map(Name::from))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn hash(seed: u32, name: &str) -> u32 {
    name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_SEED) ^ u32::from(byte)) & 0x7fff_ffff
}

/// The numbers that the bytes are in sequence.
fn numbers(bytes: &[u8], big_endian: bool) -> Vec<u32> {
    let number = |bytes: &[u8]| {
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    };
    bytes.chunks_exact(4).map(number).collect()
}

fn broken(file: &str, why: &str) -> Error {
    Error::new(&codes::BROKEN_IMAGE, format!("the runtime image `{file}` cannot be read: {why}"))
}
