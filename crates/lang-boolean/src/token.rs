//! The tokens of Boolean programs, recognised by a `logos` automaton.
//!
//! The dialects spell the same thing in several spellings: `&` and `&&`, `=` and `==`, `T`, `true` and `1`. Each is one
//! token here, but for numbers, which are constants or labels by their place. Comments are the business of
//! [`crate::lex`].

base::tokens! {
    #[logos(skip r"[\s\u{FEFF}]+")]
    pub enum TokenKind {
        shapes {
            #[regex(r"[\p{L}_$][\p{L}\p{Nd}_$.]*", priority = 1)]
            Ident "a name"
            /// A name that may be any text, as the predicates of SLAM: `{x > 0}`.
            #[regex(r"\{[^}\r\n]*\}")]
            Quoted "a name"
            #[regex(r"\{[^}\r\n]*", priority = 1)]
            UnterminatedName "a name that is not closed"
            #[regex(r"[0-9]+")]
            Number "a number"
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
            AbortIf "abortif"
            Assert "assert"
            Assume "assume"
            AtomicBegin "atomic_begin"
            AtomicEnd "atomic_end"
            Begin "begin"
            Bool "bool"
            Constrain "constrain"
            Dead "dead"
            Decl "decl"
            Do "do"
            Else "else"
            #[token("elseif")]
            Elsif "elsif"
            End "end"
            EndThread "end_thread"
            Enforce "enforce"
            #[token("F")]
            False "false"
            Fi "fi"
            Goto "goto"
            If "if"
            Od "od"
            Print "print"
            Return "return"
            Schoose "schoose"
            Skip "skip"
            StartThread "start_thread"
            Sync "sync"
            Then "then"
            #[token("T")]
            True "true"
            Void "void"
            While "while"
        }
        signs {
            Becomes ":="
            Colon ":"
            #[token("==")]
            Equal "="
            NotEqual "!="
            Iff "<=>"
            Implies "=>"
            Less "<"
            Greater ">"
            #[token("~")]
            Not "!"
            #[token("&&")]
            And "&"
            #[token("||")]
            Or "|"
            Xor "^"
            Star "*"
            Question "?"
            Prime "'"
            Semicolon ";"
            Comma ","
            LeftParen "("
            RightParen ")"
            LeftBracket "["
            RightBracket "]"
        }
    }
    names Ident | Quoted;
    quoted Ident | Quoted | Number;
    bad Unknown;
}
