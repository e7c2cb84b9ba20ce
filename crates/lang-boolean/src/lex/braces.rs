//! `{` where a block of C begins.
//!
//! Braces are around names here: `{x > 0}`. A text that uses them as C does would be read as names without an end, line
//! for line, so the first brace of this kind gets a message of its own, and from there on blocks in braces are read as
//! if they had the words that are meant. What stands before a brace, and in it, shows which of the two it is: a name
//! follows neither `)` nor another name.

use base::{Diagnostic, Span};

use crate::codes;
use crate::token::TokenKind;

/// What was read before the current token, as far as braces depend on it.
#[derive(Debug, Default)]
pub(super) struct Braces {
    previous: Option<TokenKind>,
    /// The last word or sign that decides which word a block needs here.
    opener: Option<TokenKind>,
    /// What closes each open block; a brace behind `then`, `else` or `do` may have to close more than itself.
    closers: Vec<Option<TokenKind>>,
    is_reported: bool,
}

impl Braces {
    /// Notes a token that was read.
    pub(super) fn pass(&mut self, kind: TokenKind) {
        use TokenKind::*;
        if matches!(kind, LineComment | CommentStart) {
            return;
        }
        self.previous = Some(kind);
        if matches!(
            kind,
            If | Elsif | While | Then | Do | Else | Begin | End | Fi | Od | Semicolon | Void | Bool
        ) {
            self.opener = Some(kind);
        }
    }

    /// Whether a name in braces, `{..}`, is a block in truth. `rest` is the text after it.
    pub(super) fn closed(&self, name: &str, rest: &str) -> bool {
        let inside = name.trim_matches(['{', '}']).trim();
        let has_code = inside.is_empty() || inside.contains(';') || inside.contains(":=");
        match self.follows() {
            Follows::Operand if self.expects_block() => has_code || !rest.trim_start().starts_with('('),
            Follows::Operand | Follows::Opener => has_code,
            Follows::Statement | Follows::Other => false,
        }
    }

    /// Whether a brace that is not closed on its line begins a block. `rest` is the rest of the line.
    pub(super) fn open(&self, rest: &str) -> bool {
        let rest = rest.trim();
        let is_alone = rest.is_empty() || rest.starts_with("//") || rest.starts_with("/*");
        match self.follows() {
            Follows::Operand | Follows::Opener => true,
            Follows::Statement => is_alone,
            Follows::Other => false,
        }
    }

    /// The message about the first brace that begins a block; the others need none.
    pub(super) fn first_message(&mut self, span: Span) -> Option<Diagnostic> {
        let brace = Span::new(span.file, span.start, span.start + 1);
        let is_first = !std::mem::replace(&mut self.is_reported, true);
        is_first.then(|| self.message(brace))
    }

    /// The word that a brace is meant as, if it is one of its own.
    pub(super) fn open_block(&mut self) -> Option<TokenKind> {
        use TokenKind::*;
        let (word, closer) = match (self.opener, self.previous) {
            (_, Some(Then)) => (None, None),
            // The brace of `else` closes the whole condition, if that had braces.
            (_, Some(Else)) => (None, Some(Fi)),
            (_, Some(Do)) => (None, None),
            (Some(If | Elsif), _) => (Some(Then), Some(Fi)),
            (Some(While), _) => (Some(Do), Some(Od)),
            (_, _) => (Some(Begin), Some(End)),
        };
        self.closers.push(closer);
        let passed = word.unwrap_or(Begin);
        self.pass(passed);
        word
    }

    /// The word that `}` is meant as, if it closes a block. `rest` is the text after it.
    pub(super) fn close_block(&mut self, rest: &str) -> Option<Option<TokenKind>> {
        let closer = self.closers.pop()?;
        let goes_on = closer == Some(TokenKind::Fi) && rest.trim_start().starts_with("else");
        Some(closer.filter(|_| !goes_on))
    }

