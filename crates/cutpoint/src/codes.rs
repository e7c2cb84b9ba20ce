//! The diagnostics of the command itself: `CP0001` to `CP0009`, and of summaries and certificates from `CP0050`.

use base::Code;

/// All codes, in ascending order.
pub(crate) static CODES: &[&Code] = &[
    &UNREADABLE,
    &DIRECTORY,
    &NOT_TEXT,
    &EMPTY,
    &TOO_LARGE,
    &UNKNOWN_LANGUAGE,
    &UNWRITABLE,
    &OVERWRITES_INPUT,
    &UNKNOWN_CODE,
    &BAD_CERTIFICATE,
    &UNCHECKABLE_CERTIFICATE,
    &NO_CERTIFICATE,
    &UNKNOWN_PROCEDURE,
    &NOT_SUMMARISED,
    &NOT_DRAWN,
    &OTHER_LANGUAGE,
    &report::OMITTED,
    &LIMIT,
    &NOT_EXPLORED,
    &OTHER_ENTRY,
    &NO_TEST_WRITER,
    &TESTS_IN_THE_WAY,
    &NOT_COMPILED,
    &NO_JDK,
];

pub(crate) static UNREADABLE: Code = Code {
    id: "CP0001",
    title: "file that cannot be read",
    explanation: "\
The file does not exist, or the system does not let it be read. The message has the system's words.

```text
cutpoint check modle.zing      the name is misspelt
```

Check the name and the permissions.",
};

pub(crate) static DIRECTORY: Code = Code {
    id: "CP0002",
    title: "directory in place of a file",
    explanation: "\
A program is one file; here a directory was given, to read from or to write to.

```text
cutpoint check models/             give the file in it
cutpoint check a.zing -o out/      give a file name: out/report.txt
```",
};

pub(crate) static NOT_TEXT: Code = Code {
    id: "CP0003",
    title: "file that is not text",
    explanation: "\
Programs are text in UTF-8. This file has bytes that are none: it is a binary file, or text in another encoding.

```text
iconv -f LATIN1 -t UTF-8 old.zing > new.zing
```

converts a text file. A byte order mark at the beginning of a UTF-8 file is ignored.",
};

pub(crate) static EMPTY: Code = Code {
    id: "CP0004",
    title: "empty file",
    explanation: "\
The file has no contents, or nothing but white space, so there is no program to look at. A program without code would have no errors \
either, but an empty file is more often a mistake: a failed copy, or a redirection of a command that printed nothing.",
};

pub(crate) static TOO_LARGE: Code = Code {
    id: "CP0005",
    title: "file that is too large",
    explanation: "Places in a file are stored in 32 bits, so a program may have at most 4 GiB.",
};

pub(crate) static UNKNOWN_LANGUAGE: Code = Code {
    id: "CP0006",
    title: "file of an unknown language",
    explanation: "\
The language of a program is known by the end of its file name: `.zing` for Zing, `.shy` for Shylock, `.bp` for Boolean programs, `.jl` for Javalite, `.cpir` for the text form of the core language.

```text
cutpoint check model.txt --lang zing
```

says it for any other name, and for the standard input.",
};

pub(crate) static UNWRITABLE: Code = Code {
    id: "CP0007",
    title: "output that cannot be written",
    explanation: "\
The file given with `-o` cannot be written: its directory does not exist, the disk is full, or the system forbids it. The report is first \
written to a temporary file beside it, so an older report of that name is still complete.",
};

pub(crate) static OVERWRITES_INPUT: Code = Code {
    id: "CP0008",
    title: "output that would replace the input",
    explanation: "\
The file given with `-o` is the program itself, perhaps under another name.

```text
cutpoint ir model.zing -o model.zing      the program would be lost
```",
};

pub(crate) static UNKNOWN_CODE: Code = Code {
    id: "CP0009",
    title: "code without a meaning",
    explanation: "\
`cutpoint explain` takes the code of a diagnostic, `CP` and four digits, or the kind of an error, as it stands in brackets behind `error`. \
Without an argument it lists all of them.",
};

pub(crate) static BAD_CERTIFICATE: Code = Code {
    id: "CP0050",
    title: "certificate that cannot be read",
    explanation: "\
The file is no certificate of this program: it is no JSON, it lacks something, it is of another version of the format, or it names procedures, \
variables, classes or fields that the program does not have, or gives them values of wrong types.

```text
cutpoint check model.zing --certificate proof.json      writes one
cutpoint certify model.zing proof.json                  reads it, for the same program
```

After a change of the program, check it again and write a new one.",
};

pub(crate) static UNCHECKABLE_CERTIFICATE: Code = Code {
    id: "CP0051",
    title: "certificate that cannot be checked again",
    explanation: "\
A program with several threads is checked by visiting all its states, and its certificate has no more than their number. To check that, \
run `cutpoint check` again: it must count the same. A program with one thread has a certificate of summaries, which can be \
checked by itself, unless it was checked with `--summaries off`. A Boolean program has formulas, unless they would be too large: then another \
engine may give smaller ones.",
};

pub(crate) static NO_CERTIFICATE: Code = Code {
    id: "CP0052",
    title: "no certificate to write",
    explanation: "\
`--certificate` was given, but the program has an error or violates the formula, or a limit was reached before the answer. Only what holds has a \
certificate. A file of that name is left as it was.",
};

