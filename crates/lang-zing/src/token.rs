//! The tokens of Zing, recognised by a `logos` automaton.
//!
//! The automaton also knows the operators of C# that Zing lacks (`++`, `+=`, `?`), so that the parser can name
//! them, and unfinished literals, so that the lexer can say what is wrong with them. Conditional compilation and
//! block comments are the business of [`crate::lex`].

base::tokens! {
    #[logos(skip r"[\s\u{FEFF}]+")]
    #[logos(skip(r"//[^\r\n]*", allow_greedy = true))]
    pub enum TokenKind {
        shapes {
            #[regex(r"@?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*", priority = 2)]
            Ident "a name"
            #[regex(r"([0-9]+|0[xX][0-9a-fA-F]+)([uU][lL]?|[lL][uU]?)?", priority = 20)]
            Integer "a number"
            #[regex(r"([0-9]*\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)[fFdDmM]?", priority = 19)]
            #[regex(r"[0-9]+[fFdDmM]", priority = 18)]
            Real "a number"
            /// Letters stuck to a number: `12abc`, `0x`.
            #[regex(r"[0-9][\p{L}\p{Nd}_]*", priority = 1)]
            BadNumber "a number"
            #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
            #[regex(r#"@"([^"]|"")*""#)]
            String "a string"
            #[regex(r#""([^"\\\r\n]|\\[^\r\n])*\\?"#, priority = 1)]
            #[regex(r#"@"([^"]|"")*"#, priority = 1)]
            UnterminatedString "a string"
            /// A character as other languages write it; never leaves the lexer.
            #[regex(r"'([^'\\\r\n]|\\[^\r\n][0-9a-fA-F]*)'")]
            Character "a character"
            /// The opening of a block comment; never leaves the lexer.
            #[token("/*")]
            CommentStart "a comment"
            /// `#` and the rest of its line; never leaves the lexer.
            #[regex(r"#[^\r\n]*", allow_greedy = true)]
            Directive "a directive"
        }
        keywords {
            Activate "activate"
            Accept "accept"
            Array "array"
            Assert "assert"
            Assume "assume"
            Async "async"
            Atomic "atomic"
            Bool "bool"
            Byte "byte"
            Chan "chan"
            Choose "choose"
            Class "class"
            Decimal "decimal"
            Double "double"
            Else "else"
            End "end"
            Enum "enum"
            Event "event"
            False "false"
            First "first"
            Float "float"
            Foreach "foreach"
            Goto "goto"
            If "if"
            In "in"
            IntType "int"
            Interface "interface"
            InvokePlugin "invokeplugin"
            InvokeScheduler "invokescheduler"
            Long "long"
            New "new"
            Null "null"
            Object "object"
            Out "out"
            Raise "raise"
            Range "range"
            Receive "receive"
            Return "return"
            SByte "sbyte"
            Select "select"
            SelfId "self"
            Send "send"
            Set "set"
            Short "short"
            Sizeof "sizeof"
            Static "static"
            StringType "string"
            Struct "struct"
            This "this"
            Timeout "timeout"
            Trace "trace"
            True "true"
            Try "try"
            Typeof "typeof"
            UInt "uint"
            ULong "ulong"
            UShort "ushort"
            Visible "visible"
            Void "void"
            Wait "wait"
            While "while"
            With "with"
            Yield "yield"
        }
        signs {
            LBrace "{"
            RBrace "}"
            LParen "("
            RParen ")"
            LBracket "["
            RBracket "]"
            Semicolon ";"
            Colon ":"
            Comma ","
            Dot "."
            DotDot ".."
            Arrow "->"
            Assign "="
            EqEq "=="
            NotEq "!="
            Less "<"
            LessEq "<="
            Greater ">"
            GreaterEq ">="
            Shl "<<"
            Shr ">>"
            Plus "+"
            Minus "-"
            Star "*"
            Slash "/"
            Percent "%"
            Bang "!"
            Tilde "~"
            Amp "&"
            AmpAmp "&&"
            Pipe "|"
            PipePipe "||"
            Caret "^"
            // Operators of C# that Zing does not have.
            PlusPlus "++"
            MinusMinus "--"
            PlusAssign "+="
            MinusAssign "-="
            StarAssign "*="
            SlashAssign "/="
            PercentAssign "%="
            AmpAssign "&="
            PipeAssign "|="
            CaretAssign "^="
            ShlAssign "<<="
            ShrAssign ">>="
            Question "?"
            FatArrow "=>"
        }
    }
    names Ident;
    quoted Ident | Integer | Real;
    bad Unknown;
}
