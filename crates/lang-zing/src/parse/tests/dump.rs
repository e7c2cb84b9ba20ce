//! A compact print of syntax trees, for goldens. Recursive: only for small trees.

use base::syntax::Parsed;
use base::{Interner, Symbol};

use crate::ast::*;

pub(super) fn decls(parsed: &Parsed<Unit>) -> String {
    let dump = Dump { unit: &parsed.unit, names: &parsed.interner };
    let shown: Vec<String> = parsed.unit.decls.iter().map(|decl| dump.decl(decl)).collect();
    shown.join("\n")
}

/// The statements of the first method of the first class.
pub(super) fn body(parsed: &Parsed<Unit>) -> String {
    let dump = Dump { unit: &parsed.unit, names: &parsed.interner };
    let Some(TypeDecl::Class(class)) = parsed.unit.decls.first() else { panic!("no class") };
    let Some(Member::Method(method)) = class.members.first() else { panic!("no method") };
    let shown: Vec<String> = method.body.stmts.iter().map(|&stmt| dump.stmt(stmt)).collect();
    shown.join(" ")
}

struct Dump<'a> {
    unit: &'a Unit,
    names: &'a Interner,
}

fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut shown = format!("({head}");
    for part in parts {
        shown.push(' ');
        shown.push_str(&part);
    }
    shown.push(')');
    shown
}

fn flags(flags: [(Option<base::Span>, &str); 3]) -> String {
    flags.iter().filter(|(span, _)| span.is_some()).map(|(_, name)| format!("{name} ")).collect()
}

