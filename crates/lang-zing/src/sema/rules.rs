//! Rules about declarations as a whole.

use base::{Diagnostic, Id, IndexVec};

use super::{Member, Sema, codes};
use crate::hir::{Method, MethodId, Ty, TypeId, TypeKind};

/// How many plain fields a struct may be made of. Structs inside structs can double their size at every
/// declaration, so that without a limit a short program could fill the memory.
const MAX_STRUCT_SIZE: u64 = 4096;

/// How many structs may lie within each other: the names of plain fields list them all.
const MAX_STRUCT_NESTING: u64 = 256;

/// How large a struct is.
#[derive(Clone, Copy)]
struct StructSize {
    plain_fields: u64,
    nesting: u64,
}

impl Sema<'_> {
    pub(super) fn check_declarations(&mut self) {
        self.check_struct_sizes();
        self.check_interfaces();
        self.check_something_runs();
    }

    /// Computes the sizes of structs inside out. What is left contains itself.
    fn check_struct_sizes(&mut self) {
        let mut sizes: IndexVec<TypeId, Option<StructSize>> =
            IndexVec::filled(None, self.program.types.len());
        let mut open: Vec<TypeId> = self
            .program
            .types
            .iter_enumerated()
            .filter(|(_, def)| matches!(def.kind, TypeKind::Struct { .. }))
            .map(|(id, _)| id)
            .collect();
        loop {
            let before = open.len();
            open.retain(|&id| {
                sizes[id] = self.struct_size(id, &sizes);
                sizes[id].is_none()
            });
            if open.len() == before {
                break;
            }
        }
        for id in open {
            self.bad_struct_size(id, "contains itself");
        }
        for id in sizes.ids() {
            let Some(StructSize { plain_fields, nesting }) = sizes[id] else { continue };
            if plain_fields > MAX_STRUCT_SIZE {
                self.bad_struct_size(id, &format!("has more than {MAX_STRUCT_SIZE} plain fields"));
            } else if nesting > MAX_STRUCT_NESTING {
                self.bad_struct_size(id, &format!("nests more than {MAX_STRUCT_NESTING} structs"));
            }
        }
    }

    /// The size of a struct, if the sizes of all parts are known.
    fn struct_size(&self, id: TypeId, sizes: &IndexVec<TypeId, Option<StructSize>>) -> Option<StructSize> {
        let mut total = StructSize { plain_fields: 0, nesting: 1 };
        for &field in self.program.struct_fields(id) {
            let part = match self.program.fields[field].ty {
                Ty::Struct(part) => sizes[part]?,
                _ => StructSize { plain_fields: 1, nesting: 0 },
            };
            total.plain_fields = total.plain_fields.saturating_add(part.plain_fields);
            total.nesting = total.nesting.max(part.nesting + 1);
        }
        Some(total)
    }

    fn bad_struct_size(&mut self, id: TypeId, what: &str) {
        let def = &self.program.types[id];
        self.report(
            Diagnostic::error(&codes::BAD_STRUCT_SIZE, format!("the struct `{}` {what}", def.name))
                .at(def.span, what)
                .help("use a class: its variables are references"),
        );
    }

    /// Finds, for every method of an interface, the methods that implement it.
    fn check_interfaces(&mut self) {
        self.program.implementations = IndexVec::filled(Vec::new(), self.program.methods.len());
        let mut methods_of: IndexVec<TypeId, Vec<MethodId>> =
            IndexVec::filled(Vec::new(), self.program.types.len());
        for (id, method) in self.program.methods.iter_enumerated() {
            methods_of[method.owner].push(id);
        }
        for index in 0..self.program.types.len() {
            let class = TypeId::new(index);
            let TypeKind::Class { interfaces, .. } = &self.program.types[class].kind else { continue };
            for interface in interfaces.clone() {
                for &wanted in &methods_of[interface] {
                    self.check_implementation(class, interface, wanted);
                }
            }
        }
    }

    fn check_implementation(&mut self, class: TypeId, interface: TypeId, wanted: MethodId) {
        let name = self.program.methods[wanted].name.clone();
        let symbol = self.interner.lookup(&name);
        let member = symbol.and_then(|symbol| self.members.get(&(class, symbol)).copied());
        let found = match member {
            Some(Member::Method(method)) => Some(method),
            Some(Member::Field(_)) | None => None,
        };
        match found {
            Some(method) if same_signature(&self.program.methods[method], &self.program.methods[wanted]) => {
                self.program.implementations[wanted].push((class, method));
            }
            Some(method) => {
                let found_span = self.program.methods[method].span;
                self.report_missing_method(
                    class,
                    interface,
                    &name,
                    found_span,
                    "differs from the interface",
                    wanted,
                );
            }
            None => {
                let class_span = self.program.types[class].span;
                self.report_missing_method(
                    class,
                    interface,
                    &name,
                    class_span,
                    "does not have the method",
                    wanted,
                );
            }
        }
    }

    fn report_missing_method(
        &mut self,
        class: TypeId,
        interface: TypeId,
        name: &str,
        span: base::Span,
        label: &str,
        wanted: MethodId,
    ) {
        let message = format!(
            "the class `{}` does not implement `{name}` of the interface `{}`",
            self.program.types[class].name, self.program.types[interface].name
        );
        self.report(
            Diagnostic::error(&codes::MISSING_IMPLEMENTATION, message)
                .at(span, label)
                .at(self.program.methods[wanted].span, "asked for here"),
        );
    }

    fn check_something_runs(&mut self) {
        if self.program.methods.iter().any(|method| method.is_activate) {
            return;
        }
        let mut diagnostic = Diagnostic::warning(&codes::NO_ACTIVATE, "the program starts no process")
            .help("mark a static method without parameters as `activate`");
        if let Some(first) = self.program.types.iter().next() {
            diagnostic = diagnostic.at(first.span, "no method here or below is marked `activate`");
        }
        self.report(diagnostic);
    }
}

/// Whether one method may stand for the other in a call.
fn same_signature(found: &Method, wanted: &Method) -> bool {
    let same_params = || {
        let mut pairs = found.params.iter().zip(&wanted.params);
        pairs.all(|(a, b)| a.is_out == b.is_out && fits(a.ty, b.ty))
    };
    let same_result = match (found.result, wanted.result) {
        (None, None) => true,
        (Some(a), Some(b)) => fits(a, b),
        (None, Some(_)) | (Some(_), None) => false,
    };
    !found.is_static && found.params.len() == wanted.params.len() && same_params() && same_result
}

/// What could not be resolved was reported already.
fn fits(a: Ty, b: Ty) -> bool {
    a == b || a == Ty::Error || b == Ty::Error
}
