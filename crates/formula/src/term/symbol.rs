//! Symbols: what they are called, what always holds of them, and which are addresses of objects.

use rustc_hash::FxHashMap as HashMap;

use super::{Node, Sort, Symbol, Term, Terms};

impl Terms {
    /// A symbol that is none of those before. Names need not differ.
    pub fn new_symbol(&mut self, name: String, sort: Sort) -> Symbol {
        self.symbols.push((name, sort));
        Symbol(self.symbols.len() as u32 - 1)
    }

    /// A symbol that may stand for whatever another one may.
    pub fn copy_symbol(&mut self, of: Symbol, name: String) -> Symbol {
        let copy = self.new_symbol(name, self.symbol_sort(of));
        if let Some(is_signed) = self.sign(of) {
            self.set_sign(copy, is_signed);
        }
        if let Some(fact) = self.fact(of) {
            let it = self.symbol(copy);
            let fact = self.replace(fact, &|symbol| (symbol == of).then_some(it), &mut HashMap::default());
            self.set_fact(copy, fact);
        }
        copy
    }

    /// The address of an object of this size. It is neither null nor inside another object.
    pub fn new_address(&mut self, name: String, width: u32, size: u64) -> Symbol {
        let symbol = self.new_symbol(name, Sort::Bits(width));
        self.sizes.insert(symbol, size);
        symbol
    }

    /// Says what holds of a symbol in every state.
    pub fn set_fact(&mut self, symbol: Symbol, fact: Term) {
        self.facts.insert(symbol, fact);
    }

    pub fn fact(&self, symbol: Symbol) -> Option<Term> {
        self.facts.get(&symbol).copied()
    }

    pub fn address_size(&self, symbol: Symbol) -> Option<u64> {
        self.sizes.get(&symbol).copied()
    }

    /// An address of an object and how far behind it this is, if that is inside the object.
    pub fn as_address(&self, term: Term) -> Option<(Symbol, u128)> {
        let (base, offset) = self.base_and_offset(term);
        let Node::Symbol(symbol) = self.node(base) else { return None };
        let size = *self.sizes.get(&symbol)?;
        (offset < u128::from(size)).then_some((symbol, offset))
    }

    /// Says how a symbol's word is read. This guides translations and means nothing.
    pub fn set_sign(&mut self, symbol: Symbol, is_signed: bool) {
        self.signs.insert(symbol, is_signed);
    }

    pub fn sign(&self, symbol: Symbol) -> Option<bool> {
        self.signs.get(&symbol).copied()
    }

    pub fn is_signed(&self, symbol: Symbol) -> bool {
        self.sign(symbol).unwrap_or(false)
    }

    /// All symbols, in the order in which they were made.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        (0..self.symbols.len() as u32).map(Symbol)
    }

    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize].0
    }

    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.0 as usize].1
    }

    pub fn symbol(&mut self, symbol: Symbol) -> Term {
        let sort = self.symbol_sort(symbol);
        self.add(Node::Symbol(symbol), sort)
    }

    /// The term of a symbol, if there is one.
    pub fn find_symbol(&self, symbol: Symbol) -> Option<Term> {
        self.index.get(&Node::Symbol(symbol)).copied()
    }
}
