//! Random Java programs that end: arithmetic at all widths, exceptions through finally, dispatch, arrays, switches on
//! strings, static initialisers, boxes, lambdas and concatenation. Everything that happens is printed.
//!
//! Methods call only those before them, and loops count to a small number. A program is a tree of statements, so that
//! it can be made smaller.

use super::expressions::{Method, Scope, Type, Variable};
use crate::rng::Rng;

/// A statement: text before, statements inside, text after. What is inside may be left out.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub open: String,
    pub inner: Vec<Stmt>,
    pub close: String,
}

/// A program, whose class has a name of its own.
#[derive(Clone, Debug)]
pub struct JavaProgram {
    pub name: String,
    pub methods: Vec<Stmt>,
}

/// What every program has: shapes for dispatch, and classes whose initialisers say when they run.
const PRELUDE: &str = r#"
    interface Shape {
        int size(int x);

        default String name() {
            return "shape" + size(1);
        }
    }

    static class Square implements Shape {
        int side;

        Square(int side) {
            this.side = side;
            if (side == 13) {
                throw new Own(side);
            }
        }

        public int size(int x) {
            return side * x;
        }
    }

    static class Cube extends Square {
        Cube(int side) {
            super(side + 1);
        }

        @Override
        public int size(int x) {
            return super.size(x) * side;
        }

        @Override
        public String name() {
            return "cube";
        }

        @Override
        public String toString() {
            return "Cube:" + side;
        }
    }

    enum Kind implements Shape {
        FLAT {
            public int size(int x) {
                return 0;
            }
        },
        ROUND {
            public int size(int x) {
                return 3 * x;
            }
        }
    }

    static class Own extends RuntimeException {
        final int code;

        Own(int code) {
            super("own " + code);
            this.code = code;
        }
    }

    static class Registry0 {
        static int count = say("Registry0", 1);

        static Shape get(int x) {
            count++;
            return x > 0 ? new Square(x) : null;
        }
    }

    static class Registry1 extends Registry0 {
        static int count = say("Registry1", Registry0.count + 1);

        static Shape get(int x) {
            count += x;
            return new Cube(count);
        }
    }

    static class Registry2 {
        static int count = 10 / say("Registry2", flag ? 1 : 0);

        static Shape get(int x) {
            return Kind.valueOf(x == 0 ? "FLAT" : "ROUND");
        }
    }

    static boolean flag;
    static int steps;

    static int say(String name, int value) {
        System.out.println("init " + name);
        return value;
    }

    static Integer box(int x) {
        return x;
    }

    static String shown(Object o) {
        return o instanceof Cube || o instanceof Kind ? o.toString() : o == null ? "none" : "some";
    }

    static void caught(Throwable t) {
        System.out.println("caught " + t.getClass().getName() + (t instanceof Own ? t.getMessage() : ""));
    }
"#;

impl JavaProgram {
    pub fn random(seed: u64) -> Self {
        let name = format!("Random{seed}");
        let mut maker =
            Maker { rng: Rng::new(seed), methods: Vec::new(), variables: Vec::new(), fresh: 0, loops: 0 };
        let n_methods = maker.rng.between(2, 4);
        let mut methods: Vec<Stmt> = (0..n_methods).map(|index| maker.method(index)).collect();
        methods.push(maker.main());
        Self { name, methods }
    }

    pub fn text(&self) -> String {
        let mut text = format!("public class {} {{{PRELUDE}\n", self.name);
        for method in &self.methods {
            method.write(1, &mut text);
        }
        text.push_str("}\n");
        text
    }
}

impl Stmt {
    fn leaf(text: String) -> Self {
        Self { open: text, inner: Vec::new(), close: String::new() }
    }

    /// Statements that belong together.
    fn group(inner: Vec<Stmt>) -> Self {
        Self { open: String::new(), inner, close: String::new() }
    }

    fn block(open: &str, inner: Vec<Stmt>) -> Self {
        Self { open: format!("{open} {{"), inner, close: "}".to_owned() }
    }

    fn write(&self, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        if !self.open.is_empty() {
            text.push_str(&format!("{indent}{}\n", self.open));
        }
        self.inner.iter().for_each(|inner| inner.write(depth + 1, text));
        if !self.close.is_empty() {
            text.push_str(&format!("{indent}{}\n", self.close));
        }
    }
}

