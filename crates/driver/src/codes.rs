//! The diagnostics of the driver: what may be read, but not asked.

use base::Code;

pub(crate) static CODES: &[&Code] =
    &[&NO_OTHER_FILE, &NOTHING_STARTS, &UNKNOWN_METHOD, &AMBIGUOUS_METHOD, &NO_PRECONDITION];

pub(crate) static NO_OTHER_FILE: Code = Code {
    id: "CP0089",
    title: "no other file",
    explanation: "\
The program is given as one text, and its language needs a further file. Put the program into a file of its own, beside\nthe others, and give the name of that file.",
};

pub(crate) static NOTHING_STARTS: Code = Code {
    id: "CP0058",
    title: "nothing to execute",
    explanation: r#"
The question is about the executions of the program, and the program has none: it starts no thread. Every answer would
be true and worth nothing.

In Zing, `activate` marks the methods that start when the program does. They are static and `void` and have no
parameters.

```zing
class Main {
    activate static void Run() { ... }
};
```

In the text form of the core language, a line `thread proc0` starts the procedure `proc0`, and `init proc0` executes it
first.

`cutpoint ir` and `cutpoint summarize` read such a file all the same.
"#,
};

pub(crate) static UNKNOWN_METHOD: Code = Code {
    id: "CP0095",
    title: "method to explore that is not there",
    explanation: "\
`cutpoint explore` takes the name of a method with its class, be it declared there or inherited, or the name of a procedure.

```text
cutpoint explore list.jl Node.contains      a method
cutpoint explore list.jl contains           the same, if no other class has one of this name
cutpoint explore model.cpir proc3           a procedure by its id in the text form
```",
};

pub(crate) static AMBIGUOUS_METHOD: Code = Code {
    id: "CP0096",
    title: "name of several methods",
    explanation: "\
An exploration begins with one procedure, and several have this name: methods of different classes, or what the classes below an interface \
have for one of its methods. Name one of them, with its class.

```text
cutpoint explore shapes.jl area             Circle.area or Square.area?
cutpoint explore shapes.jl Circle.area
```",
};

pub(crate) static NO_PRECONDITION: Code = Code {
    id: "CP0087",
    title: "method that is no precondition",
    explanation: "\
A precondition says which inputs of a method are meant. It is a method without parameters that returns a truth value and \
leaves the heap as it is, or a procedure with one parameter, the object. It is asked of the receiver and of every argument \
that is an object of its class.

```text
cutpoint check list.jl --entry List.remove --pre List.repOk
```",
};
