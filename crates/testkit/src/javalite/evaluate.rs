//! What a Javalite program does, straight from its tree: an oracle for the lowering, which knows nothing of it.
//!
//! Environments are lists of names, methods are looked up by walking up the classes, and objects are maps. The program
//! has been checked; it must end, since there is no limit on steps.

use std::collections::HashMap;

use base::Symbol;
use base::syntax::Parsed;
use ir::BinOp;
use lang_javalite::ast::{BinaryOp, Class, Expr, ExprKind, Method, TypeKind, Unit};

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With the value of the method that it starts with, if that is a number.
    Returned(Option<i32>),
    /// An assumption failed.
    Discarded,
    /// By the name of the error in corpus files, and where it begins in the text.
    Failed(&'static str, u32),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Unit,
    Bool(bool),
    Int(i32),
    /// `None` is null.
    Ref(Option<usize>),
}

struct Object {
    class: Symbol,
    fields: HashMap<Symbol, Value>,
}

struct Evaluator<'a> {
    classes: HashMap<Symbol, &'a Class>,
    heap: Vec<Object>,
    this: Symbol,
}

type Scope = Vec<(Symbol, Value)>;

/// Executes the closed program of a tree without mistakes.
pub fn evaluate(parsed: &mut Parsed<Unit>) -> End {
    let this = parsed.interner.intern("this");
    let unit = &parsed.unit;
    let classes = unit.classes.iter().map(|class| (class.name.symbol, class)).collect();
    let mut evaluator = Evaluator { classes, heap: Vec::new(), this };
    let entry = unit.entry.expect("a program without mistakes has an entry");
    let object = evaluator.new_object(entry.class.symbol);
    let method = evaluator.method(entry.class.symbol, entry.method.symbol);
    let args = method.params.iter().map(|param| default_of(param.ty.kind)).collect();
    match evaluator.enter(object, method, args) {
        Ok(Value::Int(number)) => End::Returned(Some(number)),
        Ok(Value::Unit | Value::Bool(_) | Value::Ref(_)) => End::Returned(None),
        Err(end) => end,
    }
}

fn default_of(ty: TypeKind) -> Value {
    match ty {
        TypeKind::Unit => Value::Unit,
        TypeKind::Bool => Value::Bool(false),
        TypeKind::Int => Value::Int(0),
        TypeKind::Class(_) => Value::Ref(None),
    }
}

