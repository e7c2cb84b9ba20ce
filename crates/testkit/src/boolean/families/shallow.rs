//! Small programs, such as abstraction makes first: a dispatch routine, a helper, and a rule about what they return.

use std::fmt::Write;

use super::{Variant, names};

/// A routine that passes a request on, with so many variables, at least 11: the smallest one of the paper's table has
/// 11, others 15 and 37.
///
/// The rule: a report that a request is pending follows a mark, and without one the request must have completed
/// it. Safe: the result of the helper says which of the two it did, and the routine reports that. Unsafe: the routine
/// reports "pending" as well where the helper failed, which can be, since the predicate about failure may have any
/// value.
pub fn shallow(variables: usize, variant: Variant) -> String {
    assert!(variables >= 11, "a routine has some predicates of its own");
    let predicates = names("p", variables - 7);
    let mut text = String::from(
        "decl marked, completed;\n\
         bool forward(asynchronous, failed) begin\n    decl later;\n    later := * constrain 'later | failed;\n    \
         if asynchronous & !failed & later then\n        marked := T;\n        return T;\n    fi\n    \
         completed := T;\n    return F;\nend\n\
         void main() begin\n",
    );
    let _ = writeln!(text, "    decl status, failed, {};", predicates.join(", "));
    text += "    marked, completed := F, F;\n    failed := *;\n";
    for pair in predicates.windows(2) {
        let [first, second] = pair else { unreachable!("a window of two") };
        let _ = writeln!(text, "    if {first} then {second} := * constrain '{second} | {first}; fi");
    }
    text += "    while * do\n        p1 := !p1 | p2;\n        p2 := * constrain 'p2 | p3;\n    od\n";
    text += "    status := forward(p0, failed);\n";
    text += variant.choose("", "    status := status | p0 & failed;\n");
    text += "    if status then\n        assert(marked);\n    else\n        assert(completed);\n    fi\n";
    text + "    assert(!marked | !completed);\nend\n"
}
