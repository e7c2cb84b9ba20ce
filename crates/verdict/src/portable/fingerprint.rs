//! Whether code is still as it was: a fingerprint of each procedure and of all that it depends on.
//!
//! A procedure, a class, a global and an enum *depend* on what their text form mentions. The text form is read with
//! unique names in place of ids, and without comments, so that a fingerprint does not depend on ids: procedures and
//! classes that are added, removed or put in another order change only the fingerprints of what mentions them. A name
//! that becomes ambiguous is another name. Spans are no part of the text form; where the form itself changes, all
//! fingerprints do.
//!
//! Fingerprints are made as in a Merkle tree, over the strongly connected components of dependence: that of a component
//! is a hash of the texts of its members and of the fingerprints of the components that it leads to.
//!
//! The hash is FNV-1a with 128 bits, which is enough to notice changes and is no protection against forgery: what comes
//! from outside is for the checker.

use std::fmt;
use std::str::FromStr;

use base::Id;
use base::graph::Graph;
use ir::{ClassId, EnumId, FieldId, GlobalId, ProcId, Program};

use super::names::{Names, Table};
use super::{PortableSet, PortableSummary};

/// Equal for procedures whose text form, and that of all that they depend on, is the same but for ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fingerprint(u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A text that is no fingerprint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFingerprint;

impl fmt::Display for NoFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fingerprint has 32 hexadecimal digits")
    }
}

impl std::error::Error for NoFingerprint {}

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, NoFingerprint> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(NoFingerprint);
        }
        u128::from_str_radix(text, 16).map(Fingerprint).map_err(|_| NoFingerprint)
    }
}

/// The fingerprints of all procedures of a program.
#[derive(Debug)]
pub struct Fingerprints {
    procs: Vec<Fingerprint>,
    by_name: Table<ProcId>,
}

impl Fingerprints {
    /// Of a program that [`ir::verify()`] has passed.
    pub fn of(program: &Program) -> Self {
        let entities = Entities::of(program);
        let fingerprints = entities.fingerprints();
        let of_proc = |proc: ProcId| fingerprints[entities.index(Mention::Proc(proc)).index()];
        Self { procs: program.procs.ids().map(of_proc).collect(), by_name: entities.names.procs }
    }

    pub fn of_proc(&self, proc: ProcId) -> Fingerprint {
        self.procs[proc.index()]
    }

    /// Whether a summary was made for the code that the procedure of its name has now.
    pub fn is_current(&self, summary: &PortableSummary) -> bool {
        let proc = self.by_name.id(&summary.procedure);
        proc.is_ok_and(|proc| self.of_proc(proc) == summary.fingerprint)
    }

    /// The procedures of summaries that were made for other code, each once, in the order of the set.
    pub fn out_of_date<'s>(&self, set: &'s PortableSet) -> Vec<&'s str> {
        let mut found: Vec<&str> = Vec::new();
        for summary in set.summaries.iter().filter(|summary| !self.is_current(summary)) {
            if found.last() != Some(&summary.procedure.as_str()) {
                found.push(&summary.procedure);
            }
        }
        found
    }
}

base::typed_id!(
    /// An enum, class, global or procedure.
    EntityId,
    "entity"
);

/// What a word of the text form means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mention {
    Enum(EnumId),
    Class(ClassId),
    Field(FieldId),
    Global(GlobalId),
    Proc(ProcId),
}

/// The declarations of a program as texts.
struct Entities<'p> {
    program: &'p Program,
    names: Names,
    /// By entity: a hash of its text, and what it mentions.
    texts: Vec<(u128, Vec<EntityId>)>,
}

impl<'p> Entities<'p> {
    fn of(program: &'p Program) -> Self {
        let names = Names::of(program);
        let n_entities =
            program.enums.len() + program.classes.len() + program.globals.len() + program.procs.len();
        let mut entities = Self { program, names, texts: vec![(0, Vec::new()); n_entities] };
        let text = ir::print(program);
        for declaration in declarations(&text) {
            entities.add(declaration);
        }
        entities
    }

    /// The entity that a mention leads to; a field is a part of its class.
    fn index(&self, mention: Mention) -> EntityId {
        let Program { enums, classes, globals, .. } = self.program;
        EntityId::new(match mention {
            Mention::Enum(id) => id.index(),
            Mention::Class(id) => enums.len() + id.index(),
            Mention::Field(id) => return self.index(Mention::Class(self.program.fields[id].class)),
            Mention::Global(id) => enums.len() + classes.len() + id.index(),
            Mention::Proc(id) => enums.len() + classes.len() + globals.len() + id.index(),
        })
    }

