//! The diagnostics of name resolution and typing: `CP0150` to `CP0299`.
//!
//! An id never changes its meaning; a retired one (`CP0210`, `CP0212`) is not used again.

base::codes! {
    UNKNOWN_TYPE "CP0150" "unknown type" r#"
A name stands where a type must be, and no type of this name is declared.

```zing
class Main {
    static Nod head;      // meant: Node
};
```

Types may be declared anywhere in the file, before or after their use. Check the spelling, or declare the type.
"#

    UNKNOWN_NAME "CP0151" "unknown name" r#"
A name is no variable in scope here, no member of the class, and no type.

```zing
void m() {
    int count;
    conut = 1;            // meant: count
}
```

A local variable is known from its declaration to the end of the block that declares it.
"#

    UNKNOWN_MEMBER "CP0152" "unknown member" r#"
The class, struct, enum or interface before the dot has no member of this name.

```zing
enum Colour { red, green };
...
c = Colour.blue;          // no such constant
```
"#

    DUPLICATE_TYPE "CP0153" "type declared twice" r#"
Two types have the same name. All types of a program share one name space, whatever they are.

```zing
enum State { on, off };
class State { };
```
"#

    DUPLICATE_MEMBER "CP0154" "member declared twice" r#"
Two members of a type have the same name. Fields and methods share one name space, and methods cannot be overloaded.

```zing
class C {
    int size;
    int size() { return 0; }
};
```
"#

    DUPLICATE_VARIABLE "CP0155" "variable declared twice" r#"
A parameter or local variable has the name of another one that is still in scope.

```zing
void m(int x) {
    bool x;
}
```

A variable may have the name of a field; the field is then reached as `this.x` or `Class.x`. Variables of blocks that lie beside
each other may share a name.
"#

    DUPLICATE_LABEL "CP0156" "label declared twice" r#"
Two statements of one method have the same label, so that a `goto` could mean either.
"#

    UNKNOWN_LABEL "CP0157" "unknown label" r#"
A `goto` names a label that no statement of the method has.

```zing
again: x = x + 1;
goto agian;
```

Labels are known in the whole method, but not in other methods.
"#

    JUMP_INTO_REGION "CP0158" "jump into the middle of a construct" r#"
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
"#

    TYPE_MISMATCH "CP0160" "mismatched types" r#"
An expression has one type, and the place where it stands needs another one that it does not convert to.

```zing
bool b;
b = 1;                    // a number is no truth value
if (count) { }            // write: count != 0
```

These conversions happen by themselves: between integer types and ranges (a number that does not fit is a runtime error), from
a class to its interfaces and to `object`, and from `object` or an interface down to a class (checked when it runs).
"#

    OPERAND_TYPES "CP0161" "operator does not fit its operands" r#"
An operator is not defined for operands of these types.

```zing
flag + 1                  // a bool cannot be added
colour == day             // two enums do not mix
a && n                    // `&&` needs two bools
```

A value of an enum is a number among integers: it compares with them, and computes as an `int`. To compare the numbers of two
different enums, assign one of them to an `int` variable.

Note that an `ulong` and a signed number have no common type, as in C#.
"#

    CONSTANT_TOO_LARGE "CP0162" "constant does not fit the type" r#"
A number as written can never be a value of the type that is needed.

```zing
byte b = 300;             // 0..255
range Small 1..5;
Small s = 0;
```
"#

    STRING_OPERATOR "CP0163" "operator on strings" r#"
Strings can be assigned and compared with `==` and `!=`, and nothing else: a checker treats each string literal as a name.

```zing
s = "a" + "b";
```

For messages, give the values as further arguments of `trace`.
"#

    WRONG_ARGUMENT_COUNT "CP0164" "wrong number of arguments" r#"
A call has more or fewer arguments than the method has parameters. There are no optional parameters.
"#

    OUT_ARGUMENT "CP0165" "`out` at one side only" r#"
An `out` parameter needs an `out` argument, and no other parameter takes one. The argument must be a variable, field or element of
exactly the type of the parameter.

```zing
static void pick(out int x) { x = 1; }
...
pick(n);                  // write: pick(out n)
```
"#

    NOT_ASSIGNABLE "CP0166" "not something that can be assigned to" r#"
The left side of an assignment, an `out` argument or the target of a `receive` must be a variable, a field, or an element of an array.

```zing
f() = 1;
this = other;
Colour.red = x;
```
"#

    NOT_A_METHOD "CP0167" "not a method" r#"
A name that is followed by arguments is a field or variable, or a method stands where a value is needed.

```zing
x = size;                 // `size` is a method: write size()
```
"#

    INSTANCE_MEMBER_IN_STATIC "CP0168" "instance member without an object" r#"
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
"#

    THIS_IN_STATIC "CP0169" "`this` in a static method" r#"
A static method and an initialiser of a field run for no object, so there is no `this`.
"#

    STATIC_THROUGH_INSTANCE "CP0170" "static member through an object" r#"
A static member belongs to its class and is written `Class.member`, or just `member` inside the class.

```zing
c.counter = 1;            // write: C.counter = 1
```
"#

    TYPE_AS_VALUE "CP0171" "type where a value must be" r#"
The name of a type stands where a value is needed. A type may stand before a dot (`Class.field`, `Enum.constant`) and in
`new`, `choose` and `sizeof`.
"#

    VOID_VALUE "CP0172" "value of a void method" r#"
A method declared `void` gives no value, so that its call can only be a statement of its own.

```zing
x = reset();
```
"#

    NOT_A_STATEMENT "CP0173" "expression without effect" r#"
Only assignments, calls and `new` may stand as statements: any other expression would do nothing.

```zing
x == 1;                   // meant: x = 1;
```
"#

    NESTED_ASSIGNMENT "CP0174" "assignment inside an expression" r#"
An assignment is a statement. Chains such as `a = b = 0;` are fine; a use of an assignment as a value is not.

```zing
if (x = 1) { }            // meant: x == 1
```
"#

    RETURN_VALUE "CP0175" "return does not fit the method" r#"
A method with a result must return a value, and a `void` method, a constructor or a static initialiser must not.

```zing
static int m() { return; }
static void n() { return 1; }
```
"#

    MISSING_RETURN "CP0176" "end of the method without a return" r#"
Some path reaches the end of a method that has a result. The call then gives the default of the result type (0, false, null), which is
rarely what was meant.

```zing
static int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
}                         // and if x is 0?
```
"#

    BAD_CHOOSE "CP0180" "nothing to choose from" r#"
`choose` takes `bool`, an enum, a range or a type of integers, of which it gives any value, or else an array or a set, from which it takes an element.

```zing
x = choose(string);       // strings are constants
x = choose(n);            // a number has no elements
```

`choose(int)` has four thousand million values. An engine that tries one after another needs a range: `range Small 0..3;` and then `choose(Small)`.
"#

    BAD_ACTIVATE "CP0181" "activate method of the wrong shape" r#"
An `activate` method is the start of a process. It must be static and `void` and have no parameters.

```zing
activate static void main() { }
```
"#

    NESTED_ATOMIC "CP0182" "atomic inside atomic" r#"
An `atomic` block lies in another one. The inner one has no meaning of its own: remove it. (Calling a method that has an `atomic` block
from an `atomic` block is fine.)
"#

    TIMEOUT_POSITION "CP0183" "misplaced timeout" r#"
`timeout` must be the only pattern of its alternative, and its alternative the last of the `select`.

```zing
select {
    receive(c, m) -> x = 1;
    timeout -> x = 2;
}
```
"#

    PAYLOAD_TYPE "CP0184" "message of the wrong type" r#"
What is sent to or received from a channel must be of exactly the type that the channel was declared with.

```zing
chan Ints int;
...
byte b;
receive(ints, b) -> ;     // use a variable of type int
```
"#

    NOT_A_CHANNEL "CP0185" "not a channel" r#"
`send` and `receive` need a channel as their first argument: an object of a type declared with `chan`.
"#

    SET_OPERATION "CP0186" "set operation that is no update" r#"
`+` and `-` on sets change a set in place, so they may stand only in an assignment that has the same set on both sides.

```zing
s = s + e;                // adds an element
s = s - t;                // removes the elements of the set t
r = s + e;                // wrong: r is another variable
```

To make a copy: `r = new S; r = r + s;`.
"#

    BAD_MEMBERSHIP "CP0187" "`in` needs an element and a set" r#"
The right side of `in` must be a set, and the left side must have the type of its elements.
"#

    BAD_SIZEOF "CP0188" "nothing to count" r#"
`sizeof` gives the number of elements of an array or a set or of the messages in a channel. It may also be given an array type whose
length is part of the type.
"#

    BAD_NEW "CP0189" "`new` of the wrong type" r#"
`new` makes an object of a class, array, set or channel type. A size is given exactly for arrays that are declared without one.

```zing
array Buffer[] int;
...
b = new Buffer[10];
c = new Colour;           // an enum has no objects
```
"#

    BAD_FOREACH "CP0190" "nothing to iterate over" r#"
`foreach` runs over the elements of an array or a set.
"#

    BAD_INDEX "CP0191" "bad index" r#"
Only arrays have elements, and the index must be an integer, or for an array declared with `[E]` a value of `E`.

```zing
enum Colour { red, green };
array Count[Colour] int;
...
count[Colour.red] = 1;
count[0] = 1;             // wrong: the index is a Colour
```
"#

    NOT_EFFECT_FREE "CP0193" "effect in a wait condition" r#"
The condition of a `wait` and the channel of a `receive` are looked at again and again without anything happening, so they must not
assign, allocate, choose, send, start a process or block, nor call a method that does. A method called there must not have `out`
parameters either. Assignments to local variables of a called method are fine.

```zing
select { wait(next() > 0) -> ; }      // where next() changes a counter
```

Do the work before the `select`, or in the statement after the arrow.
"#

    BAD_ASYNC "CP0194" "method cannot run as a process" r#"
A method with `out` parameters cannot be started by `async`: nothing is there to take the values when it ends.
"#

    MISSING_IMPLEMENTATION "CP0195" "method of an interface is missing" r#"
A class names an interface but has no method of that name with the same parameters and result that is not static.

```zing
interface Shape { int area(); };
class Square : Shape {
    bool area() { return true; }      // wrong result
};
```
"#

    NOT_AN_INTERFACE "CP0196" "not an interface" r#"
The names after the `:` of a class must be interfaces, each of them once. Classes do not inherit from classes.
"#

    BAD_MODIFIER "CP0197" "modifier does not fit" r#"
`activate` and `atomic` belong to methods, not to fields; a constructor can be `atomic` but neither `static` nor `activate`.
"#

    BAD_STRUCT_MEMBER "CP0198" "struct with more than fields" r#"
A struct is a plain value made of fields. It has no methods, constructors, static fields, initialisers or interfaces. Use a class.
"#

    BAD_STRUCT_SIZE "CP0199" "struct inside itself or too large" r#"
A struct contains itself, directly or through other structs, and would be infinitely large; or it is made of more than 4096 plain fields,
or nests more than 256 structs.
Use a class, whose variables are references.
"#

    BAD_RANGE "CP0200" "bad bounds of a range" r#"
The bounds of a range must be constant, fit 64 bits with sign, and the first must not be greater than the second.

```zing
range Digit 0..9;
range Empty 3..2;         // wrong
```
"#

    BAD_ARRAY_SIZE "CP0201" "bad size of an array type" r#"
The size in an array type is a constant from 0 to 4294967295, or the name of an enum or a range that indexes the array, or nothing, if the
size is chosen at `new`.

```zing
array Fixed[5] int;
array Any[] int;
array Count[Colour] int;
```
"#

    EMPTY_ENUM "CP0202" "enum without constants" r#"
An enum needs at least one constant: a variable of the type has the first constant as its initial value.

```zing
enum Colour { };
```
"#

    CALL_IN_INITIALISER "CP0203" "call in the initialiser of a field" r#"
A field of an object is initialised as part of `new`, which is one step and cannot contain calls. Write a constructor without
parameters, or make the field static.
"#

    DUPLICATE_HANDLER "CP0205" "handler that is never reached" r#"
The handlers of a `try` are tried in order. A second handler for the same exception, or any handler after `*`, is never reached.
"#

    UNSUPPORTED_PLUGIN "CP0211" "plug-ins are not supported" r#"
`invokeplugin` and `invokescheduler` run foreign code that the checker cannot see, so no answer would be worth anything.
Replace the call by a Zing method that does the same, or by `choose`.
"#

    NO_ACTIVATE "CP0220" "nothing to run" r#"
No method is marked `activate`, so that the program has no processes and there is nothing to check.

```zing
class Main {
    activate static void main() { ... }
};
```
"#

    OUTSIDE_ENUM "CP0221" "comparison with a number outside of the enum" r#"
The constants of an enum are the numbers 0, 1, 2 and so on, in the order of the declaration. A value of the enum is compared with
another number, so that the comparison always has the same result.

```zing
enum State { idle, active, done };
...
if (s == 3) { ... }       // never: `done` is 2
if (s < 3) { ... }        // always
```

Compare with a constant by its name, as in `s == State.done`.
"#
}
