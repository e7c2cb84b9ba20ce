//! Pages on the kinds of errors that a check finds, for `cutpoint explain deadlock` and the like.

use base::Code;

/// One page for each kind, in the order of the alphabet.
pub(crate) static KINDS: &[&Code] = &[
    &ACCEPTANCE_CYCLE,
    &ARRAY_STORE,
    &ASSERTION,
    &BLOCKING_IN_ATOMIC,
    &DEADLOCK,
    &DIVISION_BY_ZERO,
    &EMPTY_CHOICE,
    &FAILED_CAST,
    &FORMULA,
    &INDEX_OUT_OF_BOUNDS,
    &NEGATIVE_LENGTH,
    &NULL_DEREFERENCE,
    &OUT_OF_RANGE,
    &OVERFLOW,
    &UNHANDLED_EXCEPTION,
];

static ACCEPTANCE_CYCLE: Code = Code {
    id: "acceptance-cycle",
    title: "an infinite execution passes an accepting state again and again",
    explanation: "\
The program marks states as accepting that it must leave behind for good. Here a loop of the execution comes back to such a state, so it is \
passed forever.

```zing
while (true) { accept(waiting); }      // `waiting` never becomes false
```

The trace shows how the loop is reached and where it begins. Either the program lacks progress, or the loop needs an assumption that the \
model does not have, such as a fair scheduler.",
};

static ARRAY_STORE: Code = Code {
    id: "array-store",
    title: "an object is stored into an array that holds objects of another class",
    explanation: "An array of objects of one class is seen as an array of objects of a class above it, and an object is stored into it that does not belong to the class of its elements.",
};

static ASSERTION: Code = Code {
    id: "assertion",
    title: "an assertion fails",
    explanation: "\
The condition of an `assert` is false at the end of the trace.

```zing
assert(count <= 1, \"two threads in the critical section\");
```

The state at the end of the trace has the values that make it false.",
};

static BLOCKING_IN_ATOMIC: Code = Code {
    id: "blocking-in-atomic",
    title: "a select blocks inside an atomic section",
    explanation: "\
Inside an atomic section no other thread moves, so nothing could ever open a join of this select.

```zing
atomic {
    x = 1;
    select { wait(ready) -> ; }      // `ready` is false here
}
```

A select may wait only as the first statement of an atomic section.",
};

static DEADLOCK: Code = Code {
    id: "deadlock",
    title: "no thread can move, and at least one still waits",
    explanation: "\
Every thread has ended or waits at a `select` without an open join, and at least one of those selects is no valid end.

```zing
select { wait(turn == 1) -> ; }      // nothing sets `turn` to 1 any more
```

If the program may end while a thread waits there, as servers do, mark the select: `select end { ... }`.",
};

static DIVISION_BY_ZERO: Code = Code {
    id: "division-by-zero",
    title: "a number is divided by zero",
    explanation: "The right side of `/` or `%` is zero at the end of the trace. Guard the division, or assert before it that the divisor is not zero.",
};

static EMPTY_CHOICE: Code = Code {
    id: "empty-choice",
    title: "a choice is made from an empty set or array",
    explanation: "\
`choose(e)` picks an element of a set or an array, and here there is none.

```zing
if (sizeof(ready) > 0) { next = choose(ready); }
```",
};

static FAILED_CAST: Code = Code {
    id: "failed-cast",
    title: "an object is not of the class that it is cast to",
    explanation: "A reference of a general type, such as `object`, is used as one of a class, and the object at the end of the trace is of another class.",
};

static FORMULA: Code = Code {
    id: "formula",
    title: "an execution does not satisfy a formula",
    explanation: "\
A formula of temporal logic is asked of every execution, and this one does not satisfy it.

```text
cutpoint ltl list.shy 'F @terminated'         the program may loop, get stuck, or fail
```

The trace shows what holds in its states, wherever that changes. It ends where the execution begins to repeat itself: in a loop, or in a \
last state, because the program has ended, waits forever, or has a step that fails. Where the beginning \
of an execution violates the formula already, however it goes on, that is all that is shown. An execution that fails stays forever in front of the \
statement that fails. Formulas and their atoms are described in docs/ltl.md.",
};

static INDEX_OUT_OF_BOUNDS: Code = Code {
    id: "index-out-of-bounds",
    title: "an index lies outside its array",
    explanation: "The elements of an array of length n have the indices 0 to n - 1. The state at the end of the trace shows the array and the index.",
};

static NEGATIVE_LENGTH: Code = Code {
    id: "negative-length",
    title: "an array is given a negative length",
    explanation: "The length of a new array is a negative number at the end of the trace. The least length is 0.",
};

static NULL_DEREFERENCE: Code = Code {
    id: "null-dereference",
    title: "an object is needed where there is only null",
    explanation: "\
A field is read or written, a method is called, or an array, set or channel is used through a reference that is null.

```zing
while (node.val != key) { node = node.next; }      // the key is not in the list
```

A variable or field of a class holds null until an object is assigned to it.",
};

static OUT_OF_RANGE: Code = Code {
    id: "out-of-range",
    title: "a number leaves the range of its type",
    explanation: "\
A variable of a range type holds only numbers of the range.

```zing
range Small 0..3;
Small s = 3;
s = s + 1;      // 4 is no Small
```",
};

static OVERFLOW: Code = Code {
    id: "overflow",
    title: "a result does not fit its type",
    explanation: "Arithmetic is checked: a result that is too large or too small for its type is an error, not a number from the other end of the type.",
};

static UNHANDLED_EXCEPTION: Code = Code {
    id: "unhandled-exception",
    title: "nothing handles an exception",
    explanation: "\
A `raise` finds no handler in its own procedure nor in any of its callers, so the thread would end by an exception.

```zing
try { work(); } with { Failed -> recover(); * -> ; }      // `*` handles all others
```",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_order() {
        let ids: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
    }
}
