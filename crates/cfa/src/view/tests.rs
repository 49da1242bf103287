//! Views of hand-made bodies, and what must hold of every view.

use super::*;
use crate::build::Builder;
use crate::expr::Binary;
use crate::loops::Loops;
use crate::op::{Op, Value};
use crate::program::{Function, Linkage, Storage};
use crate::source::Pos;
use crate::types::{DataModel, Scalar, Signature, Type, Types};

/// `do { $1 = 1; $2 = 2; } while (*); return $a - $b;`
fn body_with_loop(types: &mut Types, a: usize, b: usize) -> Body {
    let mut build = Builder::new(DataModel::Lp64);
    let int = types.scalar(Scalar::INT);
    let [one, two] = [0, 1].map(|_| build.temporary(int, Storage::Register(Scalar::INT)));
    let head = build.location();
    build.join(head);
    for (dst, value) in [(one, 1), (two, 2)] {
        let value = build.int(value, Scalar::INT);
        build.emit(Op::Assign { dst, value });
    }
    build.emit_to(Op::Skip, head);
    let out = build.location();
    build.join(out);
    let [lhs, rhs] = [a, b].map(|which| build.read([one, two][which]));
    let value = build.binary(Binary::Sub, lhs, rhs);
    let exit = build.body.exit;
    build.emit_to(Op::Return { value: Some(Value::Scalar(value)) }, exit);
    build.finish(&[])
}

fn views(a: usize, b: usize) -> Vec<View> {
    let mut types = Types::default();
    let body = body_with_loop(&mut types, a, b);
    let result = types.scalar(Scalar::INT);
    let signature = Signature { result, params: Vec::new(), variadic: false, prototyped: true };
    let ty = types.intern(Type::Function(signature));
    let function = Function {
        name: "f".into(),
        source_name: "f".into(),
        linkage: Linkage::External,
        ty,
        is_noreturn: false,
        is_weak: false,
        pos: Pos::NONE,
        body: Some(body),
    };
    let program = Program {
        model: DataModel::Lp64,
        files: Vec::new(),
        types,
        objects: Vec::new(),
        functions: vec![function],
        main: None,
        constructors: Vec::new(),
        destructors: Vec::new(),
        file_asm: Vec::new(),
        entry: None,
    };
    let (addresses, fragments) = (Addresses::of(&program), Fragments::of(&program));
    Context::new(&program, &addresses, &fragments).views(FunctionId(0))
}

#[test]
fn who_reads_what_a_loop_wrote_is_told() {
    let [both, swapped, first, second] = [views(0, 1), views(1, 0), views(0, 0), views(1, 1)];
    assert_eq!(both.len(), 2);
    assert_eq!(both[1].bytes, swapped[1].bytes);
    assert_ne!(both[0].bytes, swapped[0].bytes);
    // The parent is the same in terms of its own temporary; that it is another one, the loop tells.
    assert_eq!(first[0].bytes, second[0].bytes);
    assert_ne!(first[1].bytes, second[1].bytes);
    assert_eq!((both[1].shared.len(), first[1].shared.len()), (2, 1));
}

#[test]
fn every_location_is_in_one_view() {
    let text = "
        int f(int n) {
          int s = 0;
          if (n == 7) goto inside;
          for (int i = 0; i < n; i++) { while (s < i) { s++; if (s == 9) goto out; inside: s += 2; } s--; }
        out:
          do { s += n; if (s == 3) return 1; } while (s < 40);
          return s;
        }
        int main(void) { for (;;) f(3); }";
    let program = crate::from_text(text).unwrap();
    let (addresses, fragments) = (Addresses::of(&program), Fragments::of(&program));
    let context = Context::new(&program, &addresses, &fragments);
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let mut seen = Vec::new();
        for (fragment, view) in fragments.of_function(id).zip(context.views(id)) {
            let mut nested = Vec::new();
            for node in view.nodes {
                match node {
                    Node::Location(at) => {
                        assert_eq!(fragments.owner(id, at), Some(fragment));
                        seen.push(at.0);
                    }
                    Node::Nested(inner) => nested.push(inner),
                }
            }
            nested.sort();
            assert_eq!(nested, fragments.get(fragment).children);
            assert_eq!(
                view.exits.is_empty(),
                fragments.get(fragment).parent.is_none() || function.name == "main"
            );
        }
        seen.sort();
        let reached = Loops::of(function.body.as_ref().unwrap()).order.len() as u32;
        assert_eq!(seen, (0..reached).collect::<Vec<_>>());
    }
}
