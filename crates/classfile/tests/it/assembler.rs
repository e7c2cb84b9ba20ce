//! Small classes made by hand, with bodies that no compiler would write.
//!
//! A body is a list of instructions divided by a semicolon and a blank. Operands are numbers, labels (`L:` comes before
//! its instruction) or constants: `new A`, `getfield A.x:I`, `invokestatic A.m:()V`, `ldc "text"`, `ldc 7`.

use std::collections::HashMap;

/// What comes after an opcode.
#[derive(Clone, Copy, PartialEq)]
enum Operands {
    None,
    Byte,
    Short,
    Label,
    Class,
    Field,
    Method,
    InterfaceMethod,
    Constant,
    Wide,
    Increment,
    MultiArray,
    Switch,
}

use Operands as O;

const MNEMONICS: &[(&str, u8, Operands)] = &[
    ("nop", 0, O::None),
    ("aconst_null", 1, O::None),
    ("iconst_0", 3, O::None),
    ("iconst_1", 4, O::None),
    ("lconst_0", 9, O::None),
    ("fconst_0", 11, O::None),
    ("dconst_0", 14, O::None),
    ("bipush", 16, O::Byte),
    ("sipush", 17, O::Short),
    ("ldc", 18, O::Constant),
    ("ldc2_w", 20, O::Wide),
    ("iload", 21, O::Byte),
    ("lload", 22, O::Byte),
    ("fload", 23, O::Byte),
    ("dload", 24, O::Byte),
    ("aload", 25, O::Byte),
    ("iaload", 46, O::None),
    ("aaload", 50, O::None),
    ("baload", 51, O::None),
    ("istore", 54, O::Byte),
    ("lstore", 55, O::Byte),
    ("dstore", 57, O::Byte),
    ("astore", 58, O::Byte),
    ("iastore", 79, O::None),
    ("aastore", 83, O::None),
    ("bastore", 84, O::None),
    ("pop", 87, O::None),
    ("pop2", 88, O::None),
    ("dup", 89, O::None),
    ("dup_x1", 90, O::None),
    ("dup_x2", 91, O::None),
    ("dup2", 92, O::None),
    ("dup2_x1", 93, O::None),
    ("dup2_x2", 94, O::None),
    ("swap", 95, O::None),
    ("iadd", 96, O::None),
    ("ladd", 97, O::None),
    ("lshl", 121, O::None),
    ("iinc", 132, O::Increment),
    ("i2l", 133, O::None),
    ("lcmp", 148, O::None),
    ("ifeq", 153, O::Label),
    ("if_icmpeq", 159, O::Label),
    ("if_acmpeq", 165, O::Label),
    ("goto", 167, O::Label),
    ("jsr", 168, O::Label),
    ("ret", 169, O::Byte),
    ("lookupswitch", 171, O::Switch),
    ("ireturn", 172, O::None),
    ("lreturn", 173, O::None),
    ("areturn", 176, O::None),
    ("return", 177, O::None),
    ("getstatic", 178, O::Field),
    ("putstatic", 179, O::Field),
    ("getfield", 180, O::Field),
    ("putfield", 181, O::Field),
    ("invokevirtual", 182, O::Method),
    ("invokespecial", 183, O::Method),
    ("invokestatic", 184, O::Method),
    ("invokeinterface", 185, O::InterfaceMethod),
    ("new", 187, O::Class),
    ("newarray", 188, O::Byte),
    ("anewarray", 189, O::Class),
    ("arraylength", 190, O::None),
    ("athrow", 191, O::None),
    ("checkcast", 192, O::Class),
    ("instanceof", 193, O::Class),
    ("monitorenter", 194, O::None),
    ("multianewarray", 197, O::MultiArray),
    ("ifnull", 198, O::Label),
];

/// A class file that grows.
pub(crate) struct Assembler {
    pool: Vec<u8>,
    entries: u16,
    known: HashMap<Vec<u8>, u16>,
    this: u16,
    superclass: u16,
    interfaces: Vec<u16>,
    pub(crate) flags: u16,
    pub(crate) version: u16,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
}

/// A body: what is in its attribute.
pub(crate) struct Body<'a> {
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) code: &'a str,
    /// From, to, handler, as labels, and the class.
    pub(crate) handlers: &'a [(&'a str, &'a str, &'a str, Option<&'a str>)],
}

