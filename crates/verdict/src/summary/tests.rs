//! What is well-formed and what is not. The checker of certificates has more cases in text form.
