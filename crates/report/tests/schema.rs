//! The schemas in `docs/schema` are those of the twins. `UPDATE_SCHEMA=1` writes them anew.

use std::path::PathBuf;

#[test]
fn the_documented_schemas_are_those_of_the_code() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (name, schema) in cutpoint_report::schema::all() {
        let path = folder.join(name);
        let generated = cutpoint_report::json::pretty(&schema);
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &generated).unwrap();
        }
        let documented = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(documented == generated, "docs/schema/{name} is out of date; UPDATE_SCHEMA=1 writes it anew");
    }
}
