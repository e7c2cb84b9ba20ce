//! The diagnostics of name resolution and typing: `CP0150` to `CP0299`.
//!
//! An id never changes its meaning; a retired one (`CP0210`, `CP0212`) is not used again.

use base::Code;

/// All codes of this file, in order of their ids.
pub(crate) static CODES: &[&Code] = &[
    &UNKNOWN_TYPE,
    &UNKNOWN_NAME,
    &UNKNOWN_MEMBER,
    &DUPLICATE_TYPE,
    &DUPLICATE_MEMBER,
    &DUPLICATE_VARIABLE,
    &DUPLICATE_LABEL,
    &UNKNOWN_LABEL,
    &JUMP_INTO_REGION,
    &TYPE_MISMATCH,
    &OPERAND_TYPES,
    &CONSTANT_TOO_LARGE,
    &STRING_OPERATOR,
    &WRONG_ARGUMENT_COUNT,
    &OUT_ARGUMENT,
    &NOT_ASSIGNABLE,
    &NOT_A_METHOD,
    &INSTANCE_MEMBER_IN_STATIC,
    &THIS_IN_STATIC,
    &STATIC_THROUGH_INSTANCE,
    &TYPE_AS_VALUE,
    &VOID_VALUE,
    &NOT_A_STATEMENT,
    &NESTED_ASSIGNMENT,
    &RETURN_VALUE,
    &MISSING_RETURN,
    &BAD_CHOOSE,
    &BAD_ACTIVATE,
    &NESTED_ATOMIC,
    &TIMEOUT_POSITION,
    &PAYLOAD_TYPE,
    &NOT_A_CHANNEL,
    &SET_OPERATION,
    &BAD_MEMBERSHIP,
    &BAD_SIZEOF,
    &BAD_NEW,
    &BAD_FOREACH,
    &BAD_INDEX,
    &NOT_EFFECT_FREE,
    &BAD_ASYNC,
    &MISSING_IMPLEMENTATION,
    &NOT_AN_INTERFACE,
    &BAD_MODIFIER,
    &BAD_STRUCT_MEMBER,
    &BAD_STRUCT_SIZE,
    &BAD_RANGE,
    &BAD_ARRAY_SIZE,
    &EMPTY_ENUM,
    &CALL_IN_INITIALISER,
    &DUPLICATE_HANDLER,
    &UNSUPPORTED_PLUGIN,
    &NO_ACTIVATE,
    &OUTSIDE_ENUM,
];

pub(crate) static UNKNOWN_TYPE: Code = Code {
    id: "CP0150",
    title: "unknown type",
    explanation: r#"
A name stands where a type must be, and no type of this name is declared.

```zing
class Main {
    static Nod head;      // meant: Node
};
```

Types may be declared anywhere in the file, before or after their use. Check the spelling, or declare the type.
"#,
};

pub(crate) static UNKNOWN_NAME: Code = Code {
    id: "CP0151",
    title: "unknown name",
    explanation: r#"
A name is no variable in scope here, no member of the class, and no type.

```zing
void m() {
    int count;
    conut = 1;            // meant: count
}
```

A local variable is known from its declaration to the end of the block that declares it.
"#,
};

pub(crate) static UNKNOWN_MEMBER: Code = Code {
    id: "CP0152",
    title: "unknown member",
    explanation: r#"
The class, struct, enum or interface before the dot has no member of this name.

```zing
enum Colour { red, green };
...
c = Colour.blue;          // no such constant
```
"#,
};

pub(crate) static DUPLICATE_TYPE: Code = Code {
    id: "CP0153",
    title: "type declared twice",
    explanation: r#"
Two types have the same name. All types of a program share one name space, whatever they are.

```zing
enum State { on, off };
class State { };
```
"#,
};

pub(crate) static DUPLICATE_MEMBER: Code = Code {
    id: "CP0154",
    title: "member declared twice",
    explanation: r#"
Two members of a type have the same name. Fields and methods share one name space, and methods cannot be overloaded.

```zing
class C {
    int size;
    int size() { return 0; }
};
```
"#,
};

