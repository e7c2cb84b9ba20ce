//! Substitution of signals for inputs, all at once.
//!
//! A [`Composition`] says what stands for which input and remembers the image of every node that it has seen, so
//! several roots that share structure cost one walk. It belongs to one pair of graphs: that of the roots and that of
//! the images, which may be the same.

use rustc_hash::FxHashMap;

use super::{Aig, Node, Signal};

/// Images of inputs, and of all nodes that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Composition {
    images: FxHashMap<usize, Signal>,
}

impl Composition {
    /// Changes nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts `image` in the place of an input. This must be said before the first root is asked for.
    pub fn set(&mut self, input: Signal, image: Signal) {
        self.images.insert(input.node(), image.complement_if(input.is_complement()));
    }

    /// The image of a signal that is known already.
    fn known(&self, signal: Signal) -> Option<Signal> {
        let image = *self.images.get(&signal.node())?;
        Some(image.complement_if(signal.is_complement()))
    }
}

impl FromIterator<(Signal, Signal)> for Composition {
    fn from_iter<It: IntoIterator<Item = (Signal, Signal)>>(pairs: It) -> Self {
        let mut composition = Self::new();
        pairs.into_iter().for_each(|(input, image)| composition.set(input, image));
        composition
    }
}

impl Aig {
    /// The root with the images in the place of its inputs. Inputs without an image stay.
    pub fn compose(&mut self, root: Signal, composition: &mut Composition) -> Signal {
        self.transfer(None, root, composition)
    }

    /// The same with a root of another graph. Its inputs without an image become new inputs here, which the composition
    /// remembers.
    pub fn import(&mut self, source: &Aig, root: Signal, composition: &mut Composition) -> Signal {
        self.transfer(Some(source), root, composition)
    }

    /// Without a source, the root is one of this graph.
    fn transfer(&mut self, source: Option<&Aig>, root: Signal, composition: &mut Composition) -> Signal {
        let mut stack = vec![root.node()];
        while let Some(&node) = stack.last() {
            if composition.images.contains_key(&node) {
                stack.pop();
                continue;
            }
            let signal = Signal::of_node(node);
            let image = match source.unwrap_or(self).node(signal) {
                Node::Constant => Some(Signal::FALSE),
                Node::Input(_) if source.is_none() => Some(signal),
                Node::Input(_) if source.is_some_and(|source| source.is_choice(signal)) => {
                    Some(self.choice())
                }
                Node::Input(_) => Some(self.input()),
                Node::And(first, second) => match (composition.known(first), composition.known(second)) {
                    (Some(first), Some(second)) => Some(self.and(first, second)),
                    (first_image, _) => {
                        stack.push(if first_image.is_none() { first.node() } else { second.node() });
                        None
                    }
                },
            };
            if let Some(image) = image {
                composition.images.insert(node, image);
            }
        }
        composition.known(root).expect("the walk ends when the root has an image")
    }

    /// Renames inputs apart: each gets a new one, which the composition puts in its place.
    pub fn fresh_copies(&mut self, inputs: &[Signal]) -> Composition {
        inputs.iter().map(|&input| (input, self.input())).collect()
    }
}
