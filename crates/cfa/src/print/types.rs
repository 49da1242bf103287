//! Types and records in C's notation.

use std::fmt::Write;

use crate::print::Printer;
use crate::types::{DataModel, Float, RecordId, Scalar, Type, TypeId};

impl Printer<'_> {
    /// A declaration of `name`; an empty name gives a type name.
    pub fn declare(&mut self, ty: TypeId, name: &str) {
        match self.program.types.get(ty) {
            // The common cases, without a string of their own.
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Record(record) => self.record_name(*record),
            _ => return self.declare_derived(ty, name.to_string()),
        }
        self.declared_name(name);
    }

    /// A function's type with names for its parameters.
    pub fn signature(&mut self, ty: TypeId, name: &str, params: Option<&[&str]>) {
        let Type::Function(signature) = self.program.types.get(ty) else {
            return self.declare(ty, name);
        };
        let list = self.parameters(&signature.params, params, signature.variadic, signature.prototyped);
        self.declare_derived(signature.result, format!("{name}({list})"));
    }

    fn declare_derived(&mut self, ty: TypeId, inner: String) {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(to) => {
                let is_wrapped = matches!(types.get(*to), Type::Array { .. } | Type::Function(_));
                let inner = if is_wrapped { format!("(*{inner})") } else { format!("*{inner}") };
                self.declare_derived(*to, inner);
            }
            Type::Array { elem, len } => {
                let len = len.map_or(String::new(), |len| len.to_string());
                self.declare_derived(*elem, format!("{inner}[{len}]"));
            }
            Type::Function(it) => {
                let list = self.parameters(&it.params, None, it.variadic, it.prototyped);
                self.declare_derived(it.result, format!("{inner}({list})"));
            }
            leaf => {
                match leaf {
                    Type::Scalar(scalar) => self.scalar(*scalar),
                    Type::Record(record) => self.record_name(*record),
                    Type::Complex(part) => {
                        self.scalar(*part);
                        self.out.push_str(" _Complex");
                    }
                    Type::Vector { elem, len } => {
                        self.scalar(*elem);
                        let _ = write!(self.out, " vector[{len}]");
                    }
                    _ => self.out.push_str("void"),
                }
                self.declared_name(&inner);
            }
        }
    }

    fn declared_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.out.push_str(if self.out.ends_with('*') { "" } else { " " });
            self.out.push_str(name);
        }
    }

    fn parameters(
        &mut self,
        params: &[TypeId],
        names: Option<&[&str]>,
        variadic: bool,
        prototyped: bool,
    ) -> String {
        let outer = std::mem::take(&mut self.out);
        for (index, &param) in params.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.declare(param, names.and_then(|names| names.get(index)).unwrap_or(&""));
        }
        if variadic {
            self.out.push_str(if params.is_empty() { "..." } else { ", ..." });
        } else if params.is_empty() && prototyped {
            self.out.push_str("void");
        }
        std::mem::replace(&mut self.out, outer)
    }

    pub fn scalar(&mut self, scalar: Scalar) {
        let name = match scalar {
            Scalar::Bool => "_Bool",
            Scalar::Pointer => "void *",
            Scalar::Float(Float::Half) => "_Float16",
            Scalar::Float(Float::Single) => "float",
            Scalar::Float(Float::Double) => "double",
            Scalar::Float(Float::Extended) => "long double",
            Scalar::Float(Float::Quad) => "__float128",
            Scalar::Float(Float::Decimal(bytes)) => {
                let _ = write!(self.out, "_Decimal{}", u32::from(bytes) * 8);
                return;
            }
            Scalar::Int { bits, signed } => {
                if !signed {
                    self.out.push_str("unsigned ");
                }
                match (bits, self.program.model) {
                    (8, _) => "char",
                    (16, _) => "short",
                    (32, _) => "int",
                    (64, DataModel::Lp64) => "long",
                    (64, DataModel::Ilp32) => "long long",
                    (128, _) => "__int128",
                    _ => {
                        let _ = write!(self.out, "_BitInt({bits})");
                        return;
                    }
                }
            }
        };
        self.out.push_str(name);
    }

    fn record_name(&mut self, id: RecordId) {
        let record = self.program.types.record(id);
        self.out.push_str(if record.is_union { "union " } else { "struct " });
        self.out.push_str(&record.name);
    }

    /// A record with its layout.
    pub fn record(&mut self, id: RecordId) {
        let record = self.program.types.record(id);
        self.record_name(id);
        if !record.complete {
            self.out.push_str(";\n");
            return;
        }
        let _ = writeln!(self.out, " {{  // {} bytes, aligned to {}", record.size, record.align);
        for (index, field) in record.fields.iter().enumerate() {
            self.out.push_str("  ");
            self.declare(field.ty, &field.name);
            if let Some(bits) = field.bits {
                let _ = write!(self.out, " : {}", bits.width);
            }
            let _ = write!(self.out, ";  // at {}", field.offset);
            if let Some(bits) = field.bits {
                let _ = write!(self.out, ", bit {}", bits.bit);
            }
            if self.addresses.is_field_taken(id, index as u32) {
                self.out.push_str(", address taken");
            }
            self.out.push('\n');
        }
        self.out.push_str("};\n");
    }
}
