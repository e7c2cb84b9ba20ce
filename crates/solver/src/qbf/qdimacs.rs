//! Formulas in QDIMACS 1.1: a prefix of quantifiers and clauses.
//!
//! The reader refuses whatever the format does not allow, with the place of it. It is more patient in two things:
//! comments may stand anywhere, and a clause may go over several lines, as in DIMACS. The number of variables is
//! believed and never allocated.

use std::collections::BTreeSet;
use std::fmt;

use base::{Diagnostic, SourceId, Span};
use rustc_hash::FxHashMap;

use super::codes;

/// How many blocks can be decided.
pub(super) const MAX_BLOCKS: usize = 2;

/// A formula in prenex conjunctive normal form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Qdimacs {
    /// The largest variable that may occur.
    pub n_variables: i32,
    /// Quantifiers from the outside in, as they were written.
    pub prefix: Vec<Block>,
    pub clauses: Vec<Vec<i32>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub quantifier: Quantifier,
    pub variables: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    Exists,
    Forall,
}

impl fmt::Display for Qdimacs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_variables, prefix, clauses } = self;
        writeln!(f, "p cnf {n_variables} {}", clauses.len())?;
        for Block { quantifier, variables } in prefix {
            let letter = match quantifier {
                Quantifier::Exists => 'e',
                Quantifier::Forall => 'a',
            };
            write!(f, "{letter} ")?;
            write_numbers(f, variables)?;
        }
        clauses.iter().try_for_each(|clause| write_numbers(f, clause))
    }
}

fn write_numbers(f: &mut fmt::Formatter<'_>, numbers: &[i32]) -> fmt::Result {
    numbers.iter().try_for_each(|number| write!(f, "{number} "))?;
    writeln!(f, "0")
}

impl Qdimacs {
    /// Reads a text; the diagnostic says what is wrong first.
    pub fn read(file: SourceId, text: &str) -> Result<Self, Box<Diagnostic>> {
        let mut reader = Reader { file, text, formula: None, announced: 0, quantified: FxHashMap::default() };
        let mut clause = Clause::default();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let words = words(line, start);
            start += line.len();
            match words.first().map(|word| word.text) {
                None => {}
                Some(comment) if comment.starts_with('c') => {}
                Some("p") => reader.problem_line(&words)?,
                Some("a") => reader.block(Quantifier::Forall, &words, &clause)?,
                Some("e") => reader.block(Quantifier::Exists, &words, &clause)?,
                Some(_) => reader.literals(&words, &mut clause)?,
            }
        }
        let quantified = std::mem::take(&mut reader.quantified);
        let formula = reader.finish(&clause)?;
        match formula.blocks().get(MAX_BLOCKS) {
            None => Ok(formula),
            Some(third) => Err(Box::new(too_many(third, &quantified))),
        }
    }

    /// The blocks from the outside in: variables without a quantifier first, neighbours of one kind as one, none of
    /// them empty, variables in order.
    pub fn blocks(&self) -> Vec<Block> {
        let Self { n_variables: _, prefix, clauses } = self;
        let quantified: BTreeSet<i32> = prefix.iter().flat_map(|block| &block.variables).copied().collect();
        let used: BTreeSet<i32> = clauses.iter().flatten().map(|literal| literal.abs()).collect();
        let variables = used.difference(&quantified).copied().collect();
        let free = Block { quantifier: Quantifier::Exists, variables };
        let mut blocks: Vec<Block> = Vec::new();
        for block in std::iter::once(&free).chain(prefix).filter(|block| !block.variables.is_empty()) {
            match blocks.last_mut() {
                Some(last) if last.quantifier == block.quantifier => last.variables.extend(&block.variables),
                Some(_) | None => blocks.push(block.clone()),
            }
        }
        blocks.iter_mut().for_each(|block| block.variables.sort_unstable());
        blocks
    }
}

fn too_many(third: &Block, quantified: &FxHashMap<i32, Span>) -> Diagnostic {
    let message = "The quantifiers change more than once, and such formulas cannot be decided here.";
    let diagnostic = Diagnostic::error(&codes::TOO_MANY_ALTERNATIONS, message);
    let spans = third.variables.iter().filter_map(|variable| quantified.get(variable));
    match spans.min_by_key(|span| span.start) {
        Some(&first) => diagnostic.at(first, "the third block begins here"),
        None => diagnostic,
    }
}

/// A word of the text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    start: usize,
    text: &'a str,
}

fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let offset = |word: &str| start + (word.as_ptr() as usize - line.as_ptr() as usize);
    line.split_ascii_whitespace().map(|text| Word { start: offset(text), text }).collect()
}

/// A clause that has no 0 yet.
#[derive(Default)]
struct Clause {
    literals: Vec<i32>,
    /// Where it begins, once it does.
    begin: Option<usize>,
}

struct Reader<'a> {
    file: SourceId,
    text: &'a str,
    /// There once the problem line is read.
    formula: Option<Qdimacs>,
    /// The number of clauses on the problem line.
    announced: usize,
    /// Quantified variables, and where.
    quantified: FxHashMap<i32, Span>,
}

type Reading<T> = Result<T, Box<Diagnostic>>;

impl<'a> Reader<'a> {
    fn span(&self, word: Word<'_>) -> Span {
        self.range(word.start, word.start + word.text.len())
    }

