//! How a Java program is found and understood.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct JavaArguments {
    /// Where classes are looked for: class files, jars and folders, separated as in the variable PATH; can be repeated
    #[arg(long = "classpath", value_name = "PLACES", help_heading = "Java")]
    class_path: Vec<String>,
    /// The folder of the JDK whose classes and `javac` are used [default: JAVA_HOME, or that of `java`]
    #[arg(long, value_name = "FOLDER", help_heading = "Java")]
    pub(crate) jdk: Option<PathBuf>,
}

impl JavaArguments {
    /// The places one by one.
    pub(crate) fn class_path(&self) -> Vec<PathBuf> {
        let places = self.class_path.iter().flat_map(std::env::split_paths);
        places.filter(|place| !place.as_os_str().is_empty()).collect()
    }

    /// The first option given.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let Self { class_path, jdk } = self;
        let given = [(!class_path.is_empty(), "--classpath"), (jdk.is_some(), "--jdk")];
        given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
    }
}
