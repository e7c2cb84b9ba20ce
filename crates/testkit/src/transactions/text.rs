//! Program text that is put together from templates.
//!
//! A template is Zing with names in the form `$name`, and ends in a line break or has none at all. Templates keep the
//! shape of the generated code visible in the generator; a name that is not filled is a mistake of the generator and
//! would not compile, since `$` is no letter of Zing.

/// A text that grows by templates.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    text: String,
}

impl Text {
    /// Appends a template with its names replaced. No name may be the beginning of another.
    pub(super) fn add(&mut self, template: &str, names: &[(&str, &str)]) {
        self.text.push_str(&fill(template, names));
    }

    pub(super) fn lines(&self) -> usize {
        self.text.lines().count()
    }

    pub(super) fn into_string(self) -> String {
        self.text
    }
}

/// The template with each `$name` replaced.
pub(super) fn fill(template: &str, names: &[(&str, &str)]) -> String {
    names.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value))
}
