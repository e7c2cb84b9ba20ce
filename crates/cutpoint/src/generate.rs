//! `cutpoint completions` and `cutpoint man`, for packagers.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;

pub(crate) fn completions(shell: Shell, output: &Output) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cutpoint", &mut script);
    write(&script, output)
}

/// The page of the command, then one section for each subcommand.
pub(crate) fn man(output: &Output) -> Result<Status, Failure> {
    let page = render_man().expect("writing to memory does not fail");
    write(&page, output)
}

fn render_man() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        // Each would begin with a title of its own; its sections follow the first page instead.
        let name = format!("cutpoint {}", subcommand.get_name());
        let man = clap_mangen::Man::new(subcommand.clone().display_name(name));
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(page)
}

fn write(text: &[u8], output: &Output) -> Result<Status, Failure> {
    output.write_raw(&String::from_utf8_lossy(text))?;
    Ok(Status::Done)
}
