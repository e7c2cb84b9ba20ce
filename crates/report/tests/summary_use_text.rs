//! What a check says of its summaries, and of chains of objects that grow.

mod fixtures;

use std::time::Duration;

use cutpoint_report::{TextOptions, text};
use expect_test::expect;
use fixtures::Case;
use verdict::{Growth, OwnStats, PhaseTimes, StopReason, SummaryStats, SummaryUse};

fn summary_stats() -> SummaryStats {
    SummaryStats {
        patterns: 1125,
        summaries: 2250,
        look_ups: 528_982,
        reused: 527_857,
        rematched: 310,
        reads_compared: 1_586_946,
        largest_pattern: 42,
        times: PhaseTimes {
            execute: Duration::from_millis(1500),
            look_up: Duration::from_millis(250),
            apply: Duration::from_millis(125),
        },
    }
}

#[test]
fn summaries_are_counted_where_figures_are_wanted() {
    let mut case = Case::holds(false);
    case.answer.stats.own = OwnStats::Search(SummaryUse::Used(summary_stats()));
    let options = TextOptions { stats: true, ..TextOptions::default() };
    expect![[r#"
        holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = the explicit engine visited every reachable state: 1,234 states and 56,789 transitions

        statistics: engine explicit

          states                  1,234
          transitions             56,789
          transitions per second  227,156
          states not expanded     3
          memory per state        2431.1 bytes, 24.3 of them its encoding
          peak memory             2.9 MiB
          search threads          1
          time                    250 ms
          patterns                1,125
          summaries               2,250
          look-ups                528,982
          look-ups reused         527,857 (99.8 %)
          calls re-matched        310
          reads per look-up       3.0
          largest pattern         42 reads
          time executing          1.50 s
          time looking up         250 ms
          time applying           125 ms

        holds: no errors
    "#]].assert_eq(&text::check(&case.report(), &case.sources, options));
    case.answer.stats.own =
        OwnStats::Search(SummaryUse::Used(SummaryStats { times: PhaseTimes::default(), ..summary_stats() }));
    let untimed = text::check(&case.report(), &case.sources, options);
    assert!(!untimed.contains("time executing"), "{untimed}");
}

#[test]
fn a_check_says_why_it_went_without_summaries() {
    let mut case = Case::holds(false);
    let why = "The program has two threads.";
    case.answer.stats.own = OwnStats::Search(SummaryUse::Refused(why.to_owned()));
    expect![[r#"
        holds: in list.zing, no assertion fails, no fault happens, and there is no deadlock and no acceptance cycle
          = the explicit engine visited every reachable state: 1,234 states and 56,789 transitions
          = checked without summaries: The program has two threads.
    "#]].assert_eq(&text::check(&case.report(), &case.sources, TextOptions::default()));
}

#[test]
fn an_unknown_answer_names_the_chain_that_grew() {
    let chain = |links: &[(&str, Option<&str>)], length| {
        let mut case = Case::unknown(StopReason::StateLimit(2000));
        let cycle = links.iter().map(|(class, field)| ((*class).to_owned(), field.map(str::to_owned)));
        case.answer.stats.growth = Some(Growth::Chain { cycle: cycle.collect(), length });
        text::check(&case.report(), &case.sources, TextOptions::default())
    };
    expect![[r#"
        unknown: list.zing: the limit of 2000 states was reached
          = the explicit engine found no error in 1,234 states and 56,789 transitions
          = the chain Node.next -> Node grew to 1,532 objects
          = a larger --max-states lets the search go on
    "#]]
    .assert_eq(&chain(&[("Node", Some("next"))], 1532));
    let several = chain(&[("Tree", Some("kids")), ("Trees", None), ("Leaf", Some("up"))], 1);
    assert!(
        several.contains("= the chain Tree.kids -> Trees[*] -> Leaf.up -> Tree grew to 1 object\n"),
        "{several}"
    );
}

#[test]
fn json_has_the_same_figures() {
    let mut case = Case::unknown(StopReason::TimeLimit(std::time::Duration::from_secs(10)));
    case.answer.stats.own = OwnStats::Search(SummaryUse::Used(summary_stats()));
    let cycle = vec![("Node".to_owned(), Some("next".to_owned())), ("Nodes".to_owned(), None)];
    case.answer.stats.growth = Some(Growth::Chain { cycle, length: 7 });
    let report = case.report();
    let json = cutpoint_report::json::pretty(&report);
    for part in
        ["\"kind\": \"used\"", "\"look_ups\": 528982", "\"reads_compared_per_look_up\": 3.0", "\"length\": 7"]
    {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    assert_eq!(serde_json::from_str::<cutpoint_report::CheckReport>(&json).expect("a report"), report);
}