pub(crate) static DUPLICATE_VARIABLE: Code = Code {
    id: "CP0155",
    title: "variable declared twice",
    explanation: r#"
A parameter or local variable has the name of another one that is still in scope.

```zing
void m(int x) {
    bool x;
}
```

A variable may have the name of a field; the field is then reached as `this.x` or `Class.x`. Variables of blocks that lie beside
each other may share a name.
"#,
};

pub(crate) static DUPLICATE_LABEL: Code = Code {
    id: "CP0156",
    title: "label declared twice",
    explanation: r#"
Two statements of one method have the same label, so that a `goto` could mean either.
"#,
};

pub(crate) static UNKNOWN_LABEL: Code = Code {
    id: "CP0157",
    title: "unknown label",
    explanation: r#"
A `goto` names a label that no statement of the method has.

```zing
again: x = x + 1;
goto agian;
```

Labels are known in the whole method, but not in other methods.
"#,
};

pub(crate) static JUMP_INTO_REGION: Code = Code {
    id: "CP0158",
    title: "jump into the middle of a construct",
    explanation: r#"
A `goto` leads from outside into an `atomic` block, the body of a `try`, or the body of a `foreach`. Such a construct does something
when it is entered (it takes the processor, sets its handlers, evaluates its collection), and a jump would leave that out.

```zing
goto inside;
atomic {
    x = 1;
    inside: y = 1;
}
```

Jumps out of these constructs, and jumps between statements of the same construct, are fine.
"#,
};

pub(crate) static TYPE_MISMATCH: Code = Code {
    id: "CP0160",
    title: "mismatched types",
    explanation: r#"
An expression has one type, and the place where it stands needs another one that it does not convert to.

```zing
bool b;
b = 1;                    // a number is no truth value
if (count) { }            // write: count != 0
```

These conversions happen by themselves: between integer types and ranges (a number that does not fit is a runtime error), from
a class to its interfaces and to `object`, and from `object` or an interface down to a class (checked when it runs).
"#,
};

pub(crate) static OPERAND_TYPES: Code = Code {
    id: "CP0161",
    title: "operator does not fit its operands",
    explanation: r#"
An operator is not defined for operands of these types.

```zing
flag + 1                  // a bool cannot be added
colour == day             // two enums do not mix
a && n                    // `&&` needs two bools
```

A value of an enum is a number among integers: it compares with them, and computes as an `int`. To compare the numbers of two
different enums, assign one of them to an `int` variable.

Note that an `ulong` and a signed number have no common type, as in C#.
"#,
};

pub(crate) static CONSTANT_TOO_LARGE: Code = Code {
    id: "CP0162",
    title: "constant does not fit the type",
    explanation: r#"
A number as written can never be a value of the type that is needed.

```zing
byte b = 300;             // 0..255
range Small 1..5;
Small s = 0;
```
"#,
};

pub(crate) static STRING_OPERATOR: Code = Code {
    id: "CP0163",
    title: "operator on strings",
    explanation: r#"
Strings can be assigned and compared with `==` and `!=`, and nothing else: a checker treats each string literal as a name.

```zing
s = "a" + "b";
```

For messages, give the values as further arguments of `trace`.
"#,
};

pub(crate) static WRONG_ARGUMENT_COUNT: Code = Code {
    id: "CP0164",
    title: "wrong number of arguments",
    explanation: r#"
A call has more or fewer arguments than the method has parameters. There are no optional parameters.
"#,
};

pub(crate) static OUT_ARGUMENT: Code = Code {
    id: "CP0165",
    title: "`out` at one side only",
    explanation: r#"
An `out` parameter needs an `out` argument, and no other parameter takes one. The argument must be a variable, field or element of
exactly the type of the parameter.

```zing
static void pick(out int x) { x = 1; }
...
pick(n);                  // write: pick(out n)
```
"#,
};

