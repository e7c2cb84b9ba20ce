//! Expressions of one method.

use base::{Diagnostic, IndexVec, Span, Symbol};
use ir::{ClassId, FieldId, LocalId, ProcId};
use rustc_hash::FxHashMap;

use super::Checker;
use crate::ast::{self, Name};
use crate::codes;
use crate::hir::{Body, Expr, ExprKind, Ty, Variable, World};

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Taken,
    /// Nothing: the branches of an `if` may have different types.
    Dropped,
}

/// Checks a body, and that it has the type that the method declares.
pub(super) fn check(checker: &mut Checker<'_>, id: ProcId, method: &ast::Method) -> Body {
    let info = &checker.world.methods[id];
    let (class, result, types) = (info.class, info.result, info.params.clone());
    let span = checker.world.classes[class].name.span;
    let this = checker.this;
    let mut bodies = BodyChecker {
        cx: checker,
        locals: IndexVec::new(),
        scope: FxHashMap::default(),
        method: method.name,
    };
    bodies.declare(Name { symbol: this, span }, Ty::Class(class));
    for (param, ty) in method.params.iter().zip(types) {
        if let Some(&first) = bodies.scope.get(&param.name.symbol) {
            let first = bodies.locals[first].span;
            bodies.cx.duplicate("parameter", param.name, first);
        }
        bodies.declare_new(param.name, ty);
    }
    let expr = bodies.expr(&method.body, Use::Taken);
    let name = bodies.cx.text(method.name);
    bodies.cx.must_fit(&expr, result, &format!("The value of `{name}`"));
    Body { locals: bodies.locals, expr }
}

pub(super) struct BodyChecker<'c, 'a> {
    pub(super) cx: &'c mut Checker<'a>,
    locals: IndexVec<LocalId, Variable>,
    /// The variables that are known here.
    scope: FxHashMap<Symbol, LocalId>,
    method: Name,
}

impl BodyChecker<'_, '_> {
    // ---------------------------------------------------------------------------------- variables

    fn declare(&mut self, name: Name, ty: Ty) -> LocalId {
        let local = self.locals.push(Variable { name: name.symbol, ty, span: name.span, is_assigned: false });
        self.scope.insert(name.symbol, local);
        local
    }

    fn declare_new(&mut self, name: Name, ty: Ty) -> LocalId {
        if let Some(&class) = self.cx.class_ids.get(&name.symbol) {
            let text = self.cx.text(name);
            let declared = self.cx.world.classes[class].name.span;
            let message = format!("The variable `{text}` has the name of a class.");
            let diagnostic = Diagnostic::error(&codes::NAME_OF_CLASS, message)
                .at(name.span, "the name of a class")
                .at(declared, "declared here")
                .help(format!("choose another name: `({text} x)` is a cast, and no list of two variables"));
            self.cx.report(diagnostic);
        }
        self.declare(name, ty)
    }

    pub(super) fn variable(&mut self, name: Name) -> Option<LocalId> {
        if let Some(&local) = self.scope.get(&name.symbol) {
            return Some(local);
        }
        let text = self.cx.text(name);
        let scope = &self.scope;
        let known = |_: &World| scope.keys().copied().collect();
        let message = format!("There is no variable `{text}`.");
        let mut diagnostic = self.cx.unknown(&codes::UNKNOWN_VARIABLE, message, name, known);
        let this = self.scope.get(&self.cx.this).map(|&this| self.locals[this].ty);
        if let Some(Ty::Class(class)) = this
            && self.cx.world.field(class, name.symbol).is_some()
        {
            diagnostic = diagnostic.help(format!("a field of this object is read with `(this $ {text})`"));
        } else if self.cx.class_ids.contains_key(&name.symbol) {
            diagnostic = diagnostic.help(format!("it is a class; an object is made with `(new {text})`"));
        }
        self.cx.report(diagnostic);
        None
    }

    pub(super) fn local_type(&self, local: LocalId) -> Ty {
        self.locals[local].ty
    }

