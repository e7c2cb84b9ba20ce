//! Signals to a running command. Linux only: its `/proc` says when the command listens.

use std::process::{Child, Command};
use std::time::Duration;

pub(crate) fn send(child: &Child, signal: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
    assert!(sent.expect("there is a shell").success());
}

/// Waits until the process listens for signals: before that, one ends it as it ends every process.
pub(crate) fn wait_until_it_listens(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught =
            text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim().to_owned();
        u64::from_str_radix(&caught, 16).unwrap_or(0) >> 14 & 1 == 1
    };
    for _ in 0..1_000 {
        if listens() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the command does not listen for signals");
}
