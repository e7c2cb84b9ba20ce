//! The diagnostics of this crate: `CP0073` to `CP0079` and `CP0082` to `CP0084`, about the names of a formula and
//! their types.

use base::Code;

/// All codes, in ascending order.
pub static CODES: &[&Code] = &[
    &UNKNOWN_NAME,
    &UNKNOWN_LABEL,
    &UNKNOWN_PROCEDURE,
    &NOT_A_REFERENCE,
    &LOCAL_AMONG_THREADS,
    &VARIABLE_AND_FIELD,
    &TRUE_WITHOUT_OBJECTS,
    &TYPES_DO_NOT_FIT,
    &NO_SUCH_ELEMENT,
    &UNKNOWN_THREAD,
];

pub static UNKNOWN_NAME: Code = Code {
    id: "CP0073",
    title: "unknown variable or field in a formula",
    explanation: "\
A name of a formula is `nil`, a global variable, a local variable of some procedure, or a field. The first name of a \
path that is compared, and a name after `!`, is a variable; the later names of such a path are fields.

```text
G (x.nxt == nil)       // the field is called `next`
G (next == x)          // a comparison begins with a variable
```

A global that belongs to a class can be named without the class if no other global has that name; with the class it is \
`Main.g`. A constant of an enum is named likewise, `Idle` or `State.Idle`, where it is compared. A local variable of \
one thread is `@1.x`, or `Worker@1.x` while that thread runs `Worker`.",
};

pub static UNKNOWN_LABEL: Code = Code {
    id: "CP0074",
    title: "unknown label in a formula",
    explanation: "\
`@at(label)` names a label of the program. A label in code that can never run, after an endless loop, is not there either.

```text
loop: x := x.next;          // in the program
G (@at(loop) -> x != nil)   // in the property
```",
};

pub static UNKNOWN_PROCEDURE: Code = Code {
    id: "CP0075",
    title: "unknown procedure in a formula",
    explanation: "\
`@in(procedure)` names a procedure of the program, with its class or without.

```text
F @in(Stack.push)
F @in(push)            // any procedure of that name
```",
};

pub static NOT_A_REFERENCE: Code = Code {
    id: "CP0076",
    title: "plain value where an object is needed",
    explanation: "\
Path expressions lead from object to object, so their variables and fields hold references. The same is true of both \
ends of `reach`, and of all that comes before a point in a path. A variable that holds a number or a truth value can \
be compared only.

```text
G count                // wrong: count is a number
G (count == limit)     // right
G (x.size.next == y)   // wrong: what comes before `.next` is no object
```",
};

pub static LOCAL_AMONG_THREADS: Code = Code {
    id: "CP0077",
    title: "local variable in a formula about several threads",
    explanation: "\
A local variable belongs to a procedure that runs. With several threads, several procedures run at once, and a name \
alone does not say which of them is meant. Say of which thread it is, and of which procedure if there are several:

```text
G (me == 0)              // wrong: whose?
G (@1.me == 0)           // thread 1, whatever it runs that has a local variable `me`
G (Worker@1.me == 0)     // thread 1 while it runs `Worker`
```

Threads are numbered from 0 in the order in which they start. Where the thread does not run such a procedure, the comparison is false.",
};

pub static VARIABLE_AND_FIELD: Code = Code {
    id: "CP0078",
    title: "name of both a variable and a field",
    explanation: "\
In a path expression a name can be a variable, which is tested, or a field, which is followed. A name that is both is \
taken as the variable.

```text
G (next.nil + !next)   // with a variable `next`: a test, not a step along the field
```

After the first point of a path that is compared (`x.next == y`) a name is always a field. Elsewhere, give the \
variable another name in the program.",
};

pub static TRUE_WITHOUT_OBJECTS: Code = Code {
    id: "CP0079",
    title: "path expression that asks nothing of an empty heap",
    explanation: "\
A path expression holds if *every* visible object can take it. This one begins with the test of a variable, so it says \
that the variable points to every visible object there is. That is true where no object is visible at all, and false \
as soon as there is a second one; both are seldom meant.

```text
F x.f*.nil             // true at once if the heap is empty
F some x.f*.nil        // there is an object, x points to it, and f leads to nil in the end
F (x.f*.nil + !x)      // if x points to an object, then f leads to nil in the end
F x != nil             // x points to an object
```",
};

pub static TYPES_DO_NOT_FIT: Code = Code {
    id: "CP0082",
    title: "values of a formula that cannot be compared",
    explanation: "\
Both sides of a comparison are of one kind: references, truth values, integers, decimal or floating-point numbers, \
texts, or constants of one enum. Integers of all widths compare as numbers. `<`, `<=`, `>` and `>=` compare numbers \
and constants of an enum, in the order of their declaration. A number that the other side can never be is refused too, \
and so is a text that is nowhere in the program. An atom without a comparison is a path to a truth value.

```text
G (locked == 1)        // wrong: `locked` is a truth value
G locked               // right
G (state == 2)         // wrong: `state` is of an enum
G (state == Idle)      // right
G (x < y)              // wrong, if both are references
```",
};

pub static NO_SUCH_ELEMENT: Code = Code {
    id: "CP0083",
    title: "element of a formula that is not there",
    explanation: "\
`x[0]` and `x[i]` are elements of an array: what stands before the brackets leads to one, and what stands between them \
is a number or a path to an integer, without brackets of its own. Elements are counted from 0. Where the length of an \
array is declared, a number beyond it is refused; elsewhere a path to an element that is not there leads nowhere, and \
a comparison with it is false.",
};

pub static UNKNOWN_THREAD: Code = Code {
    id: "CP0084",
    title: "unknown thread in a formula",
    explanation: "\
`@1` is the thread with the number 1, as the program itself would see it. Numbers count from 0 in the order in which \
threads start. This program starts no threads while it runs, so all its threads are known, and this is none of them.",
};
