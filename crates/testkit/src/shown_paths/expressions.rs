//! The language of conditions and terms as `cutpoint explore` shows them, read back.
//!
//! ```text
//! choice = or ["?" choice ":" choice]        or = and {"||" and}        and = test {"&&" test}
//! test   = bits [("==" | "!=" | "<" | "<=" | ">" | ">=") bits [...]] | name "is" ("a" | "no") CLASS | bits "overflows"
//! bits   = sum [("&" | "|" | "^" | "<<" | ">>") sum]
//! sum    = product {("+" | "-") product}     product = unary {("*" | "/" | "%") unary}
//! unary  = ("-" | "~" | "!") unary | "bit" INT "of" name | INT | "null" | "true" | "false" | name | "(" choice ")"
//! name   = (WORD | "new" CLASS [INT]) {"." WORD}
//! ```

use crate::symbolic::agreement::Disagreement;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expression {
    Null,
    Truth(bool),
    Number(i64),
    /// A root and fields.
    Name(Vec<String>),
    Is(Box<Expression>, String),
    Unary(String, Box<Expression>),
    Binary(String, Box<Expression>, Box<Expression>),
    Overflows(Box<Expression>),
    /// A bit of a number, the lowest one is 0.
    Bit(u32, Box<Expression>),
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// Reads a text as a whole.
pub(crate) fn parse(text: &str) -> Result<Expression, Disagreement> {
    let mut parser = Parser { tokens: tokens(text), at: 0 };
    match parser.choice() {
        Some(expression) if parser.at == parser.tokens.len() => Ok(expression),
        Some(_) | None => Err(format!("`{text}` cannot be read at {:?}", parser.tokens.get(parser.at))),
    }
}

/// Words and signs; brackets stand alone.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut is_word_open = false;
    for char in text.chars() {
        let is_word = char.is_alphanumeric() || char == '_' || char == '.';
        let joins = match tokens.last() {
            Some(last) if is_word => is_word_open && last.starts_with(|first: char| first.is_alphanumeric()),
            Some(last) => {
                is_word_open
                    && matches!((last.as_str(), char), ("&", '&') | ("|", '|') | ("=" | "!" | "<" | ">", '='))
            }
            None => false,
        };
        match (char, tokens.last_mut()) {
            (' ', _) => {}
            (char, Some(last)) if joins => last.push(char),
            (char, _) => tokens.push(char.to_string()),
        }
        is_word_open = char != ' ';
    }
    tokens
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

type Parsed = Option<Expression>;

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_there = self.peek() == token;
        self.at += usize::from(is_there);
        is_there
    }

    fn choice(&mut self) -> Parsed {
        let condition = self.left_to_right(&["||"], |parser| parser.left_to_right(&["&&"], Self::test))?;
        if !self.eat("?") {
            return Some(condition);
        }
        let yes = self.choice()?;
        if !self.eat(":") {
            return None;
        }
        Some(Expression::Choice(Box::new(condition), Box::new(yes), Box::new(self.choice()?)))
    }

    fn left_to_right(&mut self, signs: &[&str], operand: impl Fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        while signs.contains(&self.peek()) {
            let sign = self.take();
            left = Expression::Binary(sign, Box::new(left), Box::new(operand(self)?));
        }
        Some(left)
    }

    fn test(&mut self) -> Parsed {
        let first = self.bits()?;
        if self.eat("overflows") {
            return Some(Expression::Overflows(Box::new(first)));
        }
        if self.eat("is") {
            let is = match self.take().as_str() {
                "a" => true,
                "no" => false,
                _ => return None,
            };
            let test = Expression::Is(Box::new(first), self.take());
            return Some(if is { test } else { Expression::Unary("!".to_owned(), Box::new(test)) });
        }
        let mut tests = Vec::new();
        let mut left = first.clone();
        while ["==", "!=", "<", "<=", ">", ">="].contains(&self.peek()) {
            let sign = self.take();
            let right = self.bits()?;
            tests.push(Expression::Binary(sign, Box::new(left), Box::new(right.clone())));
            left = right;
        }
        let both = |one, other| Expression::Binary("&&".to_owned(), Box::new(one), Box::new(other));
        Some(tests.into_iter().reduce(both).unwrap_or(first))
    }

    fn bits(&mut self) -> Parsed {
        self.left_to_right(&["&", "|", "^", "<<", ">>"], |parser| {
            parser.left_to_right(&["+", "-"], |parser| parser.left_to_right(&["*", "/", "%"], Self::unary))
        })
    }

    fn unary(&mut self) -> Parsed {
        let token = self.take();
        match token.as_str() {
            "-" | "~" | "!" => Some(Expression::Unary(token, Box::new(self.unary()?))),
            "(" => {
                let inner = self.choice()?;
                self.eat(")").then_some(inner)
            }
            "bit" => {
                let at = self.take().parse().ok()?;
                self.eat("of")
                    .then(|| self.unary())
                    .flatten()
                    .map(|number| Expression::Bit(at, Box::new(number)))
            }
            "null" => Some(Expression::Null),
            "true" => Some(Expression::Truth(true)),
            "false" => Some(Expression::Truth(false)),
            "new" => {
                let mut path: Vec<String> = self.take().split('.').map(str::to_owned).collect();
                path[0].insert_str(0, "new ");
                if path.len() == 1 && self.peek().starts_with(|first: char| first.is_ascii_digit()) {
                    let number = self.take();
                    let mut parts = number.split('.');
                    path[0] += &format!(" {}", parts.next()?);
                    path.extend(parts.map(str::to_owned));
                }
                Some(Expression::Name(path))
            }
            word => match word.parse() {
                Ok(number) => Some(Expression::Number(number)),
                Err(_) if word.starts_with(char::is_alphabetic) => {
                    Some(Expression::Name(word.split('.').map(str::to_owned).collect()))
                }
                Err(_) => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_java() {
        let name = |name: &str| Box::new(Expression::Name(vec![name.to_owned()]));
        let binary = |sign: &str, left, right| Expression::Binary(sign.to_owned(), left, right);
        let sum = binary("+", name("a"), Box::new(binary("*", name("b"), name("c"))));
        let test = binary("<=", Box::new(sum), name("d"));
        let same = binary("==", name("x"), name("y"));
        assert_eq!(
            parse("a + b * c <= d || !x && x == y"),
            Ok(binary(
                "||",
                Box::new(test),
                Box::new(binary(
                    "&&",
                    Box::new(Expression::Unary("!".to_owned(), name("x"))),
                    Box::new(same)
                ))
            ))
        );
        assert!(parse("a +").is_err() && parse("a b").is_err() && parse("(a").is_err());
    }
}