pub(crate) static UNKNOWN_PROCEDURE: Code = Code {
    id: "CP0053",
    title: "name of no procedure",
    explanation: "\
`--proc` takes the name of a procedure of the program, with its class or without.

```text
cutpoint summarize model.zing --proc Stack.push
cutpoint summarize model.zing --proc push          every procedure of that name
```",
};

pub(crate) static NOT_SUMMARISED: Code = Code {
    id: "CP0054",
    title: "program without summaries",
    explanation: "\
Summaries are made of programs with one thread. The message says what stands in the way here. `cutpoint check` decides such a program \
without summaries.",
};

pub(crate) static NOT_DRAWN: Code = Code {
    id: "CP0055",
    title: "certificate without a drawing",
    explanation: "\
`cutpoint certify --dot` draws what procedures see, as the proofs of the pushdown engine list it. Other certificates have other contents.

```text
cutpoint check list.shy --engine pushdown --certificate proof.json
cutpoint certify list.shy proof.json --dot | dot -Tsvg > heaps.svg
cutpoint summarize list.shy --dot | dot -Tsvg > summaries.svg      draws summaries
```",
};

pub(crate) static OTHER_LANGUAGE: Code = Code {
    id: "CP0056",
    title: "option of another language",
    explanation: "\
`--choice`, `--blocked` and `--steps` say how choices, guards and steps of Shylock are to be understood, `--dialect` and `--error-label` what comparisons and \
labels of Boolean programs mean; other languages leave nothing of that open.

```text
cutpoint check list.shy --choice blind        a choice may take a branch that is closed
cutpoint check list.shy --blocked prune       executions that meet a closed guard do not count
cutpoint ltl list.shy --steps paper 'X !x'    `X` counts choices, guards and sequences, too
cutpoint check driver.bp --dialect boppo      `a & b = c` is `(a & b) = c`
cutpoint check threads.bp --dialect getafix   starts in `init`; no thread switch while `atomic` is true
cutpoint check driver.bp --error-label BAD    reaching the label BAD is an error
cutpoint check model.zing --choice blind      no Shylock
```",
};

pub(crate) static LIMIT: Code = Code {
    id: "CP0059",
    title: "limit reached before there was a report",
    explanation: "\
The time or the memory that `--timeout` or `--memory` allows was used up while the program was read, or while an engine did something that it \
cannot leave half done. Both limits are for the whole command, from its first instruction to its last. The exit status is that of \
*unknown*: nothing is wrong with the program, and nothing is known of it.

```text
cutpoint check large.zing --memory 64M      reading it alone takes more
```",
};

pub(crate) static NOT_EXPLORED: Code = Code {
    id: "CP0097",
    title: "method that cannot be explored",
    explanation: "\
`cutpoint explore` finds the paths of a procedure with one thread, and the message says what stands in the way here. A \
procedure that starts threads has no paths of its own; the procedures that it calls or starts may have.

`cutpoint check` covers all executions of the whole program, threads included.",
};

pub(crate) static NOT_COMPILED: Code = Code {
    id: "CP0620",
    title: "Java source that does not compile",
    explanation: "\
A file `.java` is compiled by the `javac` of a JDK, and that has refused it. Its own words are below the message.

```text
cutpoint check Main.java --classpath lib/util.jar:src      places of classes and sources that it needs
```

Sources in the folder of the file are found without an option.",
};

pub(crate) static NO_JDK: Code = Code {
    id: "CP0621",
    title: "JDK that is not found",
    explanation: "\
Java sources are compiled by the `javac` of a JDK: the one that `--jdk` names, else that of JAVA_HOME, else the one that
`java` on the path belongs to. There is none, or what was named is no JDK: it has neither `lib/modules` nor `rt.jar`.

```text
cutpoint check Main.java --jdk /opt/jdk-17
javac -g Main.java && cutpoint check Main.class      no JDK is needed for class files
```",
};

pub(crate) static OTHER_ENTRY: Code = Code {
    id: "CP0088",
    title: "option that does not fit the entry",
    explanation: "\
`cutpoint check --entry METHOD` asks about one method. If the program does nothing but call it, it has no unknown \
inputs, and the question is the same as without `--entry`; options about inputs, such as `--pre` and `-k`, mean nothing \
then. Any other method is called with all inputs, by an engine that does not read options such as `--search`.

```text
cutpoint check list.jl --entry List.remove -k 3         unknown inputs, bounded
cutpoint check list.jl --entry Main.main --search dfs   the whole program, states depth first
```",
};

pub(crate) static NO_TEST_WRITER: Code = Code {
    id: "CP0098",
    title: "language without a writer of tests",
    explanation: "\
`cutpoint explore --tests` writes programs in the language of the method. It can do that in Javalite.

Of a program in another language, the example of each path is a start, which `cutpoint run` executes:

```text
cutpoint explore list.zing List.Add --format json > paths.json     `paths[0].example.start` is the first one
cutpoint run list.zing --start path-1.start
```",
};

pub(crate) static TESTS_IN_THE_WAY: Code = Code {
    id: "CP0099",
    title: "tests that would replace other files",
    explanation: "\
`--tests` never replaces a file with another text, so that tests that were changed by hand, or that are about an earlier program, are not \
lost. Nothing was written. Files that are the same already are no obstacle: the tests of several methods can be in one directory, and \
can be written again.

```text
cutpoint explore list.jl Node.contains --tests tests            refused if a file there is different
cutpoint explore list.jl Node.contains --tests tests --force    replaces it
cutpoint explore list.jl Node.contains --tests new              another directory
```

Files of other names stay as they are, with `--force` too: tests of paths that are no more have to be removed by hand.",
};
