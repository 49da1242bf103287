//! Hashes of several parts, each told from the next, and of different kinds of thing.

#[derive(Clone)]
pub(crate) struct Hash(blake3::Hasher);

impl Hash {
    /// `kind` keeps apart what is hashed for different purposes.
    pub fn new(kind: &str) -> Hash {
        Hash(blake3::Hasher::new()).bytes(kind.as_bytes())
    }

    pub fn bytes(self, bytes: &[u8]) -> Hash {
        let mut hash = self.number(bytes.len() as u64);
        hash.0.update(bytes);
        hash
    }

    pub fn text(self, text: &str) -> Hash {
        self.bytes(text.as_bytes())
    }

    pub fn number(mut self, number: u64) -> Hash {
        self.0.update(&number.to_le_bytes());
        self
    }

    pub fn numbers(self, numbers: impl ExactSizeIterator<Item = u64>) -> Hash {
        let hash = self.number(numbers.len() as u64);
        numbers.fold(hash, Hash::number)
    }

    /// For names, whose uniqueness is checked.
    pub fn short(&self) -> u64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0.finalize().as_bytes()[..8]);
        u64::from_le_bytes(first)
    }

    /// For what soundness rests on.
    pub fn long(&self) -> [u8; 16] {
        let mut first = [0; 16];
        first.copy_from_slice(&self.0.finalize().as_bytes()[..16]);
        first
    }
}
