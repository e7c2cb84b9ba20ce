//! `cutpoint check`.

use base::Diagnostic;
use driver::{EngineChoice, Language};
use verdict::{OpenCall, Property, QuestionKind};

use crate::args::CheckArguments;
use crate::ask::{Ask, Asked};
use crate::codes;
use crate::explore::{method_entry, require};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use crate::properties;
use crate::status::Status;

pub(crate) fn check(arguments: &CheckArguments, output: &Output) -> Result<Status, Failure> {
    let ask = arguments.ask(output);
    ask.check_target(&arguments.input.file, output)?;
    let guard = ask.guard(&arguments.input.file, arguments.exit_codes, output);
    let mut input = match arguments.input.language.entry {
        Some(_) => input::load_to_ask(&arguments.input, output)?,
        None => input::load_to_execute(&arguments.input, output)?,
    };
    if let Some(call) = asked_call(arguments, &ask, &mut input)? {
        return ask.about(Asked::Call(&call), &[], &input, output, &guard);
    }
    let texts = std::mem::take(&mut input.properties);
    let stated = properties::resolve(&mut input, &texts, output)?;
    ask.about(Asked::Property(&Property::NoErrors), &stated, &input, output, &guard)
}

/// The call of an open method, unless the question is about the whole program: a method that the program begins with
/// has no unknown inputs.
fn asked_call(
    arguments: &CheckArguments,
    ask: &Ask<'_>,
    input: &mut Input,
) -> Result<Option<OpenCall>, Failure> {
    let Some(name) = &arguments.input.language.entry else { return Ok(None) };
    let mut call = match method_entry(input, name) {
        // The class that a program begins with, which its front end has found.
        Err(_) if input.language == Language::Java => return Ok(None),
        found => found?,
    };
    let is_open = !driver::is_whole_program(&input.program, &call);
    let kind = if is_open { QuestionKind::OpenErrors } else { QuestionKind::Errors };
    let read = driver::options_read(kind);
    let unread = ask.request.given.iter().find(|option| !read.contains(option));
    let preconditions = &arguments.open.preconditions;
    let unread = unread.copied().or((!is_open && !preconditions.is_empty()).then_some("pre"));
    if let Some(option) = unread {
        return Err(Failure::input(unread_option(option, &call.name, is_open)));
    }
    if !is_open {
        return Ok(None);
    }
    if let EngineChoice::One(engine) = ask.request.engines
        && !engine.answers(kind)
    {
        return Err(Failure::input(unread_option(&format!("engine {}", engine.name), &call.name, is_open)));
    }
    require(input, &mut call, preconditions)?;
    Ok(Some(call))
}

fn unread_option(option: &str, method: &str, is_open: bool) -> Diagnostic {
    let message = match is_open {
        true => format!(
            "The option --{option} is about whole programs, and `{method}` is called with unknown inputs."
        ),
        false => {
            format!("The option --{option} is about unknown inputs, and the program begins with `{method}`.")
        }
    };
    Diagnostic::error(&codes::OTHER_ENTRY, message).help(format!("leave --{option} out"))
}
