//! Reads the text of a given start. The grammar stands at [`crate::start`].
//!
//! A word or sign that may not stand where it does ends the reading. Names that are not there, and values that do not
//! fit, are all reported. It takes linear time and does not recurse.

use std::collections::HashMap;

use base::{Code, Diagnostic, Id, IndexVec, SourceId, Span};
use ir::read::lexer::{Token, tokenize};
use ir::{
    ClassId, ClassKind, Decimal, GlobalId, IntType, LocalId, ObjectId, ProcId, Program, RealType, Type, Value,
};

use super::codes::{MALFORMED_START, UNFIT_START};
use super::names::{self, Named, parse_id};
use super::print::shown;
use super::{GivenObject, GivenPart, GivenStart};

/// Reads a start that fits the program. There is at least one error if there is none.
pub fn read(program: &Program, file: SourceId, text: &str) -> Result<GivenStart, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diagnostic::error(&ir::codes::TEXT_TOO_LARGE, "The text has more than 4 GiB.")]);
    }
    let (mut tokens, errors) = tokenize(file, text);
    tokens.retain(|(token, _)| *token != Token::Newline);
    let mut reader = Reader { program, tokens: &tokens, at: 0, errors, spans: HashMap::new() };
    let start = reader.start();
    let Reader { mut errors, spans, .. } = reader;
    match start {
        Ok(start) if errors.is_empty() => match start.check(program) {
            Ok(()) => return Ok(start),
            Err(unfit) => {
                let message = format!("The program cannot begin like this: {}.", unfit.what);
                let place = spans.get(&unfit.part).or(spans.get(&GivenPart::Proc));
                let error = Diagnostic::error(&UNFIT_START, message);
                errors.push(place.map_or(error.clone(), |&span| error.at(span, "here")));
            }
        },
        Ok(_) | Err(Reported) => {}
    }
    errors.sort_by_key(Diagnostic::span);
    Err(errors)
}

/// The problem has been reported.
struct Reported;

type Read<T> = Result<T, Reported>;

struct Reader<'a> {
    program: &'a Program,
    /// Without line ends; the last one is the end.
    tokens: &'a [(Token<'a>, Span)],
    at: usize,
    errors: Vec<Diagnostic>,
    /// Where the parts of the start are written.
    spans: HashMap<GivenPart, Span>,
}

impl<'a> Reader<'a> {
    fn start(&mut self) -> Read<GivenStart> {
        self.word("start")?;
        let (proc, span) = self.name("procedure", &names::procs(self.program))?;
        self.spans.insert(GivenPart::Proc, span);
        // Without the procedure, nothing is known of its parameters.
        let proc = proc.ok_or(Reported)?;
        let args = self.args(proc, span)?;
        let defaults = self.program.globals.iter().map(|global| Value::default_of(global.ty));
        let mut globals: IndexVec<GlobalId, Value> = defaults.collect();
        let mut objects = Vec::new();
        if self.accept("{") {
            while !self.accept("}") {
                match self.peek() {
                    Token::Word("global") => self.global(&mut globals)?,
                    Token::Sign("#") => self.object(&mut objects)?,
                    _ => return self.unexpected("`global`, an object such as `#1`, or `}`"),
                }
            }
        }
        match self.peek() {
            Token::End => Ok(GivenStart { proc, args, globals, objects }),
            _ => self.unexpected("the end of the text"),
        }
    }

    fn args(&mut self, proc: ProcId, called: Span) -> Read<Vec<Value>> {
        let code = &self.program.procs[proc];
        let params = names::params(code);
        let mut given: Vec<Option<Value>> = vec![None; code.n_params];
        self.sign("(")?;
        self.list(")", |reader| {
            let (param, span) = reader.name("parameter", &params)?;
            reader.sign("=")?;
            let ty = param.map_or(Type::Object, |param: LocalId| code.locals[param].ty);
            let (value, _) = reader.value(ty)?;
            if let Some(param) = param {
                reader.once(GivenPart::Arg(param), span);
                given[param.index()] = Some(value);
            }
            Ok(())
        })?;
        let missing = code.params().filter(|(id, _)| given[id.index()].is_none());
        for (id, _) in missing {
            let what = format!("the parameter `{}` has no value", names::written(id, &params));
            self.unfit(what, called);
        }
        Ok(given.into_iter().map(|value| value.unwrap_or(Value::Null)).collect())
    }