pub(crate) static NOT_ASSIGNABLE: Code = Code {
    id: "CP0166",
    title: "not something that can be assigned to",
    explanation: r#"
The left side of an assignment, an `out` argument or the target of a `receive` must be a variable, a field, or an element of an array.

```zing
f() = 1;
this = other;
Colour.red = x;
```
"#,
};

pub(crate) static NOT_A_METHOD: Code = Code {
    id: "CP0167",
    title: "not a method",
    explanation: r#"
A name that is followed by arguments is a field or variable, or a method stands where a value is needed.

```zing
x = size;                 // `size` is a method: write size()
```
"#,
};

pub(crate) static INSTANCE_MEMBER_IN_STATIC: Code = Code {
    id: "CP0168",
    title: "instance member without an object",
    explanation: r#"
A static method uses a field or method that belongs to an object, without saying which object. The same happens with `Class.member` when
the member is not static.

```zing
class C {
    int x;
    static void m() {
        x = 1;            // of which C?
    }
};
```

Make the member static, or reach it through a reference.
"#,
};

pub(crate) static THIS_IN_STATIC: Code = Code {
    id: "CP0169",
    title: "`this` in a static method",
    explanation: r#"
A static method and an initialiser of a field run for no object, so there is no `this`.
"#,
};

pub(crate) static STATIC_THROUGH_INSTANCE: Code = Code {
    id: "CP0170",
    title: "static member through an object",
    explanation: r#"
A static member belongs to its class and is written `Class.member`, or just `member` inside the class.

```zing
c.counter = 1;            // write: C.counter = 1
```
"#,
};

pub(crate) static TYPE_AS_VALUE: Code = Code {
    id: "CP0171",
    title: "type where a value must be",
    explanation: r#"
The name of a type stands where a value is needed. A type may stand before a dot (`Class.field`, `Enum.constant`) and in
`new`, `choose` and `sizeof`.
"#,
};

pub(crate) static VOID_VALUE: Code = Code {
    id: "CP0172",
    title: "value of a void method",
    explanation: r#"
A method declared `void` gives no value, so that its call can only be a statement of its own.

```zing
x = reset();
```
"#,
};

pub(crate) static NOT_A_STATEMENT: Code = Code {
    id: "CP0173",
    title: "expression without effect",
    explanation: r#"
Only assignments, calls and `new` may stand as statements: any other expression would do nothing.

```zing
x == 1;                   // meant: x = 1;
```
"#,
};

pub(crate) static NESTED_ASSIGNMENT: Code = Code {
    id: "CP0174",
    title: "assignment inside an expression",
    explanation: r#"
An assignment is a statement. Chains such as `a = b = 0;` are fine; a use of an assignment as a value is not.

```zing
if (x = 1) { }            // meant: x == 1
```
"#,
};

pub(crate) static RETURN_VALUE: Code = Code {
    id: "CP0175",
    title: "return does not fit the method",
    explanation: r#"
A method with a result must return a value, and a `void` method, a constructor or a static initialiser must not.

```zing
static int m() { return; }
static void n() { return 1; }
```
"#,
};

pub(crate) static MISSING_RETURN: Code = Code {
    id: "CP0176",
    title: "end of the method without a return",
    explanation: r#"
Some path reaches the end of a method that has a result. The call then gives the default of the result type (0, false, null), which is
rarely what was meant.

```zing
static int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
}                         // and if x is 0?
```
"#,
};

pub(crate) static BAD_CHOOSE: Code = Code {
    id: "CP0180",
    title: "nothing to choose from",
    explanation: r#"
`choose` takes a type with few values, `bool`, an enum or a range, or else an array or a set, from which it takes an element.

```zing
x = choose(int);          // four thousand million values
```

Declare a range: `range Small 0..3;` and then `choose(Small)`.
"#,
};

pub(crate) static BAD_ACTIVATE: Code = Code {
    id: "CP0181",
    title: "activate method of the wrong shape",
    explanation: r#"
An `activate` method is the start of a process. It must be static and `void` and have no parameters.

```zing
activate static void main() { }
```
"#,
};

