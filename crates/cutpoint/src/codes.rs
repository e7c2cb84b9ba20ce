//! The diagnostics of the command itself: `CP0001` to `CP0009`.

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
The language of a program is known by the end of its file name: `.zing` for Zing, `.cpir` for the text form of the core language.

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
