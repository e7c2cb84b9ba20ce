//! Random Javalite programs, from a seed: source text of closed programs that end.
//!
//! A method calls only methods that come after it, and the counter of a loop is known to the loop alone, so that every
//! execution ends. Everything else may happen: null dereferences, divisions by zero, failed casts, assertions.

use std::fmt::Write;

use crate::rng::Rng;

/// Methods of `Main`: each calls later ones only.
const METHODS: usize = 4;
const DEPTH: usize = 4;
const INDENT: &str = "      ";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Int,
    Bool,
    Unit,
    A,
    B,
}

const TYPES: [Ty; 4] = [Ty::Int, Ty::Bool, Ty::A, Ty::B];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Bool => "bool",
            Ty::Unit => "unit",
            Ty::A => "A",
            Ty::B => "B",
        }
    }

    fn is_reference(self) -> bool {
        matches!(self, Ty::A | Ty::B)
    }
}

struct Method {
    result: Ty,
    params: Vec<Ty>,
}

struct Generator {
    rng: Rng,
    methods: Vec<Method>,
    /// The first method that may be called.
    callable: usize,
    /// Variables that may be read, and whether they may be assigned.
    scope: Vec<(String, Ty, bool)>,
    names: usize,
}

/// The program of a seed. Its main method has a number as its value, to which all methods add; with an expected number,
/// the program asserts that it is this one.
pub fn program(seed: u64, expected: Option<i32>) -> String {
    let mut rng = Rng::new(seed);
    let mut methods: Vec<Method> = (0..METHODS)
        .map(|_| {
            let result = if rng.chance(20) { Ty::Unit } else { *rng.pick(&TYPES) };
            let n_params = rng.below(3);
            Method { result, params: (0..n_params).map(|_| *rng.pick(&TYPES)).collect() }
        })
        .collect();
    methods[0].result = Ty::Int;
    let mut generator = Generator { rng, methods, callable: 0, scope: Vec::new(), names: 0 };
    generator.program(expected)
}

impl Generator {
    fn program(&mut self, expected: Option<i32>) -> String {
        let mut text = String::from(
            "((\n  (class A ([int n] [A next] [B other]) (\n    (int id ([int x]) (x + (this $ n)))\n    (A self () this)))\n  \
             (class B extends A ([bool flag]) (\n    (int id ([int x]) (if (this $ flag) (x - 1) else x))))\n  \
             (class Main ([A a] [B b] [int count]) (\n",
        );
        for index in 0..METHODS {
            let Method { result, params } = &self.methods[index];
            let (result, params) = (*result, params.clone());
            self.callable = index + 1;
            self.scope = params.iter().enumerate().map(|(at, &ty)| (format!("p{at}"), ty, true)).collect();
            let declared: Vec<String> =
                self.scope.iter().map(|(name, ty, _)| format!("[{} {name}]", ty.name())).collect();
            let body = self.sequence(result, DEPTH);
            writeln!(text, "    ({} m{index} ({})\n{INDENT}{body})", result.name(), declared.join(" "))
                .expect("a string takes all");
        }
        self.callable = 0;
        self.scope.clear();
        let first = self.call_method(0, 1);
        let (wanted, entry) =
            (expected.unwrap_or_default(), if expected.is_some() { "check" } else { "main" });
        write!(
            text,
            "    (int main () (begin\n{INDENT}(this $ a := (new A))\n{INDENT}(({first} * 31) + (this $ count))))\n    \
             (unit check () (assert ((this @ main ()) == {wanted})))))\n) (Main {entry}))\n"
        )
        .expect("a string takes all");
        text
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Some statements and a value.
    fn sequence(&mut self, ty: Ty, depth: usize) -> String {
        let parts: Vec<String> = (0..self.rng.below(3)).map(|_| self.statement(depth)).collect();
        let value = self.expr(ty, depth);
        if parts.is_empty() { value } else { format!("(begin {} {value})", parts.join(" ")) }
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.assignment(0);
        }
        match self.rng.below(8) {
            0 | 1 => self.assignment(depth),
            2 => {
                let condition = self.expr(Ty::Bool, depth - 1);
                format!("(if {condition} {} else {})", self.statement(depth - 1), self.statement(depth - 1))
            }
            3 => {
                let counter = self.fresh("k");
                let turns = 1 + self.rng.below(3);
                self.scope.push((counter.clone(), Ty::Int, false));
                let body = self.statement(depth - 1);
                self.scope.pop();
                format!(
                    "(var int {counter} := 0 in (while ({counter} < {turns}) (begin ({counter} := ({counter} + 1)) {body})))"
                )
            }
            4 => format!("(assert {})", self.likely(depth - 1)),
            5 => format!("(assume {})", self.likely(depth - 1)),
            6 => self.call(None, depth).unwrap_or_else(|| self.assignment(depth)),
            _ => {
                let ty = *self.rng.pick(&TYPES);
                self.expr(ty, depth)
            }
        }
    }