pub(crate) static NESTED_ATOMIC: Code = Code {
    id: "CP0182",
    title: "atomic inside atomic",
    explanation: r#"
An `atomic` block lies in another one. The inner one has no meaning of its own: remove it. (Calling a method that has an `atomic` block
from an `atomic` block is fine.)
"#,
};

pub(crate) static TIMEOUT_POSITION: Code = Code {
    id: "CP0183",
    title: "misplaced timeout",
    explanation: r#"
`timeout` must be the only pattern of its alternative, and its alternative the last of the `select`.

```zing
select {
    receive(c, m) -> x = 1;
    timeout -> x = 2;
}
```
"#,
};

pub(crate) static PAYLOAD_TYPE: Code = Code {
    id: "CP0184",
    title: "message of the wrong type",
    explanation: r#"
What is sent to or received from a channel must be of exactly the type that the channel was declared with.

```zing
chan Ints int;
...
byte b;
receive(ints, b) -> ;     // use a variable of type int
```
"#,
};

pub(crate) static NOT_A_CHANNEL: Code = Code {
    id: "CP0185",
    title: "not a channel",
    explanation: r#"
`send` and `receive` need a channel as their first argument: an object of a type declared with `chan`.
"#,
};

pub(crate) static SET_OPERATION: Code = Code {
    id: "CP0186",
    title: "set operation that is no update",
    explanation: r#"
`+` and `-` on sets change a set in place, so they may stand only in an assignment that has the same set on both sides.

```zing
s = s + e;                // adds an element
s = s - t;                // removes the elements of the set t
r = s + e;                // wrong: r is another variable
```

To make a copy: `r = new S; r = r + s;`.
"#,
};

pub(crate) static BAD_MEMBERSHIP: Code = Code {
    id: "CP0187",
    title: "`in` needs an element and a set",
    explanation: r#"
The right side of `in` must be a set, and the left side must have the type of its elements.
"#,
};

pub(crate) static BAD_SIZEOF: Code = Code {
    id: "CP0188",
    title: "nothing to count",
    explanation: r#"
`sizeof` gives the number of elements of an array or a set or of the messages in a channel. It may also be given an array type whose
length is part of the type.
"#,
};

pub(crate) static BAD_NEW: Code = Code {
    id: "CP0189",
    title: "`new` of the wrong type",
    explanation: r#"
`new` makes an object of a class, array, set or channel type. A size is given exactly for arrays that are declared without one.

```zing
array Buffer[] int;
...
b = new Buffer[10];
c = new Colour;           // an enum has no objects
```
"#,
};

pub(crate) static BAD_FOREACH: Code = Code {
    id: "CP0190",
    title: "nothing to iterate over",
    explanation: r#"
`foreach` runs over the elements of an array or a set.
"#,
};

pub(crate) static BAD_INDEX: Code = Code {
    id: "CP0191",
    title: "bad index",
    explanation: r#"
Only arrays have elements, and the index must be an integer, or for an array declared with `[E]` a value of `E`.

```zing
enum Colour { red, green };
array Count[Colour] int;
...
count[Colour.red] = 1;
count[0] = 1;             // wrong: the index is a Colour
```
"#,
};

pub(crate) static NOT_EFFECT_FREE: Code = Code {
    id: "CP0193",
    title: "effect in a wait condition",
    explanation: r#"
The condition of a `wait` and the channel of a `receive` are looked at again and again without anything happening, so they must not
assign, allocate, choose, send, start a process or block, nor call a method that does. A method called there must not have `out`
parameters either. Assignments to local variables of a called method are fine.

```zing
select { wait(next() > 0) -> ; }      // where next() changes a counter
```

Do the work before the `select`, or in the statement after the arrow.
"#,
};

pub(crate) static BAD_ASYNC: Code = Code {
    id: "CP0194",
    title: "method cannot run as a process",
    explanation: r#"
A method with `out` parameters cannot be started by `async`: nobody is there to take the values when it ends.
"#,
};

pub(crate) static MISSING_IMPLEMENTATION: Code = Code {
    id: "CP0195",
    title: "method of an interface is missing",
    explanation: r#"
A class names an interface but has no method of that name with the same parameters and result that is not static.

```zing
interface Shape { int area(); };
class Square : Shape {
    bool area() { return true; }      // wrong result
};
```
"#,
};

