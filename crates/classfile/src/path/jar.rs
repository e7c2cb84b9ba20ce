//! A jar: class files in an archive.
//!
//! What is below `META-INF` is no class by its name: those of other versions of Java are left out, so that classes are
//! those of the oldest. Jars in a jar are not opened. Sizes that an entry claims are not believed: what is unpacked is
//! bounded for an entry and for the jar, whose entries may share their bytes.

use std::cell::Cell;
use std::collections::BTreeMap;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive, ZipSliceEntry};

use super::{MAX_CLASS_BYTES, class_of_path};
use crate::codes;
use crate::error::Error;
use crate::names::Name;

/// How many entries are looked at.
const MAX_ENTRIES: usize = 1 << 20;

/// How much is unpacked from one jar.
const MAX_TOTAL_BYTES: u64 = 1 << 30;

pub(super) struct Jar {
    file: String,
    archive: ZipSliceArchive<Vec<u8>>,
    classes: BTreeMap<Name, Entry>,
    /// How many bytes were unpacked.
    unpacked: Cell<u64>,
}

struct Entry {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

impl Jar {
    pub(super) fn open(bytes: Vec<u8>, file: &str) -> Result<Self, Error> {
        let broken = |error: rawzip::Error| broken(file, &error.to_string());
        let archive = ZipArchive::from_slice(bytes).map_err(broken)?;
        let mut classes = BTreeMap::new();
        let mut entries = archive.entries();
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(broken)? {
            count += 1;
            if count > MAX_ENTRIES {
                return Err(too_large(file, &format!("it has more than {MAX_ENTRIES} entries")));
            }
            let path = entry.file_path();
            let name = std::str::from_utf8(path.as_ref()).ok().and_then(class_of_path);
            let name = name.filter(|name| !name.starts_with("META-INF/"));
            if let Some(name) = name {
                let encrypted = entry.flags().is_encrypted();
                let (place, method) = (entry.wayfinder(), entry.compression_method());
                // Of two entries of one name, Java reads the last.
                classes.insert(name.into(), Entry { place, method, encrypted });
            }
        }
        Ok(Self { file: file.to_owned(), archive, classes, unpacked: Cell::new(0) })
    }

    pub(super) fn names(&self) -> Vec<Name> {
        self.classes.keys().cloned().collect()
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        self.classes.get(name).map(|entry| self.unpack(entry)).transpose()
    }

    fn unpack(&self, entry: &Entry) -> Result<Vec<u8>, Error> {
        if entry.encrypted {
            return Err(broken(&self.file, "an entry is encrypted"));
        }
        let packed = self.archive.get_entry(entry.place);
        let packed = packed.map_err(|error| broken(&self.file, &error.to_string()))?;
        let bytes = match entry.method {
            CompressionMethod::STORE => packed.data().to_vec(),
            CompressionMethod::DEFLATE => self.inflate(&packed)?,
            _ => return Err(broken(&self.file, "an entry is compressed by another method than deflate")),
        };
        self.check(&packed, bytes)
    }

    fn inflate(&self, packed: &ZipSliceEntry<'_>) -> Result<Vec<u8>, Error> {
        decompress_to_vec_with_limit(packed.data(), MAX_CLASS_BYTES).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => {
                too_large(&self.file, &format!("an entry has more than {MAX_CLASS_BYTES} bytes"))
            }
            _ => broken(&self.file, "an entry is damaged"),
        })
    }

    /// What was unpacked is what was packed.
    fn check(&self, packed: &ZipSliceEntry<'_>, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
        self.unpacked.set(self.unpacked.get() + bytes.len() as u64);
        if bytes.len() > MAX_CLASS_BYTES || self.unpacked.get() > MAX_TOTAL_BYTES {
            return Err(too_large(
                &self.file,
                &format!("it has more than {MAX_TOTAL_BYTES} bytes when unpacked"),
            ));
        }
        let said = packed.claim_verifier();
        let same = said.uncompressed_size == bytes.len() as u64 && said.crc == rawzip::crc32(&bytes);
        if same { Ok(bytes) } else { Err(broken(&self.file, "an entry is damaged")) }
    }
}

fn broken(file: &str, why: &str) -> Error {
    Error::new(&codes::BROKEN_JAR, format!("the jar `{file}` cannot be read: {why}"))
}

fn too_large(file: &str, why: &str) -> Error {
    Error::new(&codes::JAR_TOO_LARGE, format!("the jar `{file}` is too large: {why}"))
}