    // -------------------------------------------------------------------------------- expressions

    pub(super) fn boxed(&mut self, expr: &ast::Expr) -> Box<Expr> {
        Box::new(self.expr(expr, Use::Taken))
    }

    /// A condition, which is a bool.
    fn condition(&mut self, expr: &ast::Expr) -> Box<Expr> {
        let condition = self.boxed(expr);
        self.cx.must_fit(&condition, Ty::Bool, "A condition");
        condition
    }

    pub(super) fn expr(&mut self, expr: &ast::Expr, used: Use) -> Expr {
        let (kind, ty) = self.kind(expr, used).unwrap_or((ExprKind::Bad, Ty::Unknown));
        let assigns = self.assigns(&kind);
        Expr { kind, span: expr.span, ty, assigns }
    }

    /// `None` after a message.
    fn kind(&mut self, expr: &ast::Expr, used: Use) -> Option<(ExprKind, Ty)> {
        use ast::ExprKind as Ast;
        Some(match &expr.kind {
            Ast::Variable(name) => {
                let local = self.variable(*name)?;
                (ExprKind::Local(local), self.local_type(local))
            }
            Ast::Null => (ExprKind::Null, Ty::Null),
            Ast::Unit => (ExprKind::Unit, Ty::Unit),
            Ast::Bool(truth) => (ExprKind::Bool(*truth), Ty::Bool),
            Ast::Int(number) => (ExprKind::Int(*number), Ty::Int),
            Ast::New(class) => {
                let class = self.cx.class_id(*class)?;
                (ExprKind::New(class), Ty::Class(class))
            }
            Ast::Load { object, field } => self.load(object, *field)?,
            Ast::Store { object, field, value } => self.store(*object, *field, value)?,
            Ast::Assign { target, value } => self.assign(*target, value)?,
            Ast::Call { receiver, method, args } => self.call(receiver, *method, args, expr.span)?,
            Ast::Var { variable, init, body, header } => self.var(variable, init, body, *header, used),
            Ast::If { condition, then, otherwise } => self.conditional(condition, then, otherwise, used),
            Ast::While { condition, body } => {
                let condition = self.condition(condition);
                let body = Box::new(self.expr(body, Use::Dropped));
                (ExprKind::While { condition, body }, Ty::Unit)
            }
            Ast::Begin(parts) => self.sequence(parts, used),
            Ast::Cast { class, value } => self.cast(*class, value, expr.span)?,
            Ast::InstanceOf { value, class } => self.instance_of(value, *class, expr.span)?,
            Ast::Assume(condition) => (ExprKind::Assume(self.condition(condition)), Ty::Unit),
            Ast::Assert(condition) => (ExprKind::Assert(self.condition(condition)), Ty::Unit),
            Ast::Not(inner) => (ExprKind::Not(self.operand(inner, Ty::Bool, "!")), Ty::Bool),
            Ast::Negate(inner) => (ExprKind::Negate(self.operand(inner, Ty::Int, "-")), Ty::Int),
            Ast::Binary { op, left, right } => self.binary(*op, left, right, expr.span),
            Ast::Bad => return None,
        })
    }

    fn assigns(&self, kind: &ExprKind) -> bool {
        let any = |exprs: &[&Expr]| exprs.iter().any(|expr| expr.assigns);
        match kind {
            ExprKind::Local(_)
            | ExprKind::Null
            | ExprKind::Unit
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::New(_)
            | ExprKind::Bad => false,
            ExprKind::Assign { .. } => true,
            ExprKind::Load { object: inner, field: _ }
            | ExprKind::Store { object: _, field: _, value: inner }
            | ExprKind::Cast { class: _, value: inner }
            | ExprKind::InstanceOf { value: inner, class: _ }
            | ExprKind::Assume(inner)
            | ExprKind::Assert(inner)
            | ExprKind::Not(inner)
            | ExprKind::Negate(inner) => inner.assigns,
            ExprKind::Call { receiver, class: _, method: _, args } => {
                receiver.assigns || args.iter().any(|arg| arg.assigns)
            }
            ExprKind::Var { local: _, init, body, header: _ } => any(&[init, body]),
            ExprKind::If { condition, then, otherwise } => any(&[condition, then, otherwise]),
            ExprKind::While { condition, body } => any(&[condition, body]),
            ExprKind::Begin(parts) => parts.iter().any(|part| part.assigns),
            ExprKind::Equality { op: _, left, right }
            | ExprKind::Numeric { op: _, left, right }
            | ExprKind::Logical { op: _, left, right } => any(&[left, right]),
        }
    }