impl Dump<'_> {
    fn name(&self, symbol: Symbol) -> String {
        self.names.text(symbol).to_string()
    }

    fn ident(&self, ident: Ident) -> String {
        self.name(ident.name)
    }

    fn ty(&self, ty: TypeRef) -> String {
        match ty.kind {
            TypeKind::Named(name) => self.name(name),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn result(&self, ty: Option<TypeRef>) -> String {
        ty.map_or("void".into(), |ty| self.ty(ty))
    }

    fn decl(&self, decl: &TypeDecl) -> String {
        match decl {
            TypeDecl::Class(class) => {
                let head = format!("{:?} {}", class.kind, self.ident(class.name)).to_lowercase();
                let interfaces = class.interfaces.iter().map(|&ident| format!(":{}", self.ident(ident)));
                list(&head, interfaces.chain(class.members.iter().map(|member| self.member(member))))
            }
            TypeDecl::Interface(decl) => list(
                &format!("interface {}", self.ident(decl.name)),
                decl.methods.iter().map(|method| {
                    let head = format!("{} {}", self.result(method.result), self.ident(method.name));
                    list(&head, method.params.iter().map(|param| self.param(param)))
                }),
            ),
            TypeDecl::Enum(decl) => list(
                &format!("enum {}", self.ident(decl.name)),
                decl.constants.iter().map(|&c| self.ident(c)),
            ),
            TypeDecl::Range(decl) => {
                list(&format!("range {}", self.ident(decl.name)), [self.expr(decl.low), self.expr(decl.high)])
            }
            TypeDecl::Chan(decl) => list(&format!("chan {}", self.ident(decl.name)), [self.ty(decl.element)]),
            TypeDecl::Set(decl) => list(&format!("set {}", self.ident(decl.name)), [self.ty(decl.element)]),
            TypeDecl::Array(decl) => {
                let size = match decl.size {
                    ArraySize::AtNew => "[]".into(),
                    ArraySize::Fixed(size) => format!("[={}]", self.expr(size)),
                    ArraySize::IndexedBy(ty) => format!("[by {}]", self.ty(ty)),
                };
                list(&format!("array {}", self.ident(decl.name)), [size, self.ty(decl.element)])
            }
        }
    }

    fn member(&self, member: &Member) -> String {
        match member {
            Member::Field(field) => list(
                &format!("{}field {}", modifiers(field.modifiers), self.ty(field.ty)),
                self.declarators(&field.declarators),
            ),
            Member::Method(method) => {
                let head = format!(
                    "{}{} {}",
                    modifiers(method.modifiers),
                    self.result(method.result),
                    self.ident(method.name)
                );
                let params = list("", method.params.iter().map(|param| self.param(param)));
                list(&head, [params, self.block(&method.body)])
            }
            Member::Constructor(decl) => {
                list(&format!("{}constructor", modifiers(decl.modifiers)), [self.block(&decl.body)])
            }
        }
    }

    fn param(&self, param: &Param) -> String {
        let out = if param.out.is_some() { "out " } else { "" };
        format!("{out}{}:{}", self.ident(param.name), self.ty(param.ty))
    }

    fn declarators(&self, declarators: &[Declarator]) -> Vec<String> {
        let show = |declarator: &Declarator| match declarator.init {
            Some(init) => format!("{}={}", self.ident(declarator.name), self.expr(init)),
            None => self.ident(declarator.name),
        };
        declarators.iter().map(show).collect()
    }

    fn block(&self, block: &Block) -> String {
        let stmts: Vec<String> = block.stmts.iter().map(|&stmt| self.stmt(stmt)).collect();
        format!("{{{}}}", stmts.join(" "))
    }

    fn exprs(&self, ids: &[ExprId]) -> Vec<String> {
        ids.iter().map(|&id| self.expr(id)).collect()
    }

    fn string(&self, string: StringLit) -> String {
        format!("{:?}", self.name(string.text))
    }

    fn stmt(&self, id: StmtId) -> String {
        match &self.unit.stmts[id].kind {
            StmtKind::Empty => ";".into(),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Atomic(block) => list("atomic", [self.block(block)]),
            StmtKind::Attributed { attributes, body } => {
                let shown = attributes.iter().map(|attribute| {
                    format!("[{}]", list(&self.ident(attribute.name), self.exprs(&attribute.args)))
                });
                list("attributed", shown.chain([self.stmt(*body)]))
            }
            StmtKind::Labelled { label, body } => list("label", [self.ident(*label), self.stmt(*body)]),
            StmtKind::Goto(label) => list("goto", [self.ident(*label)]),
            StmtKind::Local { ty, declarators } => {
                list(&format!("local {}", self.ty(*ty)), self.declarators(declarators))
            }
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::If { condition, then_branch, else_branch } => {
                let parts = [self.expr(*condition), self.stmt(*then_branch)];
                list("if", parts.into_iter().chain(else_branch.map(|stmt| self.stmt(stmt))))
            }
            StmtKind::While { condition, body } => list("while", [self.expr(*condition), self.stmt(*body)]),
            StmtKind::Foreach { ty, variable, collection, body } => {
                let head = ty.map_or("foreach".into(), |ty| format!("foreach {}", self.ty(ty)));
                list(&head, [self.ident(*variable), self.expr(*collection), self.stmt(*body)])
            }
            StmtKind::Return(value) => list("return", value.map(|value| self.expr(value))),
            StmtKind::Async(call) => list("async", [self.expr(*call)]),
            StmtKind::Assert { condition, message } => list(
                "assert",
                [self.expr(*condition)].into_iter().chain(message.map(|text| self.string(text))),
            ),
            StmtKind::Assume(condition) => list("assume", [self.expr(*condition)]),
            StmtKind::Accept(condition) => list("accept", [self.expr(*condition)]),
            StmtKind::Event(parts) => list("event", self.exprs(parts)),
            StmtKind::Trace { format, args } => {
                list(&format!("trace {}", self.string(*format)), self.exprs(args))
            }
            StmtKind::Send { channel, value } => list("send", [self.expr(*channel), self.expr(*value)]),
            StmtKind::InvokePlugin { plugin, args } => {
                list(&format!("invokeplugin {}", self.string(*plugin)), self.exprs(args))
            }
            StmtKind::InvokeScheduler(args) => list("invokescheduler", self.exprs(args)),
            StmtKind::Yield => "(yield)".into(),
            StmtKind::Raise(name) => list("raise", [self.ident(*name)]),
            StmtKind::Try { body, handlers } => {
                let handlers = handlers.iter().map(|handler| {
                    let caught = match handler.exception {
                        Caught::Named(name) => self.ident(name),
                        Caught::Any(_) => "*".into(),
                    };
                    format!("({caught} -> {})", self.stmt(handler.body))
                });
                list("try", [self.block(body)].into_iter().chain(handlers))
            }
            StmtKind::Select { modifiers, joins } => {
                let SelectModifiers { is_end, is_first, is_visible } = *modifiers;
                let head = flags([(is_end, "end"), (is_first, "first"), (is_visible, "visible")]);
                list(&format!("{head}select"), joins.iter().map(|join| self.join(join)))
            }
            StmtKind::Error => "<error>".into(),
        }
    }

    fn join(&self, join: &Join) -> String {
        let patterns: Vec<String> = join
            .patterns
            .iter()
            .map(|pattern| match pattern.kind {
                PatternKind::Wait(condition) => list("wait", [self.expr(condition)]),
                PatternKind::Receive { channel, target } => {
                    list("receive", [self.expr(channel), self.expr(target)])
                }
                PatternKind::Event(parts) => list("event", self.exprs(&parts)),
                PatternKind::Timeout => "(timeout)".into(),
            })
            .collect();
        format!("({} -> {})", patterns.join(" && "), self.stmt(join.body))
    }

    fn type_or_expr(&self, operand: TypeOrExpr) -> String {
        match operand {
            TypeOrExpr::Type(ty) => format!("type {}", self.ty(ty)),
            TypeOrExpr::Expr(expr) => self.expr(expr),
        }
    }

    fn expr(&self, id: ExprId) -> String {
        match &self.unit.exprs[id].kind {
            ExprKind::Int { value, suffix: IntSuffix::None } => value.to_string(),
            ExprKind::Int { value, suffix } => format!("{value}{suffix:?}"),
            ExprKind::Real { value, .. } => format!("{value:?}"),
            ExprKind::Decimal(value) => format!("{value:?}"),
            ExprKind::String(text) => format!("{:?}", self.name(*text)),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Null => "null".into(),
            ExprKind::This => "this".into(),
            ExprKind::SelfId => "self".into(),
            ExprKind::Star => "<choice>".into(),
            ExprKind::Name(name) => self.name(*name),
            ExprKind::New { ty, size } => {
                list("new", [self.ty(*ty)].into_iter().chain(size.map(|size| self.expr(size))))
            }
            ExprKind::Sizeof(operand) => list("sizeof", [self.type_or_expr(*operand)]),
            ExprKind::Choose(operand) => list("choose", [self.type_or_expr(*operand)]),
            ExprKind::Field { base, name } => format!("{}.{}", self.expr(*base), self.ident(*name)),
            ExprKind::Index { base, index } => format!("{}[{}]", self.expr(*base), self.expr(*index)),
            ExprKind::Call { callee, args } => {
                let args = args.iter().map(|arg| {
                    format!("{}{}", if arg.out.is_some() { "out " } else { "" }, self.expr(arg.value))
                });
                list("call", [self.expr(*callee)].into_iter().chain(args))
            }
            ExprKind::Unary { op, operand } => list(op.text(), [self.expr(*operand)]),
            ExprKind::Binary { op, op_span: _, left, right } => {
                list(op.text(), [self.expr(*left), self.expr(*right)])
            }
            ExprKind::Assign { target, value } => list("=", [self.expr(*target), self.expr(*value)]),
            ExprKind::Error => "<error>".into(),
        }
    }
}

fn modifiers(modifiers: Modifiers) -> String {
    let Modifiers { is_static, is_atomic, is_activate } = modifiers;
    flags([(is_static, "static"), (is_atomic, "atomic"), (is_activate, "activate")])
}
