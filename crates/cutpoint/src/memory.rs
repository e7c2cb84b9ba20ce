//! What the process holds, as the system counts it: on Linux from the `proc` file system, elsewhere unknown.

use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;

/// Where resident memory can be asked for.
#[derive(Debug)]
pub(crate) struct ProcessMemory {
    statm: Option<Statm>,
}

/// `/proc/self/statm`, which counts in pages.
#[derive(Debug)]
struct Statm {
    #[cfg(target_os = "linux")]
    file: File,
    #[cfg(target_os = "linux")]
    page_bytes: u64,
}

impl ProcessMemory {
    /// Finds out how the system counts; `resident` answers nothing where it does not.
    pub(crate) fn find() -> Self {
        Self { statm: Statm::open() }
    }

    /// The bytes that the process holds now.
    pub(crate) fn resident(&self) -> Option<u64> {
        self.statm.as_ref()?.resident()
    }
}

/// The most bytes that the process has held since it began.
pub(crate) fn peak_resident() -> Option<u64> {
    status_field("VmHWM:")
}

/// A figure of `/proc/self/status`, in bytes.
fn status_field(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(target_os = "linux")]
impl Statm {
    fn open() -> Option<Self> {
        let file = File::open("/proc/self/statm").ok()?;
        let page_bytes = page_bytes()?;
        Some(Self { file, page_bytes })
    }

    /// One call of the system: the file stays open.
    fn resident(&self) -> Option<u64> {
        use std::os::unix::fs::FileExt;
        let mut text = [0; 64];
        let length = self.file.read_at(&mut text, 0).ok()?;
        let pages = std::str::from_utf8(&text[..length]).ok()?.split(' ').nth(1)?;
        Some(pages.parse::<u64>().ok()? * self.page_bytes)
    }
}

/// From the auxiliary vector that the kernel gives every process: pairs of a key and a value.
#[cfg(target_os = "linux")]
fn page_bytes() -> Option<u64> {
    const PAGE_SIZE_KEY: usize = 6;
    const WORD: usize = size_of::<usize>();
    let vector = fs::read("/proc/self/auxv").ok()?;
    let word = |bytes: &[u8]| Some(usize::from_ne_bytes(bytes.try_into().ok()?));
    let mut pairs = vector.chunks_exact(2 * WORD);
    let pair = pairs.find(|pair| word(&pair[..WORD]) == Some(PAGE_SIZE_KEY))?;
    word(&pair[WORD..]).map(|bytes| bytes as u64)
}

#[cfg(not(target_os = "linux"))]
impl Statm {
    fn open() -> Option<Self> {
        None
    }

    fn resident(&self) -> Option<u64> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_large_vector_is_seen() {
        let memory = ProcessMemory::find();
        let before = memory.resident().expect("Linux counts resident memory");
        let vector = std::hint::black_box(vec![1_u8; 64 << 20]);
        let during = memory.resident().expect("Linux counts resident memory");
        assert!(during >= before + (60 << 20), "{before} bytes before, {during} with {} more", vector.len());
        assert!(peak_resident().expect("Linux counts the peak") >= during - (1 << 20));
    }
}
