//! Links of a page to other files and to its own headings: whether these are there.

use std::path::Path;

use libtest_mimic::Failed;

use crate::page::Page;
use crate::root;

pub(crate) fn lead_somewhere(page: &Page) -> Result<(), Failed> {
    let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
    let targets = page.prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_dead = |target: &&str| match target.split_once('#') {
        _ if target.starts_with("http") => false,
        Some(("", heading)) => !page.prose.lines().any(|line| anchor(line).as_deref() == Some(heading)),
        Some((file, _)) => !root().join(folder).join(file).exists(),
        None => !root().join(folder).join(target).exists(),
    };
    let dead: Vec<&str> = targets.filter(is_dead).collect();
    if dead.is_empty() { Ok(()) } else { Err(format!("{}: dead links: {dead:?}", page.name).into()) }
}

/// The name of a heading in links.
fn anchor(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    Some(kept.map(|char| if char == ' ' { '-' } else { char }).collect())
}
