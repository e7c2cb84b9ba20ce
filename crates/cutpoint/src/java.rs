//! What only the command can do for Java: find a JDK, and compile sources with its `javac`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use base::Diagnostic;
use driver::{JAVA_MODELS, JavaOptions, Language};

use crate::args::{JavaArguments, LanguageArguments};
use crate::codes;
use crate::files::files_below;
use crate::temporary::Folder;

/// How a Java program is to be read, and the classes of its sources as long as this is kept.
pub(crate) struct Prepared {
    pub(crate) options: JavaOptions,
    /// What is read in place of the file that was named.
    pub(crate) place: Option<PathBuf>,
    _classes: Option<Folder>,
}

/// Finds the JDK, and compiles the program if it is a source.
pub(crate) fn prepare(
    path: &Path,
    name: &str,
    arguments: &LanguageArguments,
) -> Result<Prepared, Diagnostic> {
    let LanguageArguments { entry, java: arguments, .. } = arguments;
    let home = home(arguments)?;
    let image = home.as_deref().and_then(image);
    let class_path = arguments.class_path();
    let mut options = JavaOptions {
        entry: entry.clone(),
        class_path: class_path.iter().map(|place| text(place)).collect(),
        jdk: image.as_deref().map(text),
    };
    let mut prepared = Prepared { options: JavaOptions::default(), place: None, _classes: None };
    if has_extension(path, "java") {
        let classes = compile(path, name, home.as_deref(), &class_path)?;
        options.entry = options.entry.or_else(|| class_of(&classes.0, path));
        options.class_path.insert(0, text(&classes.0));
        prepared._classes = Some(classes);
    } else if let Some(image) = image.filter(|_| is_class_name(path, name)) {
        options.entry.get_or_insert_with(|| name.to_owned());
        prepared.place = Some(image);
    }
    Ok(Prepared { options, ..prepared })
}

/// Whether a program is in Java by what its name and its place say: a file that has classes or becomes some, a folder
/// with classes, or the name of a class of the JDK.
pub(crate) fn is_java(path: &Path, name: &str) -> bool {
    if path.is_dir() {
        return files_below(path, ".class").is_ok_and(|files| !files.is_empty());
    }
    let packages = ["java.", "javax.", "jdk."];
    let is_file = path.extension().and_then(OsStr::to_str).and_then(Language::from_extension);
    is_file == Some(Language::Java)
        || is_class_name(path, name) && packages.iter().any(|package| name.starts_with(package))
}

/// Whether it is not a file, and may be a class.
fn is_class_name(path: &Path, name: &str) -> bool {
    let is_part = |part: &str| {
        let mut chars = part.chars();
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        chars.next().is_some_and(is_start) && chars.all(|c| is_start(c) || c.is_numeric())
    };
    let extension = path.extension().and_then(OsStr::to_str);
    let is_file = path.exists() || extension.and_then(Language::from_extension).is_some();
    !is_file && name.contains('.') && name.split('.').all(is_part)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// The folder of the JDK: the one that is named, or else that can be found.
fn home(arguments: &JavaArguments) -> Result<Option<PathBuf>, Diagnostic> {
    if let Some(named) = &arguments.jdk {
        let known = image(named).map(|_| Some(named.clone()));
        return known.ok_or_else(|| {
            let message = format!("`{}` is not the folder of a JDK.", named.display());
            Diagnostic::error(&codes::NO_JDK, message)
                .note("there is neither `lib/modules` nor `rt.jar` in it")
        });
    }
    let variable = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    Ok(variable.into_iter().chain(home_of_java()).find(|home| image(home).is_some()))
}

/// The JDK that `java` on the path belongs to: links lead to `bin/java` in its folder.
fn home_of_java() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|folder| folder.join("java"));
    let java = candidates.into_iter().find_map(|java| java.canonicalize().ok())?;
    Some(java.parent()?.parent()?.to_owned())
}

/// The file with the classes of a JDK.
fn image(home: &Path) -> Option<PathBuf> {
    let places = ["lib/modules", "jre/lib/rt.jar", "lib/rt.jar"];
    places.iter().map(|place| home.join(place)).find(|place| place.is_file())
}

/// Compiles a source, and those beside it that it needs.
fn compile(
    path: &Path,
    name: &str,
    home: Option<&Path>,
    class_path: &[PathBuf],
) -> Result<Folder, Diagnostic> {
    let javac = home.map(|home| home.join("bin/javac")).filter(|javac| javac.is_file());
    let javac = javac.ok_or_else(|| no_javac(name))?;
    let folder = Folder::new().map_err(|error| no_folder(&error))?;
    let models = Folder::new().map_err(|error| no_folder(&error))?;
    let jar = models.0.join("models.jar");
    std::fs::write(&jar, JAVA_MODELS).map_err(|error| no_folder(&error))?;
    let beside = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let places = [jar.as_path(), beside].into_iter().chain(class_path.iter().map(PathBuf::as_path));
    let places = std::env::join_paths(places).map_err(|error| {
        Diagnostic::error(
            &codes::NOT_COMPILED,
            format!("The class path cannot be given to `javac`: {error}."),
        )
    })?;
    let output = Command::new(&javac)
        .args(["-g", "-proc:none", "-encoding", "UTF-8", "-implicit:class", "-classpath"])
        .arg(places)
        .arg("-d")
        .arg(&folder.0)
        .arg(path)
        .output()
        .map_err(|error| no_folder(&error))?;
    if output.status.success() {
        return Ok(folder);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Err(Diagnostic::error(&codes::NOT_COMPILED, format!("`{name}` does not compile.")).note(said))
}

fn no_javac(name: &str) -> Diagnostic {
    let message = format!("`{name}` has to be compiled, and there is no JDK with a `javac`.");
    Diagnostic::error(&codes::NO_JDK, message).help(
        "install one (Debian: `apt install openjdk-17-jdk-headless`), or name it with --jdk or JAVA_HOME; or \
         compile elsewhere, and give the class file",
    )
}

fn no_folder(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(&codes::NOT_COMPILED, format!("`javac` cannot be run: {error}."))
}

/// The class with the name of a source, if exactly one package has it.
fn class_of(folder: &Path, source: &Path) -> Option<String> {
    let stem = source.file_stem()?.to_str()?;
    let files = files_below(folder, ".class").ok()?;
    let is_it = |class: &&str| class.rsplit('/').next() == Some(stem);
    let mut found = files.iter().filter_map(|file| file.strip_suffix(".class")).filter(is_it);
    let class = found.next()?.replace('/', ".");
    found.next().is_none().then_some(class)
}
