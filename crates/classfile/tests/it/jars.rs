//! Jars for tests: the committed ones, unpacked, and new ones.

use miniz_oxide::deflate::compress_to_vec;

pub(crate) const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/classes.jar");

/// The models of the JDK's classes, so that nothing is missing where there is no JDK.
pub(crate) const KERNEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lang-jvm/kernel/kernel.jar");

/// The class files of a jar that are not compressed, in order.
pub(crate) fn class_files(jar: &str) -> Vec<Vec<u8>> {
    let archive = rawzip::ZipArchive::from_slice(std::fs::read(jar).expect("a jar")).expect("a good jar");
    let mut files = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().expect("a good entry") {
        let bytes = archive.get_entry(entry.wayfinder()).expect("a good entry").data().to_vec();
        if entry.file_path().as_ref().ends_with(b".class") {
            files.push(bytes);
        }
    }
    files
}

/// How an entry is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Method {
    Stored = 0,
    Deflated = 8,
    /// `bzip2`, which is not supported.
    Other = 12,
}

/// An archive in the format ZIP, entry by entry.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

impl Writer {
    pub(crate) fn add(&mut self, name: &str, contents: &[u8], method: Method) -> &mut Self {
        let crc = rawzip::crc32(contents);
        self.add_claiming(name, contents, method, 0, crc, contents.len() as u32)
    }

    /// An entry with these flags, which says that it has this checksum and size.
    pub(crate) fn add_claiming(
        &mut self,
        name: &str,
        contents: &[u8],
        method: Method,
        flags: u16,
        crc: u32,
        size: u32,
    ) -> &mut Self {
        let packed =
            if method == Method::Deflated { compress_to_vec(contents, 6) } else { contents.to_vec() };
        let offset = self.bytes.len() as u32;
        let mut common = [20, flags, method as u16, 0, 0].map(u16::to_le_bytes).concat();
        common.extend([crc, packed.len() as u32, size].map(u32::to_le_bytes).concat());
        common.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(packed);
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&common);
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.entries += 1;
        self
    }

    pub(crate) fn finish(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.extend(&self.directory);
        bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
        bytes.extend([self.entries, self.entries].map(u16::to_le_bytes).concat());
        bytes.extend([self.directory.len(), self.bytes.len()].map(|len| (len as u32).to_le_bytes()).concat());
        bytes.extend([0, 0]);
        bytes
    }
}
