//! The diagnostics of texts of given starts: `CP0085` and `CP0086`.

use base::Code;

/// All codes, in ascending order.
pub static CODES: &[&Code] = &[&MALFORMED_START, &UNFIT_START];

pub static MALFORMED_START: Code = Code {
    id: "CP0085",
    title: "malformed text of a start",
    explanation: r#"
The text says with which call an execution begins, and in which state. It does not follow the grammar. The message says
what may stand here.

```text
start Node.append(head = #1, count = 2) {
  global Main.limit = 8
  #1 = Node { next = #2, colour = Red }
  #2 = Node { next = null, colour = Red }
  #3 = "int[]" [1, 2, 3]
  #4 = IntSet {1, 2}
}
```

Objects are numbered from 1, in order. Names that are no words with points between stand in quotes.
"#,
};

pub static UNFIT_START: Code = Code {
    id: "CP0086",
    title: "the program cannot begin like this",
    explanation: r#"
The text says with which call an execution begins, and in which state, and the program has no such call or state: a name
is not there, a parameter has no value, a value is not of its type, or an object is not as its class has it.

```text
start Node.append(head = #1) {
  #1 = Node { next = 5 }        // wrong, if `next` is a reference: `null` or an object such as `#1` may stand here
}
```

Every parameter has a value. Globals and fields that are left out hold the defaults of their types: `false`, 0, the
first constant of an enum, `null`. The initialisation of the program does not run before the call, and cannot be called.
"#,
};
