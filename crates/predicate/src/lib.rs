//! The predicate engine: unbounded, bit-precise proofs by counterexample-guided abstraction refinement.