    /// A condition that is often true.
    fn likely(&mut self, depth: usize) -> String {
        let condition = self.expr(Ty::Bool, depth);
        if self.rng.chance(70) { format!("({condition} || ((this $ a) != null))") } else { condition }
    }

    fn assignment(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        let targets: Vec<(String, Ty)> =
            self.scope.iter().filter(|(_, _, free)| *free).map(|(name, ty, _)| (name.clone(), *ty)).collect();
        if !targets.is_empty() && self.rng.chance(50) {
            let (name, ty) = self.rng.pick(&targets).clone();
            return format!("({name} := {})", self.expr(ty, depth));
        }
        let objects: Vec<(String, Ty)> = targets.into_iter().filter(|(_, ty)| ty.is_reference()).collect();
        if !objects.is_empty() && self.rng.chance(50) {
            let (name, ty) = self.rng.pick(&objects).clone();
            let fields = [("n", Ty::Int), ("next", Ty::A), ("other", Ty::B), ("flag", Ty::Bool)];
            let (field, ty) = *self.rng.pick(if ty == Ty::B { &fields } else { &fields[..3] });
            return format!("({name} $ {field} := {})", self.expr(ty, depth));
        }
        let (field, ty) = *self.rng.pick(&[("a", Ty::A), ("b", Ty::B), ("count", Ty::Int)]);
        format!("(this $ {field} := {})", self.expr(ty, depth))
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.rng.chance(15) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.rng.below(10) {
            0 => {
                let condition = self.expr(Ty::Bool, depth);
                format!("(if {condition} {} else {})", self.expr(ty, depth), self.expr(ty, depth))
            }
            1 => {
                let (name, declared) = (self.fresh("v"), *self.rng.pick(&TYPES));
                let first = self.expr(declared, depth);
                self.scope.push((name.clone(), declared, true));
                let body = self.sequence(ty, depth);
                self.scope.pop();
                format!("(var {} {name} := {first} in {body})", declared.name())
            }
            2 => self.call(Some(ty), depth).unwrap_or_else(|| self.leaf(ty)),
            3 => self.sequence(ty, depth),
            4 => self.assigned(ty, depth),
            _ => self.operation(ty, depth),
        }
    }

    /// An assignment to a variable of this type, or to a field of `this`, as a value.
    fn assigned(&mut self, ty: Ty, depth: usize) -> String {
        let fits = |(_, of, free): &&(String, Ty, bool)| *of == ty && *free;
        let known: Vec<String> = self.scope.iter().filter(fits).map(|(name, _, _)| name.clone()).collect();
        let target = match self.rng.try_pick(&known) {
            Some(name) => name.clone(),
            None => match ty {
                Ty::Int => "this $ count".to_owned(),
                Ty::A => "this $ a".to_owned(),
                Ty::B => "this $ b".to_owned(),
                Ty::Bool | Ty::Unit => return self.expr(ty, depth),
            },
        };
        format!("({target} := {})", self.expr(ty, depth))
    }

