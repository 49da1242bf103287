//! What a symbol stands for: a key of its own for all data of the program and for all addresses.
//!
//! Names are for people: two bit-fields of a byte have one, and so have a static local and an automatic one. What has to tell symbols
//! apart, or to find one again, goes by keys. Symbols without a key are unknown values.

use rustc_hash::FxHashMap as HashMap;

use cfa::program::{FunctionId, LocalId};

use crate::facts::region::RegionId;
use crate::facts::storage::{Addressed, Owner};
use formula::Symbol;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Key {
    /// Where the next allocation lies.
    Heap,
    /// What `time`, or `clock`, returned last.
    Moment(u8),
    Register(FunctionId, LocalId),
    /// Bits of an owner: the first, and how many.
    Cell(Owner, u64, u32),
    /// Bits of a region: the first, and how many.
    Lane(RegionId, u64, u32),
    /// All of a region, byte by byte.
    Bytes(RegionId),
    /// What a function returns.
    Result(FunctionId),
    /// What data was when a function was entered.
    Ghost(FunctionId, Symbol),
    Address(Addressed),
}

impl Key {
    /// The function whose call the data belongs to.
    pub fn home(self) -> Option<FunctionId> {
        match self {
            Key::Register(function, _)
            | Key::Cell(Owner::Local(function, _), ..)
            | Key::Result(function)
            | Key::Ghost(function, _) => Some(function),
            _ => None,
        }
    }
}

/// Keys and symbols, one to one.
#[derive(Debug, Default)]
pub struct Keys {
    /// By symbol.
    keys: Vec<Option<Key>>,
    symbols: HashMap<Key, Symbol>,
}

impl Keys {
    /// What a symbol stands for; nothing if it is an unknown value.
    pub fn key(&self, symbol: Symbol) -> Option<Key> {
        self.keys.get(symbol.0 as usize).copied().flatten()
    }

    /// Whether a symbol is the address of something.
    pub fn is_address(&self, symbol: Symbol) -> bool {
        matches!(self.key(symbol), Some(Key::Address(_)))
    }

    /// Whether a symbol stands for data of the program.
    pub fn is_variable(&self, symbol: Symbol) -> bool {
        self.key(symbol).is_some_and(|key| !matches!(key, Key::Address(_)))
    }

    pub fn register_of(&self, symbol: Symbol) -> Option<(FunctionId, LocalId)> {
        match self.key(symbol) {
            Some(Key::Register(function, local)) => Some((function, local)),
            _ => None,
        }
    }

    /// The function whose call a symbol's data belongs to.
    pub fn home(&self, symbol: Symbol) -> Option<FunctionId> {
        self.key(symbol)?.home()
    }

    pub fn symbol(&self, key: Key) -> Option<Symbol> {
        self.symbols.get(&key).copied()
    }

    /// Gives a new symbol its key, which no other may have.
    pub fn insert(&mut self, key: Key, symbol: Symbol) {
        let (index, before) = (symbol.0 as usize, self.symbols.insert(key, symbol));
        assert!(before.is_none() && self.key(symbol).is_none(), "{key:?} is one symbol");
        self.keys.resize(self.keys.len().max(index + 1), None);
        self.keys[index] = Some(key);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cfa::address::Addresses;

    use super::*;
    use crate::externs::Externs;
    use crate::facts::storage::Storage;
    use formula::{Sort, Terms};

    #[test]
    fn what_has_one_name_has_keys_of_its_own() {
        let text = "struct { unsigned char a : 2, b : 3, c : 3; } s;
            int main(void) { static int x; { int x = s.a; s.b = x; } s.c = x; return s.b + s.c; }";
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
        let (mut terms, mut keys) = (Terms::default(), Keys::default());
        Storage::of(&program, &Addresses::of(&program), Externs::Pure, &mut terms, &mut keys);
        let data: Vec<Symbol> = terms.symbols().filter(|&it| keys.is_variable(it)).collect();
        let names: BTreeSet<(&str, u32)> =
            data.iter().map(|&it| (terms.symbol_name(it), terms.symbol_sort(it).width())).collect();
        let keys: BTreeSet<Key> = data.iter().filter_map(|&it| keys.key(it)).collect();
        assert!(names.len() < data.len(), "{names:?}");
        assert_eq!(keys.len(), data.len());
    }

    #[test]
    #[should_panic(expected = "is one symbol")]
    fn no_key_is_given_twice() {
        let (mut terms, mut keys) = (Terms::default(), Keys::default());
        for name in ["a", "b"] {
            let symbol = terms.new_symbol(name.into(), Sort::Bits(8));
            keys.insert(Key::Heap, symbol);
        }
    }
}