    // ------------------------------------------------------------------------------------- fields

    fn load(&mut self, object: &ast::Expr, field: Name) -> Option<(ExprKind, Ty)> {
        let object = self.boxed(object);
        let class = self.object_class(object.ty, object.span, "fields")?;
        let (field, ty) = self.field(class, field)?;
        Some((ExprKind::Load { object, field }, ty))
    }

    fn store(&mut self, object: Name, field: Name, value: &ast::Expr) -> Option<(ExprKind, Ty)> {
        let local = self.variable(object);
        let value = self.boxed(value);
        let local = local?;
        let class = self.object_class(self.local_type(local), object.span, "fields")?;
        let (id, ty) = self.field(class, field)?;
        self.cx.must_fit(&value, ty, &format!("The field `{}`", self.cx.text(field)));
        Some((ExprKind::Store { object: local, field: id, value }, ty))
    }

    /// The class of something that must be an object; `None` after a message.
    fn object_class(&mut self, ty: Ty, at: Span, members: &str) -> Option<ClassId> {
        match ty {
            Ty::Class(class) => Some(class),
            Ty::Unknown => None,
            Ty::Unit | Ty::Bool | Ty::Int | Ty::Null => {
                let message =
                    format!("Only objects have {members}, and this is of type `{}`.", self.cx.type_text(ty));
                let diagnostic = Diagnostic::error(&codes::NO_OBJECT, message).at(at, "no object");
                self.cx.report(diagnostic.help("an object of a class is needed here"));
                None
            }
        }
    }

    fn field(&mut self, class: ClassId, name: Name) -> Option<(FieldId, Ty)> {
        if let Some(field) = self.cx.world.field(class, name.symbol) {
            return Some((field, self.cx.world.fields[field].ty));
        }
        let known = |world: &World| {
            world.upwards(class).flat_map(|class| world.classes[class].field_ids.keys()).copied().collect()
        };
        let (text, owner) = (self.cx.text(name), self.cx.class_text(class));
        let message = format!("The class `{owner}` has no field `{text}`.");
        let mut diagnostic = self.cx.unknown(&codes::UNKNOWN_FIELD, message, name, known);
        if self.cx.world.method(class, name.symbol).is_some() {
            diagnostic =
                diagnostic.help(format!("`{text}` is a method, which is called with `(x @ {text} ())`"));
        } else if let Some(below) =
            self.cx.declares_below(class, |class| class.field_ids.contains_key(&name.symbol))
        {
            diagnostic =
                diagnostic.help(format!("`{below}`, which is below it, has one: cast with `({below} e)`"));
        }
        self.cx.report(diagnostic);
        None
    }

    // -------------------------------------------------------------------------- variables, calls

    /// An assignment has the type of its variable.
    fn assign(&mut self, target: Name, value: &ast::Expr) -> Option<(ExprKind, Ty)> {
        let local = self.variable(target);
        let value = self.boxed(value);
        let target_text = self.cx.text(target);
        let local = local?;
        self.locals[local].is_assigned = true;
        let ty = self.local_type(local);
        self.cx.must_fit(&value, ty, &format!("The variable `{target_text}`"));
        Some((ExprKind::Assign { target: local, value }, ty))
    }

