//! Symbols that are made when they are first asked for: registers, results, ghosts and addresses.

use cfa::program::{FunctionId, LocalId, ObjectKind, Storage as Kind};
use cfa::types::{Scalar, Type};

use super::{Addressed, Owner, Storage, bits_of};
use crate::facts::key::{Key, Keys};
use formula::{Order, Sort, Symbol, Term, Terms};

impl<'p> Storage<'p> {
    /// Static objects lie below the heap, which grows and has an end.
    pub(super) fn bound_heap(&self, terms: &mut Terms) {
        let (word, heap) = (self.word(), terms.symbol(self.heap));
        let (base, end) = (terms.bits(word, self.heap_base()), terms.bits(word, self.heap_base() * 3));
        let (from, until) = (terms.order(Order::Ule, base, heap), terms.order(Order::Ule, heap, end));
        let fact = terms.and(from, until);
        terms.set_fact(self.heap, fact);
    }

    pub fn heap_base(&self) -> u128 {
        1 << (self.word() - 2)
    }

    pub fn register(
        &self,
        terms: &mut Terms,
        keys: &mut Keys,
        function: FunctionId,
        local: LocalId,
    ) -> Symbol {
        let key = Key::Register(function, local);
        if let Some(symbol) = keys.symbol(key) {
            return symbol;
        }
        let owner = self.program.function(function);
        let body = owner.body.as_ref().expect("a local belongs to a body");
        let Kind::Register(scalar) = body.local(local).storage else {
            unreachable!("a register is a scalar")
        };
        let name = format!("{}::{}", owner.name, body.local(local).name);
        let symbol = terms.new_symbol(name, Sort::Bits(bits_of(scalar, self.program.model)));
        keys.insert(key, symbol);
        terms.set_sign(symbol, scalar.is_signed());
        symbol
    }

    /// What a function returns, until its caller has taken it.
    pub fn result(&self, terms: &mut Terms, keys: &mut Keys, function: FunctionId, width: u32) -> Symbol {
        let key = Key::Result(function);
        if let Some(symbol) = keys.symbol(key) {
            return symbol;
        }
        let name = format!("{}::return", self.program.function(function).name);
        let symbol = terms.new_symbol(name, Sort::Bits(width));
        keys.insert(key, symbol);
        let is_signed = match self.program.types.get(self.program.function(function).ty) {
            Type::Function(it) => self.program.types.as_scalar(it.result).is_none_or(Scalar::is_signed),
            _ => true,
        };
        terms.set_sign(symbol, is_signed);
        symbol
    }

    /// What data of a function's call was when it was entered.
    pub fn ghost(&self, terms: &mut Terms, keys: &mut Keys, function: FunctionId, data: Symbol) -> Symbol {
        let key = Key::Ghost(function, data);
        if let Some(ghost) = keys.symbol(key) {
            return ghost;
        }
        let name = format!("old({})", terms.symbol_name(data));
        let ghost = terms.copy_symbol(data, name);
        keys.insert(key, ghost);
        ghost
    }

    pub fn address(&self, terms: &mut Terms, keys: &mut Keys, of: Addressed) -> Term {
        let key = Key::Address(of);
        if let Some(symbol) = keys.symbol(key) {
            return terms.symbol(symbol);
        }
        let name = match of {
            Addressed::Owner(owner) => self.name(owner),
            Addressed::Function(id) => self.program.function(id).name.clone(),
            Addressed::Label(function, label) => {
                format!("{}&&{}", self.program.function(function).name, label.0)
            }
        };
        let (name, size) = (format!("&{name}"), self.room(of));
        let symbol = if size > 0 {
            terms.new_address(name, self.word(), size)
        } else {
            terms.new_symbol(name, Sort::Bits(self.word()))
        };
        keys.insert(key, symbol);
        // Neither null nor in the heap.
        let address = terms.symbol(symbol);
        let zero = terms.bits(self.word(), 0);
        let is_null = terms.eq(address, zero);
        let is_there = terms.not(is_null);
        if !self.is_roomy {
            terms.set_fact(symbol, is_there);
            return address;
        }
        let end = self.heap_base().saturating_sub(size.max(1).into());
        let end = terms.bits(self.word(), end);
        let is_below = terms.order(Order::Ule, address, end);
        let zero = terms.order(Order::Ult, zero, address);
        let fact = terms.all([is_there, zero, is_below]);
        terms.set_fact(symbol, fact);
        address
    }

    /// Bytes from an address on in which nothing else lies; 0 where the same address may have several names: labels,
    /// literals, what others define; and where there is too little room to say so.
    fn room(&self, of: Addressed) -> u64 {
        match of {
            _ if !self.is_roomy => 0,
            Addressed::Owner(Owner::Object(id)) => {
                let object = self.program.object(id);
                let is_alone = object.is_defined && object.kind != ObjectKind::Literal;
                if is_alone { object.size } else { 0 }
            }
            Addressed::Owner(owner) => self.size_of(owner),
            Addressed::Function(id) => u64::from(self.program.function(id).body.is_some()),
            Addressed::Label(..) => 0,
        }
    }
}
