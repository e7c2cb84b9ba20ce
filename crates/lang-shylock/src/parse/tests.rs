//! The grammar, by texts and the trees that they give.
