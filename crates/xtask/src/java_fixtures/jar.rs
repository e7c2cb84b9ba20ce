//! Writes jars: zip archives whose entries are stored, in the order given, with one fixed time, so that the same
//! classes make the same bytes. Git compresses them.

/// A file in a jar.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Version 1.0 of the format suffices for stored entries.
const VERSION: u16 = 10;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
/// 1980-01-01, 00:00: the first time that the format knows.
const TIME: u16 = 0;
const DATE: u16 = 1 << 5 | 1;

pub(crate) fn write(entries: &[Entry]) -> Vec<u8> {
    let mut jar = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let offset = jar.len() as u32;
        let common = common_header(entry);
        jar.extend(b"PK\x03\x04");
        jar.extend(&common);
        jar.extend(entry.name.as_bytes());
        jar.extend(&entry.bytes);

        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let start = jar.len() as u32;
    let count = entries.len() as u16;
    jar.extend(&directory);
    jar.extend(b"PK\x05\x06\0\0\0\0");
    jar.extend(count.to_le_bytes());
    jar.extend(count.to_le_bytes());
    jar.extend((directory.len() as u32).to_le_bytes());
    jar.extend(start.to_le_bytes());
    jar.extend([0; 2]);
    jar
}

/// What the header of an entry and its line in the directory share.
fn common_header(entry: &Entry) -> Vec<u8> {
    let size = (entry.bytes.len() as u32).to_le_bytes();
    let shorts = [VERSION, FLAGS, STORED, TIME, DATE];
    let mut header: Vec<u8> = shorts.iter().flat_map(|short| short.to_le_bytes()).collect();
    header.extend(crc32(&entry.bytes).to_le_bytes());
    header.extend(size);
    header.extend(size);
    header.extend((entry.name.len() as u16).to_le_bytes());
    header.extend([0; 2]);
    header
}

/// The checksum of zip archives, bit by bit.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}