    fn global(&mut self, globals: &mut IndexVec<GlobalId, Value>) -> Read<()> {
        self.word("global")?;
        let (global, span) = self.name("global", &names::globals(self.program))?;
        self.sign("=")?;
        let ty = global.map_or(Type::Object, |global: GlobalId| self.program.globals[global].ty);
        let (value, _) = self.value(ty)?;
        if let Some(global) = global {
            self.once(GivenPart::Global(global), span);
            globals[global] = value;
        }
        Ok(())
    }

    fn object(&mut self, objects: &mut Vec<GivenObject>) -> Read<()> {
        let start = self.span();
        let (object, expected) = (self.object_number()?, ObjectId::new(objects.len()));
        if object != expected {
            let what = format!("object {} stands where {} must be", shown(object), shown(expected));
            self.unfit(what, self.from(start));
        }
        self.spans.insert(GivenPart::Object(expected), self.from(start));
        self.sign("=")?;
        let (class, _) = self.name("class", &names::classes(self.program))?;
        // Without the class, nothing is known of what it holds.
        let class = class.ok_or(Reported)?;
        let slots = self.contents(expected, class)?;
        objects.push(GivenObject { class, slots });
        Ok(())
    }

    fn contents(&mut self, object: ObjectId, class: ClassId) -> Read<Vec<Value>> {
        match self.program.classes[class].kind {
            ClassKind::Record { .. } | ClassKind::Interface { .. } => self.record(object, class),
            ClassKind::Array { element, .. } | ClassKind::Channel { element } => {
                self.elements(object, "[", "]", element)
            }
            ClassKind::Set { element, .. } => {
                let mut elements = self.elements(object, "{", "}", element)?;
                if !elements.is_sorted() {
                    elements.sort_unstable();
                    // Where an element came from is not known any more.
                    (0..elements.len())
                        .for_each(|slot| _ = self.spans.remove(&GivenPart::Slot(object, slot)));
                }
                Ok(elements)
            }
        }
    }

    fn record(&mut self, object: ObjectId, class: ClassId) -> Read<Vec<Value>> {
        let fields = names::fields(self.program, class);
        let types: Vec<Type> = fields.iter().map(|(id, _)| self.program.fields[*id].ty).collect();
        let mut slots: Vec<Value> = types.iter().map(|&ty| Value::default_of(ty)).collect();
        self.sign("{")?;
        self.list("}", |reader| {
            let (field, span) = reader.name("field", &fields)?;
            reader.sign("=")?;
            let slot = field.and_then(|field| fields.iter().position(|(id, _)| *id == field));
            let (value, _) = reader.value(slot.map_or(Type::Object, |slot| types[slot]))?;
            if let Some(slot) = slot {
                reader.once(GivenPart::Slot(object, slot), span);
                slots[slot] = value;
            }
            Ok(())
        })?;
        Ok(slots)
    }

    fn elements(&mut self, object: ObjectId, open: &str, close: &str, element: Type) -> Read<Vec<Value>> {
        let mut elements = Vec::new();
        self.sign(open)?;
        self.list(close, |reader| {
            let (value, span) = reader.value(element)?;
            reader.spans.insert(GivenPart::Slot(object, elements.len()), span);
            elements.push(value);
            Ok(())
        })?;
        Ok(elements)
    }

