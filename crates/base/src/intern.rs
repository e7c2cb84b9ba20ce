//! Strings as small numbers: equal strings get equal symbols.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ids::IndexVec;

crate::typed_id!(
    /// An interned string; only its [`Interner`] can turn it back into text.
    Symbol,
    "sym"
);

/// The table of all strings seen so far.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    texts: IndexVec<Symbol, Arc<str>>,
    symbols: HashMap<Arc<str>, Symbol>,
}

impl Interner {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let shared: Arc<str> = text.into();
        let symbol = self.texts.push(shared.clone());
        self.symbols.insert(shared, symbol);
        symbol
    }

    /// The symbol of a string that was interned before.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text).copied()
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol]
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    #[test]
    fn equal_strings_share_a_symbol() {
        let mut interner = Interner::new();
        let a = interner.intern("a");
        let b = interner.intern("b");
        assert_ne!(a, b);
        assert_eq!(interner.intern("a"), a);
        assert_eq!(interner.text(b), "b");
        assert_eq!(interner.lookup("c"), None);
        assert_eq!(a.index(), 0);
    }
}