impl Assembler {
    pub(crate) fn class(name: &str, superclass: Option<&str>, interfaces: &[&str]) -> Self {
        let mut made = Self {
            pool: Vec::new(),
            entries: 1,
            known: HashMap::new(),
            this: 0,
            superclass: 0,
            interfaces: Vec::new(),
            flags: 0x21,
            version: 61,
            fields: Vec::new(),
            methods: Vec::new(),
        };
        made.this = made.class_constant(name);
        made.superclass = superclass.map_or(0, |name| made.class_constant(name));
        made.interfaces = interfaces.iter().map(|name| made.class_constant(name)).collect();
        made
    }

    pub(crate) fn interface(name: &str, interfaces: &[&str]) -> Self {
        let mut made = Self::class(name, Some("java/lang/Object"), interfaces);
        made.flags = 0x601;
        made
    }

    /// Adds an entry of the constant pool, unless it is there.
    pub(crate) fn constant(&mut self, tag: u8, parts: &[&[u8]]) -> u16 {
        let entry: Vec<u8> = [&[tag], parts.concat().as_slice()].concat();
        if let Some(&known) = self.known.get(&entry) {
            return known;
        }
        let index = self.entries;
        self.pool.extend_from_slice(&entry);
        self.entries += if matches!(tag, 5 | 6) { 2 } else { 1 };
        self.known.insert(entry, index);
        index
    }

    pub(crate) fn text(&mut self, text: &str) -> u16 {
        self.constant(1, &[&(text.len() as u16).to_be_bytes(), text.as_bytes()])
    }

    fn pair(&mut self, tag: u8, a: u16, b: u16) -> u16 {
        self.constant(tag, &[&a.to_be_bytes(), &b.to_be_bytes()])
    }

    fn class_constant(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.constant(7, &[&name.to_be_bytes()])
    }

    /// `A.x:I`.
    fn member(&mut self, tag: u8, text: &str) -> u16 {
        let (owner, rest) = text.split_once('.').expect("an owner");
        let (name, ty) = rest.split_once(':').expect("a type");
        let (name, ty) = (self.text(name), self.text(ty));
        let (owner, name_type) = (self.class_constant(owner), self.pair(12, name, ty));
        self.pair(tag, owner, name_type)
    }

    fn loaded(&mut self, text: &str) -> u16 {
        if let Some(text) = text.strip_prefix('"') {
            let text = self.text(text.trim_end_matches('"'));
            return self.constant(8, &[&text.to_be_bytes()]);
        }
        match text.parse::<i32>() {
            Ok(number) => self.constant(3, &[&number.to_be_bytes()]),
            Err(_) => self.class_constant(text),
        }
    }

    pub(crate) fn field(&mut self, flags: u16, name: &str, ty: &str) -> &mut Self {
        let (name, ty) = (self.text(name), self.text(ty));
        self.fields.push([flags, name, ty, 0].map(u16::to_be_bytes).concat());
        self
    }

    /// A method without a body.
    pub(crate) fn declare(&mut self, flags: u16, name: &str, ty: &str) -> &mut Self {
        let (name, ty) = (self.text(name), self.text(ty));
        self.methods.push([flags, name, ty, 0].map(u16::to_be_bytes).concat());
        self
    }

    pub(crate) fn method(&mut self, flags: u16, name: &str, ty: &str, body: &Body<'_>) -> &mut Self {
        let (name, ty, attribute) = (self.text(name), self.text(ty), self.text("Code"));
        let body = self.body(body);
        let mut method = [flags, name, ty, 1, attribute].map(u16::to_be_bytes).concat();
        method.extend((body.len() as u32).to_be_bytes());
        method.extend(body);
        self.methods.push(method);
        self
    }

    fn body(&mut self, body: &Body<'_>) -> Vec<u8> {
        let (code, labels) = self.code(body.code);
        let label = |name: &str| *labels.get(name).unwrap_or_else(|| panic!("no label {name}"));
        let mut bytes = [body.max_stack, body.max_locals].map(u16::to_be_bytes).concat();
        bytes.extend((code.len() as u32).to_be_bytes());
        bytes.extend(&code);
        bytes.extend((body.handlers.len() as u16).to_be_bytes());
        for &(start, end, target, class) in body.handlers {
            let class = class.map_or(0, |class| self.class_constant(class));
            bytes.extend([label(start), label(end), label(target), class].map(u16::to_be_bytes).concat());
        }
        bytes.extend([0, 0]);
        bytes
    }

