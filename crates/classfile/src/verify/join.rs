//! Joins of types where paths meet, and the test whether a value may be used as a type.

use std::sync::Arc;

use super::frame::{Frame, Value};
use super::invalid;
use crate::codes;
use crate::error::Error;
use crate::hierarchy::{Hierarchy, OBJECT};
use crate::types::Type;

/// Joins another frame into a known one. Returns whether that has changed.
pub(super) fn into_frame(hierarchy: &Hierarchy<'_>, known: &mut Frame, other: &Frame) -> Result<bool, Error> {
    if known.stack.len() != other.stack.len() {
        let (a, b) = (known.stack.len(), other.stack.len());
        return Err(invalid(format!("paths meet with {a} and {b} values on the stack")));
    }
    let mut changed = false;
    for (known, other) in known.stack.iter_mut().zip(&other.stack) {
        let joined = values(hierarchy, known, other)?
            .ok_or_else(|| invalid(format!("paths meet with {known} and {other} on the stack")))?;
        changed |= replace(known, joined);
    }
    if Arc::ptr_eq(&known.locals, &other.locals) || known.locals == other.locals {
        return Ok(changed);
    }
    Ok(locals(hierarchy, known, other)? || changed)
}

fn locals(hierarchy: &Hierarchy<'_>, known: &mut Frame, other: &Frame) -> Result<bool, Error> {
    let mut joined = Vec::new();
    for (a, b) in known.locals.iter().zip(other.locals.iter()) {
        joined.push(match (a, b) {
            (Some(a), Some(b)) => values(hierarchy, a, b)?,
            (None, _) | (_, None) => None,
        });
    }
    while joined.last().is_some_and(Option::is_none) {
        joined.pop();
    }
    let changed = *known.locals != joined;
    if changed {
        known.locals = Arc::new(joined);
    }
    Ok(changed)
}

fn replace(known: &mut Value, joined: Value) -> bool {
    let changed = *known != joined;
    *known = joined;
    changed
}

/// The lowest type of both values; nothing if nothing can be done with a value that may be either.
fn values(hierarchy: &Hierarchy<'_>, a: &Value, b: &Value) -> Result<Option<Value>, Error> {
    Ok(match (a, b) {
        _ if a == b => Some(a.clone()),
        (Value::Null, Value::Ref(_)) => Some(b.clone()),
        (Value::Ref(_), Value::Null) => Some(a.clone()),
        (Value::Ref(a), Value::Ref(b)) => Some(Value::Ref(types(hierarchy, a, b)?)),
        _ => None,
    })
}

/// The lowest type above two different reference types.
fn types(hierarchy: &Hierarchy<'_>, a: &Type, b: &Type) -> Result<Type, Error> {
    // Of arrays: the elements are joined, if both are references.
    let (mut a, mut b, mut dimensions) = (a, b, 0);
    while let (Type::Array(of_a), Type::Array(of_b)) = (a, b) {
        if !of_a.is_reference() || !of_b.is_reference() {
            break;
        }
        (a, b, dimensions) = (of_a, of_b, dimensions + 1);
    }
    let joined = match (a, b) {
        _ if a == b => a.clone(),
        (Type::Class(a), Type::Class(b)) => match known(hierarchy.common_superclass(a, b))? {
            Some(name) => Type::Class(name),
            None => Type::class(OBJECT),
        },
        (array @ Type::Array(_), class) | (class, array @ Type::Array(_)) => {
            let above = class.class_name().is_some() && hierarchy.is_subtype(array, class)?;
            if above { class.clone() } else { Type::class(OBJECT) }
        }
        _ => Type::class(OBJECT),
    };
    Ok((0..dimensions).fold(joined, |ty, _| ty.array_of()))
}

/// Whether a reference of one type may be used as another.
pub(super) fn assignable(hierarchy: &Hierarchy<'_>, from: &Type, to: &Type) -> Result<bool, Error> {
    let (mut from, mut to) = (from, to);
    while let (Type::Array(of_from), Type::Array(of_to)) = (from, to) {
        (from, to) = (of_from, of_to);
    }
    if from == to || (from.is_reference() && *to == Type::class(OBJECT)) {
        return Ok(true);
    }
    match (from, to) {
        (Type::Class(from), Type::Class(to)) => {
            let Some(class) = known(hierarchy.class(to))? else { return Ok(true) };
            Ok(class.is_interface() || known(hierarchy.is_subclass(from, to))?.unwrap_or(true))
        }
        _ => hierarchy.is_subtype(from, to),
    }
}

/// What was found out; nothing if a class is missing for that.
fn known<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    let missing = [&codes::CLASS_NOT_FOUND, &codes::MISSING_SUPERCLASS];
    match result {
        Ok(known) => Ok(Some(known)),
        Err(error) if missing.contains(&error.code) => Ok(None),
        Err(error) => Err(error),
    }
}