    /// A value, as far as it can be read without knowing whether it fits.
    fn value(&mut self, ty: Type) -> Read<(Value, Span)> {
        let start = self.span();
        let value = match (self.peek(), ty) {
            (Token::Word(_) | Token::Str(_), Type::Enum(of)) => {
                let constants = &self.program.enums[of].constants;
                let name = self.constant_name()?;
                let same: Vec<usize> =
                    (0..constants.len()).filter(|&index| constants[index] == name).collect();
                match same.as_slice() {
                    &[only] => Value::Int(only as i64),
                    [] => self.stand_in(
                        format!("`{name}` is no constant of `{}`", self.program.type_name(ty)),
                        start,
                    ),
                    _ => self
                        .stand_in(format!("several constants are called `{name}`; write the number"), start),
                }
            }
            (Token::Str(text), Type::String) => match self.program.strings.find(text) {
                Some(found) => self.taken(Value::String(found)),
                None => {
                    let message = format!("{text:?} is no string of the program");
                    self.skip();
                    self.stand_in(message, start)
                }
            },
            (Token::Word("null"), _) => self.taken(Value::Null),
            (Token::Word("true"), _) => self.taken(Value::Bool(true)),
            (Token::Word("false"), _) => self.taken(Value::Bool(false)),
            (Token::Word("nan"), _) => self.taken(Value::Real(f64::NAN.into())),
            (Token::Sign("#"), _) => Value::Ref(self.object_number()?),
            (
                Token::Sign("-") | Token::Word("inf") | Token::Int(_) | Token::Real(_) | Token::Decimal(_),
                _,
            ) => self.number(ty)?,
            _ => return self.unexpected("a value"),
        };
        Ok((value, self.from(start)))
    }

    fn number(&mut self, ty: Type) -> Read<Value> {
        let start = self.span();
        let is_negative = self.accept("-");
        let signed = |number: f64| if is_negative { -number } else { number };
        let real = |number: f64| match ty {
            Type::Real(RealType::F32) => Value::Real(f64::from(signed(number) as f32).into()),
            Type::Bool
            | Type::Int(_)
            | Type::Real(RealType::F64)
            | Type::Decimal
            | Type::Enum(_)
            | Type::String
            | Type::Ref(_)
            | Type::Object => Value::Real(signed(number).into()),
        };
        let decimal =
            |decimal: Decimal| Value::Decimal(if is_negative { decimal.negated() } else { decimal });
        let token = self.peek();
        if !matches!(token, Token::Word("inf") | Token::Real(_) | Token::Decimal(_) | Token::Int(_)) {
            return self.unexpected("a number");
        }
        self.skip();
        Ok(match token {
            Token::Real(number) => real(*number),
            Token::Decimal(number) => decimal(*number),
            Token::Int(magnitude) => {
                let number = if is_negative { -i128::from(*magnitude) } else { i128::from(*magnitude) };
                match ty {
                    Type::Real(_) => real(*magnitude as f64),
                    Type::Decimal => {
                        Value::Decimal(Decimal::from_int(number).expect("64 bits fit a decimal"))
                    }
                    Type::Int(int) => self.integer(number, int, start),
                    Type::Bool | Type::Enum(_) | Type::String | Type::Ref(_) | Type::Object => {
                        self.integer(number, IntType::checked(64, true), start)
                    }
                }
            }
            Token::Word(_) | Token::Str(_) | Token::Sign(_) | Token::Newline | Token::End => {
                real(f64::INFINITY)
            }
        })
    }

    /// The number as it is held. An unsigned one of 64 bits is held by its bit pattern.
    fn integer(&mut self, number: i128, ty: IntType, start: Span) -> Value {
        let held = match ty {
            IntType::Machine { bits: 64, signed: false, .. } => {
                u64::try_from(number).ok().map(|held| held as i64)
            }
            IntType::Machine { .. } | IntType::Range { .. } => i64::try_from(number).ok(),
        };
        match held {
            Some(held) => Value::Int(held),
            None => self.stand_in(format!("the number {number} does not fit `{ty}`"), start),
        }
    }

    // Names.

    /// One of these, or nothing where the mistake has been reported.
    fn name<I: Id>(&mut self, what: &str, all: &Named<'_, I>) -> Read<(Option<I>, Span)> {
        let start = self.span();
        let (name, is_quoted) = match self.peek() {
            Token::Str(name) => (self.taken(name.clone()), true),
            Token::Word(_) => (self.dotted_name()?, false),
            _ => return self.unexpected(&format!("the name of a {what}")),
        };
        let span = self.from(start);
        if let Some(id) = parse_id::<I>(&name).filter(|_| !is_quoted) {
            let found = all.iter().any(|(other, _)| *other == id).then_some(id);
            if found.is_none() {
                self.unfit(format!("there is no {what} {id} here"), span);
            }
            return Ok((found, span));
        }
        let same: Vec<I> = all.iter().filter(|(_, other)| *other == name).map(|(id, _)| *id).collect();
        match same.as_slice() {
            &[only] => return Ok((Some(only), span)),
            [] => {
                let message =
                    format!("The program cannot begin like this: there is no {what} `{name}` here.");
                let error = Diagnostic::error(&UNFIT_START, message).at(span, "here");
                self.errors.push(with_choice(error, all));
            }
            ids => {
                let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
                self.unfit(format!("`{name}` may be {}; write which", ids.join(" or ")), span);
            }
        }
        Ok((None, span))
    }

