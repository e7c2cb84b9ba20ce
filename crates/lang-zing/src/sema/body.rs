//! The code of one method or initialiser: what is in scope, and where in the method a statement stands.

use base::{Diagnostic, IndexVec, Span, Symbol, similar};
use rustc_hash::FxHashMap;

use super::observe::Impurity;
use super::{CodeItem, Member, Sema, codes, flow};
use crate::ast;
use crate::hir::{
    Body, ExprId, ExprKind, FieldId, FilterId, Label, LabelId, MethodId, RaiseSite, RaiseSource, Ty, TypeId,
    Var, VarId,
};

base::typed_id!(
    /// A construct that a `goto` must not jump into.
    RegionId,
    "region"
);

/// Checks one body. Everything it learns about the code is in `body` at the end.
pub(super) struct BodyChecker<'s, 'a> {
    pub(super) sema: &'s mut Sema<'a>,
    pub(super) owner: TypeId,
    pub(super) context: Context,
    /// Of the method; `None` if it returns nothing.
    pub(super) result: Option<Ty>,
    pub(super) body: Body,
    scopes: Vec<FxHashMap<Symbol, VarId>>,
    labels: FxHashMap<Symbol, LabelState>,
    gotos: Vec<Goto>,
    regions: IndexVec<RegionId, Region>,
    pub(super) region: RegionId,
    /// The handlers around the current place.
    pub(super) filter: Option<FilterId>,
    /// Whether the current expression is one that a `select` looks at.
    pub(super) in_guard: bool,
    impurity: Option<Impurity>,
}

/// Which object the code runs for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    Instance,
    Static,
    /// The initialiser of a static field.
    StaticInitialiser,
    /// The initialiser of a field of an object, which runs inside `new`.
    FieldInitialiser,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegionKind {
    Method,
    Atomic,
    Try,
    Foreach,
}

struct Region {
    outer: Option<RegionId>,
    kind: RegionKind,
    span: Span,
}

struct LabelState {
    id: LabelId,
    /// Where the label stands, once it is known.
    defined: Option<(Span, RegionId)>,
}

struct Goto {
    label: ast::Ident,
    region: RegionId,
}

impl<'a> Sema<'a> {
    pub(super) fn check_item(&mut self, item: CodeItem<'a>) {
        match item {
            CodeItem::Method { method, body } => self.check_method(method, body),
            CodeItem::Initialiser { field, value } => self.check_initialiser(field, value),
        }
    }

    fn check_method(&mut self, method: MethodId, block: &'a ast::Block) {
        let info = &self.program.methods[method];
        let context = if info.is_static { Context::Static } else { Context::Instance };
        let (owner, result, params) = (info.owner, info.result, info.params.clone());
        let mut checker = BodyChecker::new(self, owner, context, result, block.span);
        for param in params {
            let symbol = checker.sema.interner.lookup(&param.name);
            checker.declare_variable(symbol, Var { name: param.name, ty: param.ty, span: param.span });
        }
        let stmts = checker.block(block);
        checker.check_gotos();
        let (mut body, impurity) = (checker.body, checker.impurity);
        body.stmts = stmts;
        body.end = Some(Span::new(block.span.file, block.span.end - 1, block.span.end));
        if result.is_some() && flow::completes(&body.stmts, &self.program.exprs) {
            self.missing_return(method);
        }
        self.observers.record(method, impurity);
        self.program.methods[method].body = Some(body);
    }

    fn missing_return(&mut self, method: MethodId) {
        let info = &self.program.methods[method];
        let message = format!("`{}` may end without returning a value", info.name);
        self.report(
            Diagnostic::warning(&codes::MISSING_RETURN, message)
                .at(info.span, "some path reaches the end")
                .note("the call then gives the default of its type"),
        );
    }

    fn check_initialiser(&mut self, field: FieldId, value: ast::ExprId) {
        let info = &self.program.fields[field];
        let context = if info.is_static { Context::StaticInitialiser } else { Context::FieldInitialiser };
        let (owner, ty, span) = (info.owner, info.ty, info.span);
        let mut checker = BodyChecker::new(self, owner, context, None, span);
        let value = checker.value(value);
        let value = checker.coerce(value, ty, "the initialiser");
        self.program.fields[field].init = Some(value);
        if context == Context::StaticInitialiser {
            self.program.static_inits.push(field);
        }
    }
}