pub(crate) static NOT_AN_INTERFACE: Code = Code {
    id: "CP0196",
    title: "not an interface",
    explanation: r#"
The names after the `:` of a class must be interfaces, each of them once. Classes do not inherit from classes.
"#,
};

pub(crate) static BAD_MODIFIER: Code = Code {
    id: "CP0197",
    title: "modifier does not fit",
    explanation: r#"
`activate` and `atomic` belong to methods, not to fields; a constructor can be `atomic` but neither `static` nor `activate`.
"#,
};

pub(crate) static BAD_STRUCT_MEMBER: Code = Code {
    id: "CP0198",
    title: "struct with more than fields",
    explanation: r#"
A struct is a plain value made of fields. It has no methods, constructors, static fields, initialisers or interfaces. Use a class.
"#,
};

pub(crate) static BAD_STRUCT_SIZE: Code = Code {
    id: "CP0199",
    title: "struct inside itself or too large",
    explanation: r#"
A struct contains itself, directly or through other structs, and would be infinitely large; or it is made of more than 4096 plain fields,
or nests more than 256 structs.
Use a class, whose variables are references.
"#,
};

pub(crate) static BAD_RANGE: Code = Code {
    id: "CP0200",
    title: "bad bounds of a range",
    explanation: r#"
The bounds of a range must be constant, fit 64 bits with sign, and the first must not be greater than the second.

```zing
range Digit 0..9;
range Empty 3..2;         // wrong
```
"#,
};

pub(crate) static BAD_ARRAY_SIZE: Code = Code {
    id: "CP0201",
    title: "bad size of an array type",
    explanation: r#"
The size in an array type is a constant from 0 to 4294967295, or the name of an enum or a range that indexes the array, or nothing, if the
size is chosen at `new`.

```zing
array Fixed[5] int;
array Any[] int;
array Count[Colour] int;
```
"#,
};

pub(crate) static EMPTY_ENUM: Code = Code {
    id: "CP0202",
    title: "enum without constants",
    explanation: r#"
An enum needs at least one constant: a variable of the type has the first constant as its initial value.

```zing
enum Colour { };
```
"#,
};

pub(crate) static CALL_IN_INITIALISER: Code = Code {
    id: "CP0203",
    title: "call in the initialiser of a field",
    explanation: r#"
A field of an object is initialised as part of `new`, which is one step and cannot contain calls. Write a constructor without
parameters, or make the field static.
"#,
};

pub(crate) static DUPLICATE_HANDLER: Code = Code {
    id: "CP0205",
    title: "handler that is never reached",
    explanation: r#"
The handlers of a `try` are tried in order. A second handler for the same exception, or any handler after `*`, is never reached.
"#,
};

pub(crate) static UNSUPPORTED_PLUGIN: Code = Code {
    id: "CP0211",
    title: "plug-ins are not supported",
    explanation: r#"
`invokeplugin` and `invokescheduler` run foreign code that the checker cannot see, so no answer would be worth anything.
Replace the call by a Zing method that does the same, or by `choose`.
"#,
};

pub(crate) static NO_ACTIVATE: Code = Code {
    id: "CP0220",
    title: "nothing to run",
    explanation: r#"
No method is marked `activate`, so that the program has no processes and there is nothing to check.

```zing
class Main {
    activate static void main() { ... }
};
```
"#,
};

pub(crate) static OUTSIDE_ENUM: Code = Code {
    id: "CP0221",
    title: "comparison with a number outside of the enum",
    explanation: r#"
The constants of an enum are the numbers 0, 1, 2 and so on, in the order of the declaration. A value of the enum is compared with
another number, so that the comparison always has the same result.

```zing
enum State { idle, active, done };
...
if (s == 3) { ... }       // never: `done` is 2
if (s < 3) { ... }        // always
```

Compare with a constant by its name, as in `s == State.done`.
"#,
};