    fn range(&self, start: usize, end: usize) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(self.file, offset(start), offset(end))
    }

    fn malformed<T>(&self, word: Word<'_>, message: String, label: &str) -> Reading<T> {
        Err(Box::new(Diagnostic::error(&codes::NOT_QDIMACS, message).at(self.span(word), label)))
    }

    fn problem_line(&mut self, words: &[Word<'a>]) -> Reading<()> {
        if self.formula.is_some() {
            return self.malformed(words[0], "There is a second problem line.".to_owned(), "");
        }
        let numbers = match words {
            [_, Word { text: "cnf", .. }, variables, clauses] => {
                variables.text.parse().ok().filter(|&n: &i32| n >= 0).zip(clauses.text.parse::<usize>().ok())
            }
            _ => None,
        };
        let Some((n_variables, announced)) = numbers else {
            let message = "The problem line is not `p cnf VARIABLES CLAUSES` with two numbers.".to_owned();
            return self.malformed(words[0], message, "");
        };
        self.announced = announced;
        self.formula = Some(Qdimacs { n_variables, ..Qdimacs::default() });
        Ok(())
    }

    /// A number that the text allows here; `None` is the 0 at the end.
    fn number(&self, word: Word<'a>, n_variables: i32) -> Reading<Option<i32>> {
        match word.text.parse::<i32>() {
            Ok(0) => Ok(None),
            Ok(number) if number.unsigned_abs() <= n_variables.unsigned_abs() => Ok(Some(number)),
            Ok(_) => {
                let message = format!("`{}` is no variable: the problem line says {n_variables}.", word.text);
                let diagnostic = Diagnostic::error(&codes::BAD_VARIABLE, message);
                Err(Box::new(diagnostic.at(self.span(word), "")))
            }
            Err(_) => {
                self.malformed(word, format!("`{}` is not a number that can stand here.", word.text), "")
            }
        }
    }

    fn n_variables(&self, word: Word<'a>) -> Reading<i32> {
        match &self.formula {
            Some(formula) => Ok(formula.n_variables),
            None => self.malformed(word, "The problem line `p cnf` must come first.".to_owned(), ""),
        }
    }

    fn block(&mut self, quantifier: Quantifier, words: &[Word<'a>], clause: &Clause) -> Reading<()> {
        let n_variables = self.n_variables(words[0])?;
        let has_clauses = self.formula.as_ref().is_some_and(|formula| !formula.clauses.is_empty());
        if has_clauses || clause.begin.is_some() {
            let message = "A quantifier stands behind the first clause.".to_owned();
            return self.malformed(words[0], message, "");
        }
        let mut variables = Vec::new();
        for (index, &word) in words.iter().enumerate().skip(1) {
            match self.number(word, n_variables)? {
                Some(variable) => {
                    self.quantify(variable, word)?;
                    variables.push(variable);
                }
                None if index + 1 == words.len() => {
                    let formula = self.formula.as_mut();
                    formula.expect("was found above").prefix.push(Block { quantifier, variables });
                    return Ok(());
                }
                None => {
                    return self.malformed(words[index + 1], "The line goes on behind its 0.".to_owned(), "");
                }
            }
        }
        let last = words[words.len() - 1];
        let diagnostic =
            Diagnostic::error(&codes::UNFINISHED_LINE, "A line of quantifiers does not end with 0.");
        Err(Box::new(diagnostic.at(self.span(last), "the last word of the line")))
    }

    fn quantify(&mut self, variable: i32, word: Word<'a>) -> Reading<()> {
        let span = self.span(word);
        if variable < 0 {
            let message = format!("`{variable}` is quantified with a minus.");
            return Err(Box::new(Diagnostic::error(&codes::BAD_VARIABLE, message).at(span, "")));
        }
        match self.quantified.insert(variable, span) {
            None => Ok(()),
            Some(first) => {
                let message = format!("The variable {variable} is quantified twice.");
                let diagnostic = Diagnostic::error(&codes::BAD_VARIABLE, message);
                Err(Box::new(diagnostic.at(span, "again here").at(first, "first here")))
            }
        }
    }

    fn literals(&mut self, words: &[Word<'a>], clause: &mut Clause) -> Reading<()> {
        let n_variables = self.n_variables(words[0])?;
        for &word in words {
            clause.begin.get_or_insert(word.start);
            match self.number(word, n_variables)? {
                Some(literal) => clause.literals.push(literal),
                None => {
                    let Clause { literals, begin: _ } = std::mem::take(clause);
                    self.formula.as_mut().expect("was found above").clauses.push(literals);
                }
            }
        }
        Ok(())
    }

    fn finish(self, clause: &Clause) -> Reading<Qdimacs> {
        if let Some(begin) = clause.begin {
            let span = self.range(begin, self.text.trim_end().len());
            let diagnostic =
                Diagnostic::error(&codes::UNFINISHED_LINE, "The last clause does not end with 0.");
            return Err(Box::new(diagnostic.at(span, "")));
        }
        let end = self.range(self.text.trim_end().len(), self.text.trim_end().len());
        let Some(formula) = self.formula else {
            let diagnostic = Diagnostic::error(&codes::NOT_QDIMACS, "There is no problem line `p cnf`.");
            return Err(Box::new(diagnostic.at(end, "")));
        };
        if formula.clauses.len() != self.announced {
            let (found, announced) = (formula.clauses.len(), self.announced);
            let message = format!("There are {found} clauses where the problem line says {announced}.");
            let diagnostic = Diagnostic::error(&codes::OTHER_NUMBER_OF_CLAUSES, message);
            return Err(Box::new(diagnostic.at(end, "")));
        }
        Ok(formula)
    }
}