    fn operation(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => match self.rng.below(5) {
                0 | 1 => {
                    let sign = *self.rng.pick(&["+", "-", "*"]);
                    format!("({} {sign} {})", self.expr(Ty::Int, depth), self.expr(Ty::Int, depth))
                }
                2 => {
                    let sign = *self.rng.pick(&["/", "%"]);
                    let divisor =
                        if self.rng.chance(70) { "3".to_owned() } else { self.expr(Ty::Int, depth) };
                    format!("({} {sign} {divisor})", self.expr(Ty::Int, depth))
                }
                3 => format!("({} $ n)", self.object(Ty::A, depth)),
                _ => format!("({} @ id {})", self.object(Ty::A, depth), self.expr(Ty::Int, depth)),
            },
            Ty::Bool => match self.rng.below(6) {
                0 => {
                    let sign = *self.rng.pick(&["&&", "||", "=", "!="]);
                    format!("({} {sign} {})", self.expr(Ty::Bool, depth), self.expr(Ty::Bool, depth))
                }
                1 => {
                    let sign = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                    format!("({} {sign} {})", self.expr(Ty::Int, depth), self.expr(Ty::Int, depth))
                }
                2 | 3 => {
                    let sign = *self.rng.pick(&["=", "!="]);
                    let right = *self.rng.pick(&[Ty::A, Ty::B]);
                    format!("({} {sign} {})", self.expr(Ty::A, depth), self.expr(right, depth))
                }
                4 => format!("(! {})", self.expr(Ty::Bool, depth)),
                _ => format!("({} instanceof B)", self.expr(Ty::A, depth)),
            },
            Ty::A => match self.rng.below(4) {
                0 => format!("({} $ next)", self.object(Ty::A, depth)),
                1 => format!("({} @ self ())", self.object(Ty::A, depth)),
                2 => format!("(A {})", self.expr(Ty::B, depth)),
                _ => self.expr(Ty::B, depth),
            },
            Ty::B => match self.rng.below(3) {
                0 => format!("({} $ other)", self.object(Ty::A, depth)),
                1 => "(new B)".to_owned(),
                _ => format!("(B {})", self.expr(Ty::A, depth)),
            },
            Ty::Unit => self.leaf(ty),
        }
    }

    /// An object that is not always null.
    fn object(&mut self, ty: Ty, depth: usize) -> String {
        if self.rng.chance(60) {
            return self.rng.pick(&["(this $ a)", "(new A)", "(new B)"]).to_string();
        }
        match self.expr(ty, depth) {
            literal if literal == "null" => "(this $ a)".to_owned(),
            object => object,
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let known: Vec<String> =
            self.scope.iter().filter(|(_, of, _)| *of == ty).map(|(name, _, _)| name.clone()).collect();
        if !known.is_empty() && self.rng.chance(70) {
            return self.rng.pick(&known).clone();
        }
        match ty {
            Ty::Int => (self.rng.below(7) as i64 - 2).to_string(),
            Ty::Bool => self.rng.pick(&["true", "false"]).to_string(),
            Ty::Unit => "unit".to_owned(),
            Ty::A => self.rng.pick(&["(this $ a)", "(new A)", "(A null)"]).to_string(),
            Ty::B => self.rng.pick(&["(this $ b)", "(new B)", "(B null)"]).to_string(),
        }
    }

    /// A call of a later method, of this type if one is asked for.
    fn call(&mut self, ty: Option<Ty>, depth: usize) -> Option<String> {
        let fits = |method: &Method| ty.is_none_or(|ty| method.result == ty);
        let fitting: Vec<usize> =
            (self.callable..METHODS).filter(|&index| fits(&self.methods[index])).collect();
        let index = *self.rng.try_pick(&fitting)?;
        Some(self.call_method(index, depth))
    }

    fn call_method(&mut self, index: usize, depth: usize) -> String {
        let params = self.methods[index].params.clone();
        let args: Vec<String> = params.iter().map(|&ty| self.expr(ty, depth.saturating_sub(1))).collect();
        format!("(this @ m{index} ({}))", args.join(" "))
    }
}
