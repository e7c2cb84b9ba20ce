//! The driver of a generated transaction manager: dispatch by enums, rounds, threads.

use super::TransactionOptions;
use super::resource::Resource;
use super::text::Text;

const SERVICES: [&str; 6] = ["Accounts", "Orders", "Stock", "Billing", "Shipping", "Audit"];

/// Appends the classes `TransactionManager` and `Main`. Resource managers are dealt out to the services in turn.
pub(super) fn write(text: &mut Text, resources: &[Resource], options: &TransactionOptions) {
    let shares: Vec<Vec<&Resource>> = (0..SERVICES.len())
        .map(|service| resources.iter().skip(service).step_by(SERVICES.len()).collect())
        .collect();
    for (service, share) in SERVICES.iter().zip(&shares) {
        if share.len() > 1 {
            let last = (share.len() - 1).to_string();
            text.add("\nrange $SChoice 0..$last;\n", &[("S", service), ("last", &last)]);
        }
    }
    text.add(MANAGER_FIELDS, &[]);
    for (service, share) in SERVICES.iter().zip(&shares) {
        write_dispatch(text, service, share);
    }
    text.add(MANAGER_METHODS, &[("dispatch", &if_chain())]);
    write_main(text, options);
}

/// The method that runs one of the resource managers of a service.
fn write_dispatch(text: &mut Text, service: &str, share: &[&Resource]) {
    text.add(DISPATCH_START, &[("S", service)]);
    if share.len() > 1 {
        text.add("        $SChoice number = choose($SChoice);\n", &[("S", service)]);
    }
    for (index, resource) in share.iter().enumerate() {
        let template = if index + 1 == share.len() { DISPATCH_LAST } else { DISPATCH_CASE };
        text.add(template, &[("C", &resource.class()), ("number", &index.to_string())]);
    }
    text.add(if share.is_empty() { DISPATCH_NOTHING } else { "    }\n" }, &[]);
}

fn if_chain() -> String {
    let case = |service: &str| {
        format!(
            "        if (kind == ServiceKind.{service}) {{\n            return Run{service}(home, partner);\n        }}\n"
        )
    };
    SERVICES.iter().map(|service| case(service)).collect()
}

fn write_main(text: &mut Text, options: &TransactionOptions) {
    let rounds = options.rounds.max(2);
    if options.threads <= 1 {
        text.add(SEQUENTIAL, &[("rounds", &rounds.to_string())]);
    } else {
        let (first, second) = (rounds.div_ceil(2).to_string(), (rounds / 2).to_string());
        text.add(CONCURRENT, &[("first", &first), ("second", &second)]);
    }
}

const MANAGER_FIELDS: &str = "
class TransactionManager {
    static Registry registry = new Registry;
    static Statistics statistics = new Statistics;
    static bool entered;

    static void Enter() {
        atomic {
            select { wait(!entered) -> entered = true; }
        }
    }

    static void Leave() {
        entered = false;
    }
";

const DISPATCH_START: &str = "
    static Outcome Run$S(Service home, Service partner) {
";

const DISPATCH_CASE: &str = "        if (number == $number) {
            $C manager$number = new $C;
            return manager$number.Execute(home, partner);
        }
";

const DISPATCH_LAST: &str = "        $C manager = new $C;
        return manager.Execute(home, partner);
";

const DISPATCH_NOTHING: &str = "        if (home.IsFailed() || choose(bool)) {
            return Outcome.Committed;
        }
        return Outcome.Aborted;
    }
";

const MANAGER_METHODS: &str = "
    static Outcome Run(ServiceKind kind, Service home, Service partner) {
$dispatch        return Outcome.Refused;
    }

    static void Perform(ServiceKind kind) {
        Service home = registry.Find(kind);
        Service partner = registry.After(home);
        Outcome outcome = Run(kind, home, partner);
        home.Advance(outcome);
        statistics.Note(kind, outcome);
        assert(statistics.Shows(kind, outcome));
    }
};
";

const SEQUENTIAL: &str = "
class Main {
    activate static void Run() {
        int round = 0;
        while (round < $rounds) {
            TransactionManager.Perform(choose(ServiceKind));
            round = round + 1;
        }
    }
};
";

const CONCURRENT: &str = "
class Main {
    static void Session(int rounds) {
        int round = 0;
        while (round < rounds) {
            TransactionManager.Enter();
            TransactionManager.Perform(choose(ServiceKind));
            TransactionManager.Leave();
            round = round + 1;
        }
    }

    activate static void First() {
        Session($first);
    }

    activate static void Second() {
        Session($second);
    }
};
";
