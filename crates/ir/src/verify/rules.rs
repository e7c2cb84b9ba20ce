//! The rules of the verifier as data. The header of [`mod@crate::verify`] states them in full.

use std::fmt;

macro_rules! rules {
    ($($name:ident $slug:literal $text:literal)*) => {
        /// A rule that every program must keep.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $text] $name,)*
        }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$name,)*];

            /// The short name.
            pub fn slug(self) -> &'static str {
                match self {
                    $(Rule::$name => $slug,)*
                }
            }

            /// The rule in a sentence.
            pub fn text(self) -> &'static str {
                match self {
                    $(Rule::$name => $text,)*
                }
            }
        }
    };
}

rules! {
    IdsInRange "ids-in-range" "every id names an entity"
    WellFormedTypes "well-formed-types" "integer types have a proper width or range, and enums have constants"
    ClassHierarchy "class-hierarchy" "parents are records, interfaces are interfaces, arrays are below arrays, and no class is above itself"
    FieldSlots "field-slots" "a record lists inherited fields first, then its own, each at its slot"
    Methods "methods" "records and interfaces declare a method once, and what overrides can stand for what it overrides"
    CovariantArrays "covariant-arrays" "what an array class may hold, those above it may, and all leave the length open"
    SetElements "set-elements" "a set by contents holds records without a parent, and no instruction stores their fields"
    EntryPoints "entry-points" "init and threads have no parameters; init has no results and is no thread"
    ProcShape "proc-shape" "a procedure has an entry block, and its parameters are its first locals"
    ExpressionDepth "expression-depth" "expressions are not too deep"
    Constants "constants" "a constant fits the type of its place"
    OperandTypes "operand-types" "operands and results have the types that the operation and the variable ask for"
    NewClass "new-class" "`new` names a class with objects, and a length where there is no fixed one"
    Choices "choices" "there is something to choose from"
    Havoc "havoc" "a havoc reaches no decimals, sets, channels, or records of which a set holds contents"
    Calls "calls" "arguments and results are as many as declared"
    Targets "targets" "a goto has a target, and a select has a join"
    SwitchCases "switch-cases" "cases are distinct and possible"
    Guards "guards" "a guard calls only an observer with one result"
    Observers "observers" "an observer has no effect, makes no choice, and calls only observers"
    AtomicSections "atomic-sections" "atomic sections are begun and ended in pairs on all paths"
    StepsOnCycles "steps-on-cycles" "every cycle of control flow has a step mark"
    StepsOnCalls "steps-on-calls" "a call or the entry of its callee is marked as a step"
    Labels "labels" "labels stand where steps begin, in order, and stuck blocks only lead to themselves"
    DefinedTemps "defined-temps" "a temporary is written before it is read"
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}
