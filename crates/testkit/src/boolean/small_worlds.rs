//! All Boolean programs up to a small size.
