//! The diagnostics about class files and their explanations.
//!
//! Up to `CP0609`: where classes come from; from `CP0610` on: what is in them.

base::codes! {
    CLASS_NOT_FOUND "CP0600" "class that is not found" r#"
A class is needed, and no place of the class path has it.

```text
class path: build/classes, lib/util.jar      no java/util/List: there is no JDK
```

Name the folder or jar that has it, or the JDK. The name of a class decides where it is looked for: `a.b.C` is the file
`a/b/C.class` of a folder or a jar.
"#

    NO_CLASSES "CP0601" "file that holds no classes" r#"
A place of the class path is none of what classes are read from: a class file, a jar, a folder, the runtime image of a
JDK.

A class file begins with the bytes `ca fe ba be`, a jar with `50 4b`.
"#

    BROKEN_JAR "CP0602" "jar that cannot be read" r#"
A jar is an archive in the format ZIP, and this one is damaged, encrypted, or compressed by a method other than deflate.

`jar tf FILE` lists what is in it; `jar --create` makes one that can be read.
"#

    JAR_TOO_LARGE "CP0603" "jar that is too large" r#"
A jar has more entries, or an entry more bytes than a class file can have, or it becomes larger than it says when it is
unpacked. Such archives exist to exhaust the memory of readers.

Take out what is no class that is asked about.
"#

    BROKEN_IMAGE "CP0604" "runtime image that cannot be read" r#"
The file `lib/modules` of a JDK holds its classes. This one is damaged, is of a format that is not known, or has
compressed classes, as `jlink --compress` makes them.

Give the JDK that the image was made from: its classes are not compressed.
"#

    WRONG_NAME "CP0605" "class in the file of another" r#"
A class file has the name of one class, and holds another one.

```text
a/b/C.class      holds the class C, without a package
```

Give the folder where the packages begin: for `package a.b;` the one that has `a` in it.
"#

    MALFORMED "CP0610" "class file that is damaged" r#"
The bytes of a class file contradict its format: it ends too early, a constant is missing or of the wrong kind, a name
or a descriptor is none. The message says where.

Compile the class again.
"#

    VERSION "CP0611" "class file of another version" r#"
Class files from version 45 (Java 1.1) to 69 (Java 25) are read. This one is of another version, so its instructions may
mean something else.

Compile it with `javac --release 25`, or less.
"#

    INVALID_CODE "CP0612" "bytecode that is not valid" r#"
The body of a method does not pass verification: an instruction finds a value of another type on the stack or in a local
variable, or none; a jump leads between instructions; a path falls off the end. A Java virtual machine refuses such a
class, too.

Compilers do not write such bodies. Compile the class again, or mend the tool that changes it.
"#

    SUBROUTINE "CP0613" "subroutine in bytecode" r#"
The instructions `jsr` and `ret` are not supported. Compilers used them for `finally` before Java 6.

Compile the class again.
"#

    CYCLIC_CLASSES "CP0614" "class above itself" r#"
A class extends or implements itself, through others. The message has the chain.

The class files were compiled from different versions of their sources. Compile all of them again.
"#

    MISSING_SUPERCLASS "CP0615" "superclass that is not found" r#"
A class extends a class, or implements an interface, that no place of the class path has. The message has the chain that
leads there.

Add the folder or jar that has it.
"#

    WRONG_SUPERCLASS "CP0616" "class below one that has none" r#"
A class extends an interface or a final class, or implements a class that is no interface.

The class files were compiled from different versions of their sources. Compile all of them again.
"#

    NO_SUCH_MEMBER "CP0617" "field or method that is not there" r#"
An instruction names a field or a method that its class neither declares nor inherits, or one that is static where it
must not be, or the other way round. In a Java virtual machine that is a `NoSuchFieldError`, a `NoSuchMethodError` or an
`IncompatibleClassChangeError`.

The class files were compiled from different versions of their sources. Compile all of them again.
"#

    BODY_TOO_LARGE "CP0618" "body with too many variables" r#"
A body has so many local variables and jumps that their types at all instructions take too much memory. No compiler
writes such a body for a source of ordinary size.

Divide the method.
"#
}
