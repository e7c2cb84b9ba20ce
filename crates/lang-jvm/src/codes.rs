//! The diagnostics of the Java front end and their explanations: from `CP0630` on. Those about class files are in the
//! crate `classfile`.

base::codes! {
    NO_MAIN "CP0630" "nowhere to begin" r#"
A Java program begins with a method `public static void main(String[])`. Among the classes that were given there is
none, or there are several, or not the one that was asked for.

Name the class, or the class and a static method without parameters or with one array of strings:

```console
$ cutpoint run app.jar --entry shop.Main
$ cutpoint run app.jar --entry shop.Main.selfTest
```
"#

    MISSING_CLASS "CP0631" "class that was not found" r#"
The program uses a class that is neither on the class path nor among the modelled classes. Code that needs it is not
followed, so that no property is said to hold if such code can be reached.

Name the folder or the jar that has it with `--classpath`, or a JDK with `--jdk`.
"#

    REFUSED_METHOD "CP0632" "method that cannot be lowered" r#"
The bytecode of a method did not pass verification, so that it has no meaning. Executions that call the method are not
followed.

The message says what is wrong and where. Bytecode of this kind comes from a tool that made or changed it after the
compiler.
"#
}