    /// Words with points between.
    fn dotted_name(&mut self) -> Read<String> {
        let mut name = self.plain_word()?;
        while self.accept(".") {
            name = format!("{name}.{}", self.plain_word()?);
        }
        Ok(name)
    }

    fn constant_name(&mut self) -> Read<String> {
        match self.peek() {
            Token::Str(name) => Ok(self.taken(name.clone())),
            _ => self.plain_word(),
        }
    }

    fn plain_word(&mut self) -> Read<String> {
        match self.peek() {
            Token::Word(word) => Ok(self.taken((*word).to_owned())),
            _ => self.unexpected("a name"),
        }
    }

    /// `#1`, which is the object with the id 0.
    fn object_number(&mut self) -> Read<ObjectId> {
        self.sign("#")?;
        match *self.peek() {
            Token::Int(number) => match u32::try_from(number).ok().and_then(|number| number.checked_sub(1)) {
                Some(index) => Ok(self.taken(ObjectId::new(index as usize))),
                None => self.unexpected("the number of an object, from 1 on,"),
            },
            _ => self.unexpected("the number of an object"),
        }
    }

    // Errors.

    fn error(&mut self, code: &'static Code, message: String, span: Span) {
        self.errors.push(Diagnostic::error(code, message).at(span, "here"));
    }

    fn unfit(&mut self, what: String, span: Span) {
        self.error(&UNFIT_START, format!("The program cannot begin like this: {what}."), span);
    }

    /// A mistake in a value, which any value stands for from here on.
    fn stand_in(&mut self, what: String, start: Span) -> Value {
        self.unfit(what, self.from(start));
        Value::Null
    }

    /// A part that is given here, and must not be given twice.
    fn once(&mut self, part: GivenPart, span: Span) {
        if self.spans.insert(part, span).is_some() {
            self.unfit("this is given twice".to_owned(), span);
        }
    }

    fn unexpected<T>(&mut self, wanted: &str) -> Read<T> {
        let message = format!("There is {} where {wanted} must be.", self.peek().describe());
        self.error(&MALFORMED_START, message, self.span());
        Err(Reported)
    }

    // Tokens.

    fn peek(&self) -> &'a Token<'a> {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// From the start of an earlier token to the end of the last one read.
    fn from(&self, start: Span) -> Span {
        match self.at.checked_sub(1).map(|last| self.tokens[last].1) {
            Some(last) if last.end >= start.end => start.to(last),
            Some(_) | None => start,
        }
    }

    /// What the current token stands for; goes on to the next. The last token stays.
    fn taken<T>(&mut self, meaning: T) -> T {
        self.skip();
        meaning
    }

    fn skip(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn accept(&mut self, sign: &str) -> bool {
        let is_there = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if is_there {
            self.skip();
        }
        is_there
    }

    fn sign(&mut self, sign: &str) -> Read<()> {
        if self.accept(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    fn word(&mut self, word: &str) -> Read<()> {
        match self.peek() {
            Token::Word(found) if *found == word => {
                self.skip();
                Ok(())
            }
            _ => self.unexpected(&format!("`{word}`")),
        }
    }

    /// Items with commas between, up to the closing sign, which is read too.
    fn list(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        if self.accept(close) {
            return Ok(());
        }
        item(self)?;
        while self.accept(",") {
            item(self)?;
        }
        self.sign(close)
    }
}

/// The error with what could stand there.
fn with_choice<I: Id>(error: Diagnostic, all: &Named<'_, I>) -> Diagnostic {
    /// Nothing is found in longer lists.
    const MOST_LISTED: usize = 20;
    if all.is_empty() || all.len() > MOST_LISTED {
        return error;
    }
    let listed: Vec<String> = all.iter().map(|(id, _)| format!("`{}`", names::written(*id, all))).collect();
    error.help(format!("there is {}", listed.join(", ")))
}