    /// Whether blocks stand in braces, and `if` follows.
    pub(super) fn is_before_if(&self, rest: &str) -> bool {
        let after = rest.trim_start().strip_prefix("if");
        self.is_reported
            && after.is_some_and(|text| !text.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }

    /// Whether a condition or the header of a procedure may have ended here.
    fn expects_block(&self) -> bool {
        use TokenKind::*;
        self.previous == Some(RightParen) || matches!(self.opener, Some(If | Elsif | While))
    }

    fn follows(&self) -> Follows {
        use TokenKind::*;
        match self.previous {
            Some(
                RightParen | RightBracket | Ident | Quoted | Number | True | False | Star | Question | Prime,
            ) => Follows::Operand,
            Some(Then | Else | Do) => Follows::Opener,
            None | Some(Semicolon | Begin | End | Fi | Od | Colon) => Follows::Statement,
            Some(_) => Follows::Other,
        }
    }

    fn message(&self, brace: Span) -> Diagnostic {
        use TokenKind::*;
        let (meant, help) = match (self.opener, self.previous) {
            (Some(If | Elsif), _) => ("`then`", "write `if c then .. else .. fi`"),
            (Some(While), _) => ("`do`", "write `while c do .. od`"),
            (_, Some(Then | Else)) => ("no brace", "write `if c then .. else .. fi`"),
            (_, Some(Do)) => ("no brace", "write `while c do .. od`"),
            (_, _) => ("`begin`", "write `begin .. end`"),
        };
        let message = format!("`{{` stands where {meant} is meant.");
        Diagnostic::error(&codes::BRACE_FOR_BEGIN, message)
            .at(brace, "a brace begins a name here, not a block")
            .note("more braces of this kind in the file have no message of their own")
            .help(format!("{help}; braces are around names: `{{x > 0}}`"))
    }
}

/// What a brace follows.
enum Follows {
    /// What a name never follows, but for the name of a procedure after attributes.
    Operand,
    /// A word after which statements stand.
    Opener,
    /// The end of a statement.
    Statement,
    /// Anything else: a name may stand here.
    Other,
}

#[cfg(test)]
mod tests {
    use base::{Id, SourceId};

    use crate::lex::lex;

    /// The codes of what is wrong, and the words that are said to be meant.
    fn said(text: &str) -> Vec<String> {
        let lexed = lex(SourceId::new(0), text);
        lexed.diagnostics.iter().map(|d| format!("{} {}", d.code.id, d.message)).collect()
    }

    #[test]
    fn braces_of_c_are_recognised_by_what_is_around_them() {
        for (text, meant) in [
            ("void main() {\n skip;\n}", "`begin`"),
            ("void main()\n{\n}", "`begin`"),
            ("void main() { x := T; }", "`begin`"),
            ("void main() {}", "`begin`"),
            ("main() { // a comment\n", "`begin`"),
            ("begin\n{\n", "`begin`"),
            ("x := T; {\n", "`begin`"),
            ("if x then atomic {\n x := T; }", "`begin`"),
            ("if (x) {\n", "`then`"),
            ("if x {\n", "`then`"),
            ("if {x > 0} { y := T; }", "`then`"),
            ("if T then skip; elsif * {", "`then`"),
            ("while (x) { skip }", "`do`"),
            ("if x then {\n", "no brace"),
            ("if x then skip; else { y := T;\n }", "no brace"),
            ("while x do {}", "no brace"),
        ] {
            assert_eq!(said(text), [format!("CP0410 `{{` stands where {meant} is meant.")], "{text}");
        }
    }

    #[test]
    fn names_in_braces_stay_names() {
        for text in [
            "if {x > 0} then {x > 0} := T; else {y} := F; fi",
            "__attribute__((a)) {f}() begin {l}: skip; end {f}(T);",
            "decl {a; b}, {c := d};\n{e} := ({a; b}) & {};",
            "dfs {f}() begin call {f}(); x := y {z}; end",
        ] {
            assert_eq!(said(text), [""; 0], "{text}");
        }
        for text in ["decl {x;", "x := {a;", "x; {y > 0 := T;", "goto {L;"] {
            assert_eq!(said(text), ["CP0402 A name is not closed."], "{text}");
        }
    }

    #[test]
    fn only_the_first_brace_is_reported_however_many_there_are() {
        assert_eq!(said(&"void f() {\nskip;\n}\n".repeat(50_000)).len(), 1);
        assert_eq!(said(&"){".repeat(200_000)).len(), 1);
    }
}
