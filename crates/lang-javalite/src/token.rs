//! The tokens of Javalite, recognised by a `logos` automaton.
//!
//! As in Lisp, a symbol goes on up to a blank, a bracket or a comment: `a-b`, `x.f` and `!x` are one symbol each.
//! A symbol that is neither a word of the language nor a number is a name.

base::tokens! {
    #[logos(skip r"[\s\u{FEFF}]+")]
    #[logos(skip(r";[^\r\n]*", allow_greedy = true))]
    pub enum TokenKind {
        shapes {
            #[regex(r#"[^\s()\[\]{};",\u{FEFF}]+"#, priority = 1)]
            Symbol "a name"
            #[regex(r"[+-]?[0-9]+", priority = 3)]
            Number "a number"
        }
        keywords {
            Class "class"
            Extends "extends"
            Bool "bool"
            Int "int"
            Unit "unit"
            This "this"
            Null "null"
            True "true"
            False "false"
            New "new"
            If "if"
            Else "else"
            Var "var"
            In "in"
            Begin "begin"
            Assume "assume"
            Assert "assert"
            While "while"
            InstanceOf "instanceof"
        }
        signs {
            LeftParen "("
            RightParen ")"
            LeftBracket "["
            RightBracket "]"
            LeftBrace "{"
            RightBrace "}"
            Dollar "$"
            At "@"
            Becomes ":="
            #[token("==")]
            Equal "="
            NotEqual "!="
            Less "<"
            LessEqual "<="
            Greater ">"
            GreaterEqual ">="
            Plus "+"
            Minus "-"
            Times "*"
            Divide "/"
            Remainder "%"
            And "&&"
            Or "||"
            Not "!"
        }
    }
    names Symbol;
    quoted Symbol | Number;
    bad Unknown;
}

impl TokenKind {
    /// Whether it stands between its operands.
    pub(crate) fn is_infix(self) -> bool {
        use TokenKind::*;
        match self {
            Dollar | At | Becomes | InstanceOf | Equal | NotEqual | Less | LessEqual | Greater
            | GreaterEqual | Plus | Minus | Times | Divide | Remainder | And | Or => true,
            Symbol | Number | Unknown | Eof | Class | Extends | Bool | Int | Unit | This | Null | True
            | False | New | If | Else | Var | In | Begin | Assume | Assert | While | LeftParen
            | RightParen | LeftBracket | RightBracket | LeftBrace | RightBrace | Not => false,
        }
    }

    /// Whether a form begins with it.
    pub(crate) fn is_head(self) -> bool {
        use TokenKind::*;
        matches!(self, New | If | Var | Begin | Assume | Assert | While | Not)
    }
}
