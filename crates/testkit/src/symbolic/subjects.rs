//! Subjects of symbolic execution in the text form of the core language: figure 1 of the paper, and a linked list.
//!
//! A subject is text, so that tests of crates below this one can include this file by its path.

use std::fmt::Write;

/// Figure 1 of "Exact Heap Summaries": is each of `queries` data in the list? `proc0` is `LinkedList.run`, whose
/// receiver is of `class0`. The list is not empty, has no cycle, and has at most `length` nodes; other inputs are no
/// paths.
pub fn figure_one(length: usize, queries: usize) -> String {
    let mut text = String::new();
    let data: String = (0..queries).map(|at| format!("; field{} \"data{at}\": class2", at + 4)).collect();
    let _ = writeln!(text, "class class0 \"LinkedList\" record {{ field0 \"head\": class1{data} }}");
    text.push_str("class class1 \"Node\" record { field1 \"elem\": class2; field2 \"next\": class1 }\n");
    text.push_str("class class2 \"Data\" record { field3 \"val\": i32w }\n\n");
    text.push_str("proc proc0 \"LinkedList.run\"(v0 \"this\": class0) -> (bool) {\n");
    // v1 to v(length + 1) are the nodes, then the data and the answer.
    let node = |at: usize| format!("v{}", at + 1);
    let (value, found) = (format!("v{}", length + 2), format!("v{}", length + 3));
    for at in 0..=length {
        let _ = writeln!(text, "  local {} \"node{at}\": class1", node(at));
    }
    let _ = writeln!(text, "  local {value} \"data\": class2\n  local {found} \"found\": bool");
    let _ = writeln!(text, "block0:\n* v1 = load v0.field0\n  assume v1 != null\n  goto block1");
    let first_query = length + 1;
    for at in 0..length {
        let (here, next) = (node(at), node(at + 1));
        let _ = writeln!(text, "block{}:\n* {next} = load {here}.field2", at + 1);
        let _ = writeln!(text, "  branch {next} == null, block{first_query}, block{}", 100 + at);
    }
    let n_blocks = first_query + 2 * queries + 2;
    let mut cuts = String::new();
    for at in 0..length {
        let next = node(at + 1);
        let _ = writeln!(cuts, "block{}:", n_blocks + at);
        for earlier in 0..=at {
            let _ = writeln!(cuts, "* assume {next} != {}", node(earlier));
        }
        let goes_on = if at + 1 < length {
            format!("goto block{}", at + 2)
        } else {
            "assume false\n  return false".to_owned()
        };
        let _ = writeln!(cuts, "  {goes_on}");
    }
    for at in 0..length {
        text = text.replace(&format!("block{}\n", 100 + at), &format!("block{}\n", n_blocks + at));
    }
    let _ = writeln!(text, "block{first_query}:\n  goto block{}", first_query + 1);
    let (yes, no) = (first_query + 2 * queries + 1, n_blocks - 1 + length + 1);
    for at in 0..queries {
        let begin = first_query + 1 + 2 * at;
        let _ = writeln!(text, "block{begin}:\n* {value} = load v0.field{}", at + 4);
        let _ = writeln!(text, "  {found} = call proc1(v1, {value}) -> block{}", begin + 1);
        let _ = writeln!(text, "block{}:\n  branch {found}, block{}, block{no}", begin + 1, begin + 2);
    }
    let _ = writeln!(text, "block{yes}:\n* return true");
    text.push_str(&cuts);
    let _ = writeln!(text, "block{no}:\n* return false\n}}\n");
    text.push_str(CONTAINS);
    text
}

/// `LinkedList.contains` of figure 1.
const CONTAINS: &str =
    "proc proc1 \"LinkedList.contains\"(v0 \"root\": class1, v1 \"val\": class2) -> (bool) {
  local v2 \"node\": class1
  temp v3: class2
  temp v4: class1
block0:
* v2 = v0
  goto block1
block1:
* v3 = load v2.field1
  branch v3 == v1, block2, block3
block2:
* return true
block3:
* v4 = load v2.field2
  branch v4 == null, block4, block5
block4:
* return false
block5:
* v2 = load v2.field2
  goto block1
}
";

/// A list that is checked for cycles by two runners (Floyd), and then asked for a key by identity: `proc0` is
/// `LinkedList.test` on a receiver of `class0` with an unknown key.
pub fn linked_list() -> String {
    "class class0 \"LinkedList\" record { field0 \"head\": class1 }
class class1 \"Node\" record { field1 \"elem\": class2; field2 \"next\": class1 }
class class2 \"Key\" record { field3 \"val\": i32w }

proc proc0 \"LinkedList.test\"(v0 \"this\": class0, v1 \"key\": class2) -> (bool) {
  temp v2: bool
block0:
* v2 = call proc1(v0) -> block1
block1:
  branch v2, block2, block3
block2:
* v2 = call proc2(v0, v1) -> block4
block3:
* return false
block4:
  return v2
}

proc proc1 \"LinkedList.repOk\"(v0 \"this\": class0) -> (bool) {
  local v1 \"slow\": class1
  local v2 \"fast\": class1
block0:
* v1 = load v0.field0
* v2 = v1
  goto block1
block1:
* branch v2 == null, block6, block2
block2:
* v2 = load v2.field2
  branch v2 == null, block6, block3
block3:
* v2 = load v2.field2
* v1 = load v1.field2
  branch v2 == null, block6, block4
block4:
* branch v1 == v2, block5, block1
block5:
* return false
block6:
* return true
}

proc proc2 \"LinkedList.contains\"(v0 \"this\": class0, v1 \"key\": class2) -> (bool) {
  local v2 \"node\": class1
  temp v3: class2
block0:
* v2 = load v0.field0
  goto block1
block1:
* branch v2 == null, block4, block2
block2:
* v3 = load v2.field1
  branch v3 == v1, block3, block5
block3:
* return true
block4:
* return false
block5:
* v2 = load v2.field2
  goto block1
}
"
    .to_owned()
}
