//! The diagnostics of the driver: what may be read, but not asked.

use base::Code;

pub(crate) static CODES: &[&Code] = &[&NO_OTHER_FILE, &NOTHING_STARTS];

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
