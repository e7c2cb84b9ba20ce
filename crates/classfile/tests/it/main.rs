//! Class files read and verified: small ones made by hand, those that `javac` wrote, damaged ones, and all of a JDK.

mod assembler;
mod disk;
mod jdk;
mod verified;
mod world;