impl<'s, 'a> BodyChecker<'s, 'a> {
    fn new(sema: &'s mut Sema<'a>, owner: TypeId, context: Context, result: Option<Ty>, span: Span) -> Self {
        let mut regions = IndexVec::new();
        let region = regions.push(Region { outer: None, kind: RegionKind::Method, span });
        Self {
            sema,
            owner,
            context,
            result,
            body: Body::default(),
            scopes: vec![FxHashMap::default()],
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            regions,
            region,
            filter: None,
            in_guard: false,
            impurity: None,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.sema.report(diagnostic);
    }

    pub(super) fn text(&self, symbol: Symbol) -> &'a str {
        self.sema.text(symbol)
    }

    pub(super) fn add(&mut self, kind: ExprKind, ty: Ty, span: Span) -> ExprId {
        self.sema.program.exprs.add(kind, ty, span)
    }

    pub(super) fn error(&mut self, span: Span) -> ExprId {
        self.add(ExprKind::Error, Ty::Error, span)
    }

    pub(super) fn ty(&self, expr: ExprId) -> Ty {
        self.sema.program.exprs[expr].ty
    }

    pub(super) fn span(&self, expr: ExprId) -> Span {
        self.sema.program.exprs[expr].span
    }

    /// The type of an expression, as the user writes it.
    pub(super) fn shown_type(&self, expr: ExprId) -> String {
        self.sema.type_name(self.ty(expr))
    }

    // -------------------------------------------------------------------------------------- effects

    /// Notes an effect: an error where a `select` looks, and otherwise a reason why no `select` may call this.
    pub(super) fn effect(&mut self, span: Span, what: &'static str) {
        if self.in_guard {
            self.report(
                Diagnostic::error(
                    &codes::NOT_EFFECT_FREE,
                    format!("what a `select` looks at must be free of effects, but this {what}"),
                )
                .at(span, what),
            );
        } else {
            self.impurity.get_or_insert(Impurity { span, what });
        }
    }

    /// Notes a call, which may raise what the method raises.
    pub(super) fn note_call(&mut self, method: MethodId, span: Span) {
        if self.in_guard {
            self.sema.observers.call(method, span);
        }
        self.note_raise(RaiseSource::Call(method));
    }

    pub(super) fn note_raise(&mut self, source: RaiseSource) {
        self.body.raise_sites.push(RaiseSite { source, filter: self.filter });
    }

    // ---------------------------------------------------------------------------------------- scopes

