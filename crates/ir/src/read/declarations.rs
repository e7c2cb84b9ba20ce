//! Reads enums, classes, fields, globals, and what the program starts.

use base::{Diagnostic, Span};

use super::lexer::Token;
use super::{Read, Reader};
use crate::codes;
use crate::program::{Class, ClassId, ClassKind, EnumDef, Equality, Field, FieldId, Global, Method};

/// A declared field and the number that the text gives to it.
pub(super) struct NumberedField {
    id: FieldId,
    id_span: Span,
    field: Field,
}

impl Reader<'_> {
    pub(super) fn declaration(&mut self) -> Read<()> {
        let start = self.span();
        let Token::Word(word) = self.peek() else { return self.unexpected("a declaration") };
        if !matches!(*word, "enum" | "string" | "class" | "field" | "global" | "init" | "thread" | "proc") {
            return self
                .unexpected("`enum`, `string`, `class`, `field`, `global`, `init`, `thread` or `proc`");
        }
        self.advance();
        match *word {
            "enum" => self.enum_def(start),
            "string" => self.text(start),
            "class" => self.class(start),
            "field" => self.stray_field(),
            "global" => self.global(start),
            "init" => self.init(),
            "thread" => {
                let proc = self.id()?;
                self.program.threads.push(proc);
                Ok(())
            }
            _ => self.proc(start),
        }?;
        self.expect_line_end()
    }

    fn enum_def(&mut self, start: Span) -> Read<()> {
        self.next_id(self.program.enums.next_id())?;
        let name = self.name();
        self.expect_sign("{")?;
        let constants = self.commas("}", Self::string)?;
        let span = Some(self.span_from(start));
        self.program.enums.push(EnumDef { name, constants, span });
        Ok(())
    }

    fn text(&mut self, start: Span) -> Read<()> {
        let next = self.program.strings.next_id();
        self.next_id(next)?;
        let text = self.string()?;
        let id = self.program.strings.intern(&text);
        if id == next {
            return Ok(());
        }
        let span = self.span_from(start);
        self.error(&codes::ID_OUT_OF_ORDER, format!("this text is {id} already"), span)
    }

    fn class(&mut self, start: Span) -> Read<()> {
        let id = self.program.classes.next_id();
        self.next_id(id)?;
        let name = self.name();
        let kind = self.class_kind(id)?;
        let methods = if self.accept_word("methods") {
            self.expect_sign("{")?;
            self.separated(Self::method)?
        } else {
            Vec::new()
        };
        let span = Some(self.span_from(start));
        self.program.classes.push(Class { name, kind, methods, span });
        Ok(())
    }

    fn method(&mut self) -> Read<Method> {
        let is_static = self.accept_word("static");
        let name = self.string()?;
        let proc = if self.accept_sign("=") { Some(self.id()?) } else { None };
        Ok(Method { name, proc, is_static })
    }

    fn class_kind(&mut self, id: ClassId) -> Read<ClassKind> {
        if self.accept_word("record") {
            self.record(id)
        } else if self.accept_word("interface") {
            let extends = if self.accept_word("extends") { self.one_or_more(Self::id)? } else { Vec::new() };
            Ok(ClassKind::Interface { extends })
        } else if self.accept_word("array") {
            let length = if self.accept_sign("[") {
                let length = self.small_number()?;
                self.expect_sign("]")?;
                Some(length)
            } else {
                None
            };
            self.expect_word("of")?;
            let element = self.ty()?;
            let above = if self.accept_word("extends") { self.one_or_more(Self::id)? } else { Vec::new() };
            Ok(ClassKind::Array { element, length, above })
        } else if self.accept_word("set") {
            self.expect_word("of")?;
            let element = self.ty()?;
            let equality = match self.accept_word("by") {
                true => {
                    self.expect_word("contents")?;
                    Equality::Contents
                }
                false => Equality::Identity,
            };
            Ok(ClassKind::Set { element, equality })
        } else if self.accept_word("channel") {
            self.expect_word("of")?;
            Ok(ClassKind::Channel { element: self.ty()? })
        } else {
            self.unexpected("`record`, `interface`, `array`, `set` or `channel`")
        }
    }

    fn record(&mut self, id: ClassId) -> Read<ClassKind> {
        let parent = if self.accept_word("extends") { Some(self.id()?) } else { None };
        let interfaces =
            if self.accept_word("implements") { self.one_or_more(Self::id)? } else { Vec::new() };
        self.expect_sign("{")?;
        let mut slot = 0;
        let fields = self.separated(|reader| {
            let field = reader.listed_field(id, slot);
            slot += 1;
            field
        })?;
        Ok(ClassKind::Record { parent, interfaces, fields })
    }

    /// An inherited field, or with a type the declaration of a new one.
    fn listed_field(&mut self, class: ClassId, slot: u32) -> Read<FieldId> {
        let id_span = self.span();
        let id = self.id()?;
        if matches!(self.peek(), Token::Str(_)) || self.is_sign(":") {
            let name = self.name();
            self.expect_sign(":")?;
            let ty = self.ty()?;
            let span = Some(self.span_from(id_span));
            self.fields.push(NumberedField { id, id_span, field: Field { name, class, ty, slot, span } });
        }
        Ok(id)
    }

    fn stray_field(&mut self) -> Read<()> {
        let id_span = self.span();
        let id = self.id()?;
        let name = self.name();
        self.expect_sign(":")?;
        let ty = self.ty()?;
        self.expect_word("of")?;
        let class = self.id()?;
        self.expect_word("slot")?;
        let slot = self.small_number()?;
        let span = Some(self.span_from(id_span));
        self.fields.push(NumberedField { id, id_span, field: Field { name, class, ty, slot, span } });
        Ok(())
    }

    fn global(&mut self, start: Span) -> Read<()> {
        self.next_id(self.program.globals.next_id())?;
        let name = self.name();
        self.expect_sign(":")?;
        let ty = self.ty()?;
        let span = Some(self.span_from(start));
        self.program.globals.push(Global { name, ty, span });
        Ok(())
    }

    fn init(&mut self) -> Read<()> {
        let span = self.span();
        let proc = self.id()?;
        match self.program.init.replace(proc) {
            None => Ok(()),
            Some(_) => self.error(&codes::SECOND_INIT, "the program has an initialisation already", span),
        }
    }

    /// Puts the fields in the order of their numbers, which must be 0, 1, 2 and so on.
    pub(super) fn number_fields(&mut self) {
        let mut fields = std::mem::take(&mut self.fields);
        fields.sort_by_key(|field| field.id);
        for NumberedField { id, id_span, field } in fields {
            let next = self.program.fields.next_id();
            if id != next {
                let message = format!("{id} is declared where {next} must be");
                self.errors.push(Diagnostic::error(&codes::FIELD_NUMBERS, message).at(id_span, "here"));
                return;
            }
            self.program.fields.push(field);
        }
    }
}
