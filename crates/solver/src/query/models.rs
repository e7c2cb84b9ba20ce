//! Models: values of all variables; and the last 64 of them, evaluated on the graph.
//!
//! Bit i of a word belongs to model i, so one walk through a cone evaluates it under all of them. Words stay until
//! there is a new model; then the words of a cone are computed again when a question comes to it.

use std::sync::Arc;

use crate::aig::{Aig, LazyValues, Node, Signal};

/// Values of all variables: those that are not mentioned are false. A copy shares them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Model(Arc<[u64]>);

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("true inputs: ")?;
        f.debug_list().entries(self.true_inputs()).finish()
    }
}

impl Model {
    /// The model in which just these inputs of a graph are true.
    pub fn new(aig: &Aig, inputs: impl IntoIterator<Item = Signal>) -> Self {
        let mut words: Vec<u64> = Vec::new();
        for input in inputs {
            let Node::Input(number) = aig.node(input) else { continue };
            if words.len() <= number / 64 {
                words.resize(number / 64 + 1, 0);
            }
            words[number / 64] |= 1 << (number % 64);
        }
        Self(words.into())
    }

    /// The numbers of the inputs that are true, in order.
    pub fn true_inputs(&self) -> impl Iterator<Item = usize> + '_ {
        let of_word = |(place, &word): (usize, &u64)| {
            // Each step clears the lowest one.
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let ones = rest.take_while(|&rest| rest != 0);
            ones.map(move |rest| place * 64 + rest.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(of_word)
    }

    /// The value of the input with this number.
    pub fn input(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The value of a signal. Cost: its cone; [`Model::values`] shares that among several.
    pub fn value(&self, aig: &Aig, signal: Signal) -> bool {
        self.values(aig).value(signal)
    }

    /// Values of many signals.
    pub fn values<'a>(&'a self, aig: &'a Aig) -> ModelValues<'a> {
        ModelValues { model: self, aig, values: LazyValues::new() }
    }
}

/// Values of signals in a model, each computed once.
#[derive(Clone, Debug)]
pub struct ModelValues<'a> {
    model: &'a Model,
    aig: &'a Aig,
    values: LazyValues,
}

impl ModelValues<'_> {
    pub fn value(&mut self, signal: Signal) -> bool {
        let Self { model, aig, values } = self;
        values.value(aig, signal, |input| match aig.node(input) {
            Node::Input(number) => model.input(number),
            Node::Constant | Node::And(..) => unreachable!("only inputs are asked for"),
        })
    }
}

/// The last models.
#[derive(Debug, Default)]
pub(super) struct Models {
    /// At place i the model of bit i.
    models: Vec<Model>,
    /// Where the next one goes.
    next: usize,
    /// For each input its values.
    inputs: Vec<u64>,
    /// For each node its values, and how many models there had been when they were computed.
    words: Vec<(u64, u32)>,
    /// How many models there have been, counted from 1.
    time: u32,
    stack: Vec<Signal>,
}

impl Models {
    /// Keeps the model in which just these inputs are true, in the place of the oldest one.
    pub(super) fn add(&mut self, aig: &Aig, inputs: impl IntoIterator<Item = Signal>) -> Model {
        let model = Model::new(aig, inputs);
        let bit = 1 << self.next;
        if self.next < self.models.len() {
            let old = std::mem::replace(&mut self.models[self.next], model.clone());
            old.true_inputs().for_each(|input| self.inputs[input] &= !bit);
        } else {
            self.models.push(model.clone());
        }
        self.inputs.resize(aig.inputs().len(), 0);
        model.true_inputs().for_each(|input| self.inputs[input] |= bit);
        self.next = (self.next + 1) % 64;
        self.advance();
        model
    }

    fn advance(&mut self) {
        if self.time == u32::MAX {
            self.words.clear();
            self.time = 0;
        }
        self.time += 1;
    }

    /// The last model in which all signals are true.
    pub(super) fn find(&mut self, aig: &Aig, signals: impl IntoIterator<Item = Signal>) -> Option<Model> {
        let mut found = if self.models.len() == 64 { u64::MAX } else { (1 << self.models.len()) - 1 };
        for signal in signals {
            if found == 0 {
                return None;
            }
            found &= self.word(aig, signal);
        }
        // The newest model comes to the highest bit.
        let newest_first = found.rotate_right(self.next as u32);
        (found != 0).then(|| {
            let place = (63 - newest_first.leading_zeros() as usize + self.next) % 64;
            self.models[place].clone()
        })
    }

    /// The values of a signal in all models.
    fn word(&mut self, aig: &Aig, signal: Signal) -> u64 {
        self.words.resize(aig.n_nodes().max(self.words.len()), (0, 0));
        self.stack.push(signal.regular());
        while let Some(&node) = self.stack.last() {
            if self.words[node.node()].1 == self.time {
                self.stack.pop();
                continue;
            }
            let word = match aig.node(node) {
                Node::Constant => Ok(0),
                Node::Input(number) => Ok(self.inputs.get(number).copied().unwrap_or(0)),
                Node::And(first, second) => match (self.known(first), self.known(second)) {
                    (Some(0), _) | (_, Some(0)) => Ok(0),
                    (Some(first), Some(second)) => Ok(first & second),
                    (None, _) => Err(first),
                    (_, None) => Err(second),
                },
            };
            match word {
                Ok(word) => self.words[node.node()] = (word, self.time),
                Err(operand) => self.stack.push(operand.regular()),
            }
        }
        self.known(signal).unwrap_or(0)
    }

    fn known(&self, signal: Signal) -> Option<u64> {
        let (word, time) = self.words[signal.node()];
        (time == self.time).then_some(if signal.is_complement() { !word } else { word })
    }

    pub(super) fn bytes(&self) -> usize {
        let Self { models, next: _, inputs, words, time: _, stack } = self;
        let of_models: usize = models.iter().map(|model| model.0.len() * size_of::<u64>()).sum();
        of_models
            + inputs.capacity() * size_of::<u64>()
            + words.capacity() * size_of::<(u64, u32)>()
            + stack.capacity() * size_of::<Signal>()
    }
}