    /// The bytes of instructions, and the offsets of labels.
    fn code(&mut self, text: &str) -> (Vec<u8>, HashMap<String, u16>) {
        let mut code: Vec<u8> = Vec::new();
        let mut labels = HashMap::new();
        let mut jumps = Vec::new();
        for part in text.split("; ").map(str::trim).filter(|part| !part.is_empty()) {
            let mut words = part.split_whitespace().peekable();
            while let Some(label) = words.next_if(|word| word.ends_with(':')) {
                labels.insert(label.trim_end_matches(':').to_owned(), code.len() as u16);
            }
            if let Some(mnemonic) = words.next() {
                let operands: Vec<&str> = words.collect();
                self.instruction(mnemonic, &operands, &mut code, &mut jumps);
            }
        }
        for (at, from, label) in jumps {
            let target =
                labels.get(&label).map_or_else(|| label.parse().expect("a label"), |&to| i32::from(to));
            let distance = target - from;
            match at {
                Jump::Near(at) => code[at..at + 2].copy_from_slice(&(distance as i16).to_be_bytes()),
                Jump::Far(at) => code[at..at + 4].copy_from_slice(&distance.to_be_bytes()),
            }
        }
        (code, labels)
    }

    fn instruction(
        &mut self,
        mnemonic: &str,
        operands: &[&str],
        code: &mut Vec<u8>,
        jumps: &mut Vec<(Jump, i32, String)>,
    ) {
        let from = code.len() as i32;
        let known = MNEMONICS.iter().find(|known| known.0 == mnemonic);
        let &(_, opcode, kind) = known.unwrap_or_else(|| panic!("no instruction {mnemonic}"));
        let number = |i: usize| operands[i].parse::<i32>().expect("a number");
        code.push(opcode);
        match kind {
            O::None => {}
            O::Byte => code.push(number(0) as u8),
            O::Short => code.extend((number(0) as i16).to_be_bytes()),
            O::Label => {
                jumps.push((Jump::Near(code.len()), from, operands[0].to_owned()));
                code.extend([0; 2]);
            }
            O::Class => code.extend(self.class_constant(operands[0]).to_be_bytes()),
            O::Field => code.extend(self.member(9, operands[0]).to_be_bytes()),
            O::Method => code.extend(self.member(10, operands[0]).to_be_bytes()),
            O::InterfaceMethod => {
                code.extend(self.member(11, operands[0]).to_be_bytes());
                code.extend([1, 0]);
            }
            O::Constant => code.push(self.loaded(operands[0]) as u8),
            O::Wide => {
                let long = i64::from(number(0)).to_be_bytes();
                code.extend(self.constant(5, &[&long]).to_be_bytes());
            }
            O::Increment => code.extend([number(0) as u8, number(1) as u8]),
            O::MultiArray => {
                code.extend(self.class_constant(operands[0]).to_be_bytes());
                code.push(number(1) as u8);
            }
            O::Switch => {
                code.resize(code.len().next_multiple_of(4), 0);
                let (default, cases) = operands.split_last().expect("a default");
                jumps.push((Jump::Far(code.len()), from, (*default).to_owned()));
                code.extend([0; 4]);
                code.extend((cases.len() as u32 / 2).to_be_bytes());
                for case in cases.chunks(2) {
                    code.extend(case[0].parse::<i32>().expect("a case").to_be_bytes());
                    jumps.push((Jump::Far(code.len()), from, case[1].to_owned()));
                    code.extend([0; 4]);
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = 0xcafe_babe_u32.to_be_bytes().to_vec();
        bytes.extend([0, self.version, self.entries].map(u16::to_be_bytes).concat());
        bytes.extend(&self.pool);
        bytes.extend([self.flags, self.this, self.superclass].map(u16::to_be_bytes).concat());
        bytes.extend((self.interfaces.len() as u16).to_be_bytes());
        bytes.extend(self.interfaces.iter().copied().flat_map(u16::to_be_bytes));
        for members in [&self.fields, &self.methods] {
            bytes.extend((members.len() as u16).to_be_bytes());
            bytes.extend(members.concat());
        }
        bytes.extend([0, 0]);
        bytes
    }
}

/// Where the distance of a jump is written.
enum Jump {
    Near(usize),
    Far(usize),
}