    /// Reads a declaration. Its first word is a keyword, and its second one what is declared.
    fn add(&mut self, text: &str) {
        let (mut hash, mut mentioned, mut declared) = (Hash::new(), Vec::new(), None);
        for token in tokens(text) {
            let Some(mention) = self.mention(token) else {
                hash.add(token.as_bytes());
                continue;
            };
            hash.add(self.name(mention).as_bytes());
            let entity = self.index(mention);
            if declared.is_none() {
                declared = Some(entity);
            } else {
                mentioned.push(entity);
            }
        }
        // `string`, `init` and `thread` declare nothing, and a program is more than its procedures.
        let is_declaration = !text.starts_with("init ") && !text.starts_with("thread ");
        if let Some(entity) = declared.filter(|_| is_declaration) {
            mentioned.sort_unstable();
            mentioned.dedup();
            self.texts[entity.index()] = (hash.finish(), mentioned);
        }
    }

    /// What a word means, if it is an id of the program.
    fn mention(&self, word: &str) -> Option<Mention> {
        let Program { enums, classes, fields, globals, procs, .. } = self.program;
        let digits = word.find(|c: char| c.is_ascii_digit())?;
        let (prefix, number) = word.split_at(digits);
        let index: usize = number.parse().ok()?;
        let id_below = |len: usize| (index < len).then_some(index);
        match prefix {
            EnumId::PREFIX => id_below(enums.len()).map(|index| Mention::Enum(Id::new(index))),
            ClassId::PREFIX => id_below(classes.len()).map(|index| Mention::Class(Id::new(index))),
            FieldId::PREFIX => id_below(fields.len()).map(|index| Mention::Field(Id::new(index))),
            GlobalId::PREFIX => id_below(globals.len()).map(|index| Mention::Global(Id::new(index))),
            ProcId::PREFIX => id_below(procs.len()).map(|index| Mention::Proc(Id::new(index))),
            _ => None,
        }
    }

    fn name(&self, mention: Mention) -> String {
        let Names { enums, classes, fields, globals, procs, .. } = &self.names;
        let (kind, name) = match mention {
            Mention::Enum(id) => (EnumId::PREFIX, enums.name(id)),
            Mention::Class(id) => (ClassId::PREFIX, classes.name(id)),
            Mention::Field(id) => (FieldId::PREFIX, fields.name(id)),
            Mention::Global(id) => (GlobalId::PREFIX, globals.name(id)),
            Mention::Proc(id) => (ProcId::PREFIX, procs.name(id)),
        };
        format!("{kind} {}", name.unwrap_or_default())
    }

    fn fingerprints(&self) -> Vec<Fingerprint> {
        let graph =
            Graph::new(self.texts.len(), |entity: EntityId| self.texts[entity.index()].1.iter().copied());
        let components = graph.components();
        // By component; what a component leads to comes before it.
        let mut hashes: Vec<u128> = Vec::with_capacity(components.len());
        for members in components.iter() {
            let mut own: Vec<u128> = members.iter().map(|member| self.texts[member.index()].0).collect();
            let others = members.iter().flat_map(|&member| graph.successors(member));
            let others = others.filter_map(|&other| hashes.get(components.component_of(other)));
            let mut others: Vec<u128> = others.copied().collect();
            [&mut own, &mut others].into_iter().for_each(|list| {
                list.sort_unstable();
                list.dedup();
            });
            hashes.push(Hash::of_lists(&own, &others));
        }
        let fingerprint = |entity: EntityId| {
            let of_component = hashes[components.component_of(entity)];
            Fingerprint(Hash::of_lists(&[self.texts[entity.index()].0], &[of_component]))
        };
        graph.nodes().map(fingerprint).collect()
    }
}

/// The declarations of a text form: each begins with its keyword at the beginning of a line.
fn declarations(text: &str) -> impl Iterator<Item = &str> {
    const KEYWORDS: [&str; 8] =
        ["enum ", "string ", "class ", "field ", "global ", "init ", "thread ", "proc "];
    let is_start = |line: &str| KEYWORDS.iter().any(|keyword| line.starts_with(keyword));
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = 0;
        for (index, line) in rest.split_inclusive('\n').enumerate() {
            if index > 0 && is_start(line) {
                break;
            }
            end += line.len();
        }
        let (declaration, after) = rest.split_at(end);
        rest = after;
        (!declaration.is_empty()).then_some(declaration)
    })
}

/// The words, signs and quoted texts of a declaration, without comments and white space.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if !rest.starts_with("//") {
                break;
            }
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        }
        let first = rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if first == '"' {
            quoted_len(rest)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(len);
        rest = after;
        Some(token)
    })
}

/// The length of a text in quotes, with them.
fn quoted_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = character == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// FNV-1a with 128 bits.
struct Hash(u128);

impl Hash {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    fn new() -> Self {
        Self(Self::OFFSET)
    }

    /// Adds a list of bytes and its length, so that lists cannot run into each other.
    fn add(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for &byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(Self::PRIME);
        }
    }

    fn of_lists(first: &[u128], second: &[u128]) -> u128 {
        let mut hash = Self::new();
        for list in [first, second] {
            hash.add(&list.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
        }
        hash.finish()
    }

    fn finish(self) -> u128 {
        self.0
    }
}
