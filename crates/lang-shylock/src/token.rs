//! The tokens of Shylock, recognised by a `logos` automaton.
//!
//! The paper's signs (`≠`, `∧`, `∨`, `¬`) are the same tokens as those that a keyboard has. Comments are the business
//! of [`crate::lex`].

base::tokens! {
    #[logos(skip r"[\s\u{FEFF}]+")]
    pub enum TokenKind {
        shapes {
            #[regex(r"[\p{L}_][\p{L}\p{Nd}_']*", priority = 2)]
            Ident "a name"
            #[regex(r#""[^"\r\n]*""#)]
            String "a text"
            #[regex(r#""[^"\r\n]*"#, priority = 1)]
            UnterminatedString "a text that is not closed"
            /// The whole comment; never leaves the lexer.
            #[regex(r"//[^\r\n]*", allow_greedy = true)]
            LineComment "a comment"
            /// The opening of a block comment; never leaves the lexer.
            #[token("/*")]
            CommentStart "a comment"
        }
        keywords {
            Assert "assert"
            Else "else"
            False "false"
            Field "field"
            Global "global"
            Heap "heap"
            If "if"
            Initial "initial"
            Local "local"
            New "new"
            Nil "nil"
            Skip "skip"
            True "true"
            While "while"
        }
        signs {
            ColonColon "::"
            Becomes ":="
            Colon ":"
            Arrow "->"
            #[token("==")]
            Equal "="
            #[token("≠")]
            NotEqual "!="
            #[token("¬")]
            Not "!"
            #[token("∧")]
            And "&&"
            #[token("∨")]
            Or "||"
            Plus "+"
            Semicolon ";"
            Comma ","
            Dot "."
            LeftParen "("
            RightParen ")"
            LeftBracket "["
            RightBracket "]"
            LeftBrace "{"
            RightBrace "}"
        }
    }
    names Ident;
    quoted Ident;
    bad Unknown | UnterminatedString;
}
