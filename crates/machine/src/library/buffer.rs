//! Buffering of output, as glibc does it.
//!
//! When the output of a compiled program goes to a pipe or a file, stdout is written in blocks of 4096 bytes;
//! the rest comes out at `fflush` and at `exit`, and is lost at `abort` and `_exit`. A run here does the
//! same, so that its output can be compared. What a compiled program has no counterpart for, a fault that the
//! machine finds and what is not modelled, loses nothing. Output to a terminal is buffered by line, and
//! stderr is not buffered at all.

/// The size of a buffer that the program does not give.
const BLOCK: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Full,
    Line,
    None,
}

#[derive(Clone, Debug)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    size: usize,
    mode: Mode,
    /// Before the first write glibc's buffer has no room yet: whole blocks of it go past the buffer.
    is_writing: bool,
}

impl Buffer {
    pub fn new(mode: Mode) -> Buffer {
        Buffer { bytes: Vec::new(), size: BLOCK, mode, is_writing: false }
    }

    /// `setvbuf`: a size counts only if the program gives the memory too.
    pub fn set(&mut self, mode: Mode, given: Option<usize>) {
        self.mode = mode;
        if let Some(size) = given {
            (self.size, self.is_writing) = (size.max(1), false);
        }
    }

    /// Takes bytes and gives what is to be written out now.
    #[must_use]
    pub fn write(&mut self, bytes: &[u8]) -> Vec<u8> {
        match self.mode {
            Mode::None => bytes.to_vec(),
            Mode::Line => {
                self.bytes.extend_from_slice(bytes);
                let whole = self.bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
                let full = if self.bytes.len() > self.size { self.bytes.len() } else { whole };
                self.bytes.drain(..full).collect()
            }
            Mode::Full => self.write_blocks(bytes),
        }
    }

    /// What fits is kept; if there is more, the buffer and all whole blocks of the rest are written.
    fn write_blocks(&mut self, bytes: &[u8]) -> Vec<u8> {
        let room = if self.is_writing { self.size - self.bytes.len() } else { 0 };
        let (fits, rest) = bytes.split_at(room.min(bytes.len()));
        self.bytes.extend_from_slice(fits);
        if rest.is_empty() {
            return Vec::new();
        }
        self.is_writing = true;
        let mut out = self.flush();
        // A small buffer is not worth keeping a rest in.
        let kept = if self.size < 128 { 0 } else { rest.len() % self.size };
        let (blocks, kept) = rest.split_at(rest.len() - kept);
        out.extend_from_slice(blocks);
        self.bytes.extend_from_slice(kept);
        out
    }

    #[must_use]
    pub fn flush(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_written_when_they_are_full() {
        let mut buffer = Buffer::new(Mode::Full);
        assert!(buffer.write(&[b'a'; 100]).is_empty());
        assert!(buffer.write(&[b'b'; 3996]).is_empty());
        assert_eq!(buffer.write(b"c").len(), 4096);
        assert_eq!(buffer.flush(), b"c");
        // The buffer is filled first, then whole blocks go past it.
        assert!(buffer.write(b"x").is_empty());
        assert_eq!(buffer.write(&[b'd'; 9000]).len(), 8192);
        assert_eq!(buffer.flush().len(), 809);
    }

    #[test]
    fn lines_are_written_when_they_end() {
        let mut buffer = Buffer::new(Mode::Line);
        assert!(buffer.write(b"ab").is_empty());
        assert_eq!(buffer.write(b"c\nd"), b"abc\n");
        assert_eq!(buffer.flush(), b"d");
        assert_eq!(Buffer::new(Mode::None).write(b"e"), b"e");
    }
}