impl<'a> Evaluator<'a> {
    fn upwards(&self, class: Symbol) -> impl Iterator<Item = &'a Class> {
        let parent = |class: &&'a Class| class.parent.map(|parent| self.classes[&parent.symbol]);
        std::iter::successors(Some(self.classes[&class]), parent)
    }

    fn is_below(&self, class: Symbol, above: Symbol) -> bool {
        self.upwards(class).any(|upper| upper.name.symbol == above)
    }

    fn method(&self, class: Symbol, name: Symbol) -> &'a Method {
        let methods = self.upwards(class).flat_map(|class| &class.methods);
        methods.into_iter().find(|method| method.name.symbol == name).expect("the method was checked")
    }

    fn new_object(&mut self, class: Symbol) -> Value {
        let fields = self.upwards(class).flat_map(|class| &class.fields);
        let fields = fields.map(|field| (field.name.symbol, default_of(field.ty.kind))).collect();
        self.heap.push(Object { class, fields });
        Value::Ref(Some(self.heap.len() - 1))
    }

    fn enter(&mut self, this: Value, method: &Method, args: Vec<Value>) -> Result<Value, End> {
        let params = method.params.iter().map(|param| param.name.symbol);
        let mut scope: Scope = std::iter::once((self.this, this)).chain(params.zip(args)).collect();
        self.value(&method.body, &mut scope)
    }

    fn truth(&mut self, expr: &Expr, scope: &mut Scope) -> Result<bool, End> {
        Ok(self.value(expr, scope)? == Value::Bool(true))
    }

    /// The object, or an error at the expression around it.
    fn object(&self, value: Value, whole: &Expr) -> Result<usize, End> {
        match value {
            Value::Ref(Some(object)) => Ok(object),
            _ => Err(End::Failed("null-dereference", whole.span.start)),
        }
    }

    fn value(&mut self, expr: &Expr, scope: &mut Scope) -> Result<Value, End> {
        Ok(match &expr.kind {
            ExprKind::Variable(name) => *variable(scope, name.symbol),
            ExprKind::Null => Value::Ref(None),
            ExprKind::Unit => Value::Unit,
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Int(number) => Value::Int(*number as i32),
            ExprKind::New(class) => self.new_object(class.symbol),
            ExprKind::Load { object, field } => {
                let object = self.value(object, scope)?;
                self.heap[self.object(object, expr)?].fields[&field.symbol]
            }
            ExprKind::Store { object, field, value } => {
                let object = *variable(scope, object.symbol);
                let value = self.value(value, scope)?;
                let object = self.object(object, expr)?;
                self.heap[object].fields.insert(field.symbol, value);
                value
            }
            ExprKind::Assign { target, value } => {
                let value = self.value(value, scope)?;
                *variable(scope, target.symbol) = value;
                value
            }
            ExprKind::Call { receiver, method, args } => {
                let receiver = self.value(receiver, scope)?;
                let args = args.iter().map(|arg| self.value(arg, scope)).collect::<Result<Vec<_>, End>>()?;
                let class = self.heap[self.object(receiver, expr)?].class;
                self.enter(receiver, self.method(class, method.symbol), args)?
            }
            ExprKind::Var { variable, init, body, header: _ } => {
                let init = self.value(init, scope)?;
                scope.push((variable.name.symbol, init));
                let value = self.value(body, scope)?;
                scope.pop();
                value
            }
            ExprKind::If { condition, then, otherwise } => match self.truth(condition, scope)? {
                true => self.value(then, scope)?,
                false => self.value(otherwise, scope)?,
            },
            ExprKind::While { condition, body } => {
                while self.truth(condition, scope)? {
                    self.value(body, scope)?;
                }
                Value::Unit
            }
            ExprKind::Begin(parts) => {
                let mut last = Value::Unit;
                for part in parts {
                    last = self.value(part, scope)?;
                }
                last
            }
            ExprKind::Cast { class, value } => {
                let value = self.value(value, scope)?;
                match value {
                    Value::Ref(Some(object)) if !self.is_below(self.heap[object].class, class.symbol) => {
                        return Err(End::Failed("failed-cast", expr.span.start));
                    }
                    value => value,
                }
            }
            ExprKind::InstanceOf { value, class } => match self.value(value, scope)? {
                Value::Ref(Some(object)) => Value::Bool(self.is_below(self.heap[object].class, class.symbol)),
                _ => Value::Bool(false),
            },
            ExprKind::Assume(condition) => match self.truth(condition, scope)? {
                true => Value::Unit,
                false => return Err(End::Discarded),
            },
            ExprKind::Assert(condition) => match self.truth(condition, scope)? {
                true => Value::Unit,
                false => return Err(End::Failed("assertion", expr.span.start)),
            },
            ExprKind::Not(inner) => Value::Bool(!self.truth(inner, scope)?),
            ExprKind::Negate(inner) => Value::Int(number(self.value(inner, scope)?).wrapping_neg()),
            ExprKind::Binary { op: BinaryOp::Logical(op), left, right } => {
                let decides = *op == BinOp::Or;
                match self.truth(left, scope)? == decides {
                    true => Value::Bool(decides),
                    false => self.value(right, scope)?,
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (self.value(left, scope)?, self.value(right, scope)?);
                let zero = End::Failed("division-by-zero", expr.span.start);
                operation(*op, left, right).ok_or(zero)?
            }
            ExprKind::Bad => panic!("a program without mistakes was parsed"),
        })
    }
}

/// The innermost variable of a name.
fn variable(scope: &mut Scope, name: Symbol) -> &mut Value {
    let found = scope.iter_mut().rev().find(|(known, _)| *known == name);
    &mut found.expect("the variable was checked").1
}

fn number(value: Value) -> i32 {
    match value {
        Value::Int(number) => number,
        other => panic!("{other:?} where a number must be"),
    }
}

/// `None` for a division by zero.
fn operation(op: BinaryOp, left: Value, right: Value) -> Option<Value> {
    use BinOp::*;
    Some(match op {
        BinaryOp::Equality(op) => Value::Bool((left == right) == (op == Eq)),
        BinaryOp::Order(op) => {
            let order = number(left).cmp(&number(right));
            Value::Bool(match op {
                Lt => order.is_lt(),
                Le => order.is_le(),
                Gt => order.is_gt(),
                _ => order.is_ge(),
            })
        }
        BinaryOp::Arithmetic(op) => {
            let (left, right) = (number(left), number(right));
            Value::Int(match op {
                Add => left.wrapping_add(right),
                Sub => left.wrapping_sub(right),
                Mul => left.wrapping_mul(right),
                _ if right == 0 => return None,
                Div => left.wrapping_div(right),
                _ => left.wrapping_rem(right),
            })
        }
        BinaryOp::Logical(_) => panic!("the right side of {op:?} is evaluated only if it is needed"),
    })
}