    fn call(
        &mut self,
        receiver: &ast::Expr,
        name: Name,
        args: &[ast::Expr],
        whole: Span,
    ) -> Option<(ExprKind, Ty)> {
        let receiver = self.boxed(receiver);
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg, Use::Taken)).collect();
        let class = self.object_class(receiver.ty, receiver.span, "methods")?;
        let method = self.cx.method_of(class, name)?;
        let info = &self.cx.world.methods[method];
        let (result, params, declared) = (info.result, info.params.clone(), info.name.span);
        let text = self.cx.text(name);
        if args.len() != params.len() {
            let (given, wanted) = (counted(args.len()), counted(params.len()));
            let message = format!("`{text}` takes {wanted}, but gets {given}.");
            let diagnostic = Diagnostic::error(&codes::WRONG_ARGUMENTS, message)
                .at(whole, format!("{given} given"))
                .at(declared, "declared here")
                .help("arguments stand in one list: `(x @ m (a b))`, and `(x @ m ())` if there are none");
            self.cx.report(diagnostic);
        }
        for (index, (arg, ty)) in args.iter().zip(params).enumerate() {
            self.cx.must_fit(arg, ty, &format!("Parameter {} of `{text}`", index + 1));
        }
        Some((ExprKind::Call { receiver, class, method, args }, result))
    }

    /// The variable is known in the body, and hides one of its name there.
    fn var(
        &mut self,
        variable: &ast::Variable,
        init: &ast::Expr,
        body: &ast::Expr,
        header: Span,
        used: Use,
    ) -> (ExprKind, Ty) {
        let init = self.boxed(init);
        let ty = self.cx.declared_type(variable.ty);
        let place = format!("The variable `{}`", self.cx.text(variable.name));
        self.cx.must_fit(&init, ty, &place);
        let name = variable.name.symbol;
        let hidden = self.scope.get(&name).copied();
        let local = self.declare_new(variable.name, ty);
        let body = Box::new(self.expr(body, used));
        match hidden {
            Some(hidden) => self.scope.insert(name, hidden),
            None => self.scope.remove(&name),
        };
        let ty = body.ty;
        (ExprKind::Var { local, init, body, header }, ty)
    }

    // ----------------------------------------------------------------------------------- control

    fn conditional(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        used: Use,
    ) -> (ExprKind, Ty) {
        let condition = self.condition(condition);
        let [then, otherwise] = [then, otherwise].map(|branch| Box::new(self.expr(branch, used)));
        let ty = match (used, self.cx.world.join(then.ty, otherwise.ty)) {
            (Use::Dropped, _) => Ty::Unit,
            (Use::Taken, Some(ty)) => ty,
            (Use::Taken, None) => {
                let [first, second] = [then.ty, otherwise.ty].map(|ty| self.cx.type_text(ty));
                let message =
                    format!("The branches have the types `{first}` and `{second}`, and no type is both.");
                let method = self.cx.text(self.method);
                let help = format!(
                    "the value of this `if` is used, perhaps as that of `{method}`; it is dropped with `(begin (if ..) unit)`"
                );
                let diagnostic = Diagnostic::error(&codes::NO_COMMON_TYPE, message)
                    .at(otherwise.span, format!("of type `{second}`"))
                    .at(then.span, format!("of type `{first}`"))
                    .help(help);
                self.cx.report(diagnostic);
                Ty::Unknown
            }
        };
        (ExprKind::If { condition, then, otherwise }, ty)
    }

    /// The value is that of the last part; those before are dropped.
    fn sequence(&mut self, parts: &[ast::Expr], used: Use) -> (ExprKind, Ty) {
        let last = parts.len().saturating_sub(1);
        let uses = |index| if index == last { used } else { Use::Dropped };
        let parts: Vec<Expr> =
            parts.iter().enumerate().map(|(index, part)| self.expr(part, uses(index))).collect();
        let ty = parts.last().map_or(Ty::Unit, |part| part.ty);
        (ExprKind::Begin(parts), ty)
    }
}

fn counted(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    }
}