struct Maker {
    rng: Rng,
    methods: Vec<Method>,
    variables: Vec<Variable>,
    fresh: usize,
    /// Loops around the place.
    loops: usize,
}

impl Maker {
    fn expression(&mut self, ty: Type) -> String {
        let depth = self.rng.between(1, 3);
        let scope = Scope { variables: &self.variables, methods: &self.methods };
        scope.expression(&mut self.rng, ty, depth)
    }

    fn any_type(&mut self) -> Type {
        *self.rng.pick(&Type::ALL)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn method(&mut self, index: usize) -> Stmt {
        let params: Vec<Type> = (0..self.rng.below(3)).map(|_| self.any_type()).collect();
        let result = self.any_type();
        self.variables.clear();
        let mut declared = Vec::new();
        for &ty in &params {
            let name = self.name("p");
            declared.push(format!("final {} {name}", ty.name()));
            self.variables.push(Variable { name, ty, may_change: false, is_final: true });
        }
        let name = format!("m{index}");
        let mut body = self.statements(2);
        let value = self.expression(result);
        body.push(Stmt::leaf(format!("return {value};")));
        let open = format!("static {} {name}({})", result.name(), declared.join(", "));
        self.methods.push(Method { name, params, result });
        Stmt::block(&open, body)
    }

    /// Everything is done in parts that catch what they throw, but for the last one.
    fn main(&mut self) -> Stmt {
        self.variables.clear();
        let mut body: Vec<Stmt> = (0..6).map(|_| self.guarded()).collect();
        body.extend(self.statements(2));
        Stmt::block("public static void main(String[] args)", body)
    }

    fn guarded(&mut self) -> Stmt {
        let mut attempted = self.statements(2);
        let methods = self.methods.clone();
        let Method { name, params, result } = self.rng.pick(&methods).clone();
        let arguments: Vec<String> = params.iter().map(|&param| self.expression(param)).collect();
        let call = format!("{name}({})", arguments.join(", "));
        let printed = if result == Type::Shape { format!("shown({call})") } else { result.shown(&call) };
        attempted.push(Stmt::leaf(format!("System.out.println({printed});")));
        let name = self.name("e");
        let handler =
            Stmt::block(&format!("catch (Throwable {name})"), vec![Stmt::leaf(format!("caught({name});"))]);
        Stmt::group(vec![Stmt::block("try", attempted), handler])
    }

    /// Some statements; their variables end with them.
    fn statements(&mut self, depth: usize) -> Vec<Stmt> {
        let visible = self.variables.len();
        let count = self.rng.between(1, 1 + depth);
        let made = (0..count).map(|_| self.statement(depth)).collect();
        self.variables.truncate(visible);
        made
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        let simple = depth == 0;
        match self.rng.below(if simple { 8 } else { 18 }) {
            0..=2 => self.declaration(),
            3 | 4 => self.print(),
            5 => self.assignment(),
            6 => self.throw(),
            7 => self.leave(),
            8 | 9 => {
                let condition = self.expression(Type::Boolean);
                let mut parts = vec![Stmt::block(&format!("if ({condition})"), self.statements(depth - 1))];
                if self.rng.chance(50) {
                    parts.push(Stmt::block("else", self.statements(depth - 1)));
                }
                Stmt::group(parts)
            }
            10 | 11 => self.counted_loop(depth),
            12 => self.switch(depth),
            _ => self.attempt(depth),
        }
    }

    fn declaration(&mut self) -> Stmt {
        let ty = self.any_type();
        let value = self.expression(ty);
        let is_final = self.rng.chance(40);
        let name = self.name("v");
        let modifier = if is_final { "final " } else { "" };
        let text = format!("{modifier}{} {name} = {value};", ty.name());
        self.variables.push(Variable { name, ty, may_change: !is_final, is_final });
        Stmt::leaf(text)
    }

    fn print(&mut self) -> Stmt {
        let ty = self.any_type();
        let value = self.expression(ty);
        let shown = if ty == Type::Shape { format!("shown({value})") } else { ty.shown(&value) };
        Stmt::leaf(format!("System.out.println({shown});"))
    }

    fn assignment(&mut self) -> Stmt {
        let changing: Vec<Variable> =
            self.variables.iter().filter(|variable| variable.may_change).cloned().collect();
        let Some(variable) = self.rng.try_pick(&changing).cloned() else {
            return Stmt::leaf("flag = !flag;".to_owned());
        };
        let Variable { name, ty, .. } = variable;
        let value = self.expression(ty);
        Stmt::leaf(match ty {
            Type::Int | Type::Long | Type::Byte | Type::Short | Type::Char if self.rng.chance(60) => {
                let operator =
                    *self.rng.pick(&["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ">>>=", "&=", "|=", "^="]);
                match self.rng.below(3) {
                    0 => format!("{name}{};", self.rng.pick(&["++", "--"])),
                    _ => format!("{name} {operator} {value};"),
                }
            }
            Type::Float | Type::Double if self.rng.chance(50) => format!("{name} *= {value};"),
            Type::Text if self.rng.chance(50) => format!("{name} += {value};"),
            Type::Box if self.rng.chance(50) => format!("{name} += {value};"),
            Type::Ints if self.rng.chance(60) => {
                let (index, element) = (self.expression(Type::Int), self.expression(Type::Int));
                format!("{name}[{index}] = {element};")
            }
            _ => format!("{name} = {value};"),
        })
    }

    /// Conditional, so that what follows can be reached.
    fn throw(&mut self) -> Stmt {
        let condition = self.expression(Type::Boolean);
        let code = self.expression(Type::Int);
        let exception = match self.rng.below(4) {
            0 => "new IllegalStateException(\"state\")".to_owned(),
            1 => "new AssertionError()".to_owned(),
            _ => format!("new Own({code})"),
        };
        Stmt::leaf(format!("if (flag ^ {condition}) throw {exception};"))
    }

    fn leave(&mut self) -> Stmt {
        let condition = self.expression(Type::Boolean);
        if self.loops == 0 {
            return Stmt::leaf(format!("assert {condition} || !flag;"));
        }
        let how = *self.rng.pick(&["break", "continue"]);
        Stmt::leaf(format!("if (flag | {condition}) {how};"))
    }

    fn counted_loop(&mut self, depth: usize) -> Stmt {
        let name = self.name("i");
        let most = self.rng.between(1, 3);
        let visible = self.variables.len();
        self.variables.push(Variable {
            name: name.clone(),
            ty: Type::Int,
            may_change: false,
            is_final: false,
        });
        self.loops += 1;
        let body = self.statements(depth - 1);
        self.loops -= 1;
        self.variables.truncate(visible);
        Stmt::block(&format!("for (int {name} = 0; {name} < {most}; {name}++)"), body)
    }

    fn switch(&mut self, depth: usize) -> Stmt {
        let strings = self.rng.chance(50);
        let labels: &[&str] =
            if strings { &["\"Aa\"", "\"BB\"", "\"a\"", "\"\""] } else { &["0", "1", "-2", "65536"] };
        let value = self.expression(if strings { Type::Text } else { Type::Int });
        let mut cases = Vec::new();
        for label in labels.iter().take(self.rng.between(1, 4)) {
            cases.push(self.case(&format!("case {label}:"), depth));
        }
        cases.push(self.case("default:", depth));
        Stmt::block(&format!("switch ({value})"), cases)
    }

    fn case(&mut self, label: &str, depth: usize) -> Stmt {
        let mut body = self.statements(depth - 1);
        if self.rng.chance(70) {
            body.push(Stmt::leaf("if (steps++ < 1000) break;".to_owned()));
        }
        Stmt::block(label, body)
    }

    fn attempt(&mut self, depth: usize) -> Stmt {
        let mut parts = vec![Stmt::block("try", self.statements(depth - 1))];
        let catches = [
            "ArithmeticException",
            "NullPointerException | ClassCastException",
            "Own",
            "IndexOutOfBoundsException",
            "RuntimeException",
            "Throwable",
        ];
        let first = self.rng.below(catches.len());
        let mut handlers = vec![catches[first]];
        if first < 4 && self.rng.chance(50) {
            handlers.push(catches[4 + self.rng.below(2)]);
        }
        for handler in handlers {
            if self.rng.chance(15) {
                continue;
            }
            let name = self.name("e");
            let mut body = vec![Stmt::leaf(format!("caught({name});"))];
            body.extend(self.statements(depth - 1));
            parts.push(Stmt::block(&format!("catch ({handler} {name})"), body));
        }
        if parts.len() == 1 || self.rng.chance(50) {
            let mut body = vec![Stmt::leaf("System.out.println(\"finally\");".to_owned())];
            body.extend(self.statements(depth - 1));
            parts.push(Stmt::block("finally", body));
        }
        Stmt::group(parts)
    }
}