    pub(super) fn in_scope<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(FxHashMap::default());
        let value = inside(self);
        self.scopes.pop();
        value
    }

    /// Declares a variable; its name must differ from all variables that are in scope.
    pub(super) fn declare_variable(&mut self, symbol: Option<Symbol>, var: Var) -> VarId {
        let (name, span) = (var.name.clone(), var.span);
        let id = self.body.vars.push(var);
        let Some(symbol) = symbol else { return id };
        if let Some(first) = self.variable(symbol) {
            let message = format!("the variable `{name}` is declared twice");
            let first = self.body.vars[first].span;
            self.sema.report_duplicate(&codes::DUPLICATE_VARIABLE, message, span, first);
        }
        let scope = self.scopes.last_mut().expect("a body has at least one scope");
        scope.insert(symbol, id);
        id
    }

    pub(super) fn variable(&self, symbol: Symbol) -> Option<VarId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(&symbol).copied())
    }

    pub(super) fn member(&self, owner: TypeId, symbol: Symbol) -> Option<Member> {
        self.sema.members.get(&(owner, symbol)).copied()
    }

    /// A name close to an unknown one, among the variables, the members of the class, and the types.
    pub(super) fn similar_name(&self, wanted: &str) -> Option<String> {
        let visible = self.scopes.iter().flat_map(|scope| scope.values());
        let mut variables: Vec<VarId> = visible.copied().collect();
        variables.sort_unstable();
        let variables = variables.iter().map(|&var| self.body.vars[var].name.as_str());
        let types = self.sema.program.types.iter().map(|def| def.name.as_str());
        let members = self.member_names(self.owner);
        self.sema.nearest(wanted, variables.chain(members).chain(types)).map(str::to_owned)
    }

    pub(super) fn member_names(&self, owner: TypeId) -> impl Iterator<Item = &str> {
        let program = &self.sema.program;
        let fields = program.fields.iter().filter(move |field| field.owner == owner);
        let methods = program.methods.iter().filter(move |method| method.owner == owner);
        fields.map(|field| field.name.as_str()).chain(methods.map(|method| method.name.as_str()))
    }

    // ------------------------------------------------------------------------------ labels and regions

    pub(super) fn in_region<T>(
        &mut self,
        kind: RegionKind,
        span: Span,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.region;
        self.region = self.regions.push(Region { outer: Some(outer), kind, span });
        let value = inside(self);
        self.region = outer;
        value
    }

    /// The innermost region of this kind around the current place.
    pub(super) fn enclosing(&self, kind: RegionKind) -> Option<Span> {
        self.regions_outwards(self.region).find(|region| region.kind == kind).map(|region| region.span)
    }

    fn regions_outwards(&self, from: RegionId) -> impl Iterator<Item = &Region> {
        std::iter::successors(Some(&self.regions[from]), |region| {
            region.outer.map(|outer| &self.regions[outer])
        })
    }

    fn label(&mut self, label: ast::Ident) -> &mut LabelState {
        let name = self.text(label.name);
        let new = || Label { name: name.to_owned(), span: label.span, in_atomic: false };
        let labels = &mut self.body.labels;
        self.labels.entry(label.name).or_insert_with(|| LabelState { id: labels.push(new()), defined: None })
    }

    pub(super) fn define_label(&mut self, label: ast::Ident) -> LabelId {
        let region = self.region;
        let in_atomic = self.enclosing(RegionKind::Atomic).is_some();
        let state = self.label(label);
        let (id, earlier) = (state.id, state.defined.replace((label.span, region)));
        self.body.labels[id] = Label { name: self.text(label.name).to_owned(), span: label.span, in_atomic };
        if let Some((first, _)) = earlier {
            let message = format!("the label `{}` is declared twice", self.text(label.name));
            self.sema.report_duplicate(&codes::DUPLICATE_LABEL, message, label.span, first);
        }
        id
    }

    pub(super) fn use_label(&mut self, label: ast::Ident) -> LabelId {
        self.gotos.push(Goto { label, region: self.region });
        self.label(label).id
    }

    /// Once all labels are known: each `goto` has its label, and enters no region.
    fn check_gotos(&mut self) {
        for goto in std::mem::take(&mut self.gotos) {
            match self.labels[&goto.label.name].defined {
                None => self.unknown_label(goto.label),
                Some((_, target)) => self.check_jump(&goto, target),
            }
        }
    }

    fn unknown_label(&mut self, label: ast::Ident) {
        let text = self.text(label.name);
        let mut diagnostic = Diagnostic::error(
            &codes::UNKNOWN_LABEL,
            format!("no statement of the method has the label `{text}`"),
        )
        .at(label.span, "unknown label");
        let mut known: Vec<&str> = self
            .labels
            .iter()
            .filter(|(_, state)| state.defined.is_some())
            .map(|(&symbol, _)| self.text(symbol))
            .collect();
        known.sort_unstable();
        if let Some(near) = self.sema.nearest(text, known) {
            diagnostic = diagnostic.help(similar::did_you_mean(near));
        }
        self.report(diagnostic);
    }

    fn check_jump(&mut self, goto: &Goto, target: RegionId) {
        let mut around = Some(goto.region);
        while let Some(region) = around {
            if region == target {
                return;
            }
            around = self.regions[region].outer;
        }
        let Region { kind, span, .. } = self.regions[target];
        let what = match kind {
            RegionKind::Method => unreachable!("the region of the method is around every statement"),
            RegionKind::Atomic => "an `atomic` block",
            RegionKind::Try => "the body of a `try`",
            RegionKind::Foreach => "the body of a `foreach`",
        };
        self.report(
            Diagnostic::error(&codes::JUMP_INTO_REGION, format!("`goto` jumps into {what}"))
                .at(goto.label.span, "jumps from outside")
                .at(span, "into this"),
        );
    }
}
