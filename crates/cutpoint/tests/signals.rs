//! Ctrl-C and SIGTERM: what is known so far is reported, and the exit status says which signal it was. Linux only: its
//! `/proc` says when the command listens.
#![cfg(target_os = "linux")]

mod support;

use std::io::Read;
use std::process::{Child, Command, Stdio};

use support::signals::{send, wait_until_it_listens};

/// A search that does not end soon.
const ENDLESS: &str = "class Main { static int n; activate static void main() { while (true) { n = (n + 1) % 2000000000; } } };";

fn start(name: &str) -> Child {
    let folder = support::folder(name);
    std::fs::write(folder.join("endless.zing"), ENDLESS).expect("the folder can be written");
    Command::new(env!("CARGO_BIN_EXE_cutpoint"))
        .args(["check", "endless.zing", "--summaries", "off", "--memory", "2G"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn ends(name: &str, signal: &str, status: i32) {
    let mut child = start(name);
    wait_until_it_listens(&child);
    send(&child, signal);
    let ended = child.wait().expect("it ends");
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert_eq!(ended.code(), Some(status), "{text}");
    assert!(text.contains("unknown: endless.zing: the run was interrupted"), "{text}");
    assert!(text.contains("the explicit engine found no error in "), "{text}");
}

#[test]
fn ctrl_c_ends_with_what_is_known() {
    ends("signals_int", "INT", 130);
}

#[test]
fn termination_ends_with_what_is_known() {
    ends("signals_term", "TERM", 143);
}

/// Both signals are there before the first is handled.
#[test]
fn the_second_signal_ends_at_once() {
    let mut child = start("signals_both");
    wait_until_it_listens(&child);
    for signal in ["STOP", "INT", "TERM", "CONT"] {
        send(&child, signal);
    }
    let ended = child.wait().expect("it ends");
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert!(matches!(ended.code(), Some(130 | 143)), "{ended:?}");
    assert_eq!(text, "", "nothing is reported");
}
