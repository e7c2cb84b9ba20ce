//! The templates of a resource manager: `$N` is its name, the other names are explained by where
//! [`resource`](super::resource) fills them.

pub(super) const MANAGER_FIELDS: &str = "
class $NManager {
    $NItem head;
    $NPhase phase;
    Lock lock;
    int attempts;
";

pub(super) const ITEM_METHODS: &str = "
    int Level() {
        return level;
    }

    void SetLevel(int value) {
        level = value;
    }

    bool IsValid() {
        return level >= 0 && level <= 3;
    }

    $NItem Next() {
        return next;
    }

    void SetNext($NItem value) {
        next = value;
    }
";

pub(super) const FLAG_METHODS: &str = "
    bool Is$F() {
        return is$F;
    }

    void Set$F(bool value) {
        is$F = value;
    }
";

pub(super) const PHASE_TEST: &str = "
    bool Is$P() {
        return phase == $NPhase.$P;
    }
";

pub(super) const ADVANCE: &str = "
    void Advance() {
$steps else {
            raise $NFault;
        }
    }
";

pub(super) const POLICY: &str = "
    int $name() {
$cases        return 1;
    }
";

pub(super) const LIST: &str = "
    void Add(int level) {
        $NItem item = new $NItem;
        item.SetLevel(level);
        item.SetNext(head);
        head = item;
    }

    void Load() {
$adds    }

    int Count() {
        int count = 0;
        $NItem item = head;
        while (item != null) {
            count = count + 1;
            item = item.Next();
        }
        return count;
    }

    int Sum() {
        int sum = 0;
        $NItem item = head;
        while (item != null) {
            sum = sum + item.Level();
            item = item.Next();
        }
        return sum;
    }

    $NItem Find(int level) {
        $NItem item = head;
        while (item != null) {
            if (item.Level() == level) {
                return item;
            }
            item = item.Next();
        }
        return null;
    }
";

pub(super) const FLAG_WALKERS: &str = "
    void SetAll$F(bool value) {
        $NItem item = head;
        while (item != null) {
            item.Set$F(value);
            item = item.Next();
        }
    }

    bool All$F() {
        $NItem item = head;
        while (item != null) {
            if (!item.Is$F()) {
                return false;
            }
            item = item.Next();
        }
        return true;
    }
";

pub(super) const CHECKS: &str = "
    bool ItemsAreValid() {
        $NItem item = head;
        while (item != null) {
            if (!item.IsValid()) {
                return false;
            }
            item = item.Next();
        }
        return true;
    }

    bool LevelsAreRight() {
        return Sum() == $sum && Count() == $count;
    }

    bool HasItems() {
        $NItem item = Find($level);
        return item != null;
    }
";

pub(super) const VALIDATE: &str = "
    bool PoliciesAreRight() {
        return lock != null$tests;
    }

    bool Validate() {
        return HasItems() && ItemsAreValid() && PoliciesAreRight();
    }
";

pub(super) const WORK: &str = "
    void Work(Transaction transaction) {
        lock.Acquire(transaction);
$steps        assert(Is$last());
        lock.Release(transaction);
    }
";

pub(super) const TRANSACTION: &str = "
    void CollectVotes(Transaction transaction) {
        Participant participant;
$votes    }

    void Undo(Transaction transaction) {
        transaction.Abort();
        lock.Release(transaction);
        head = null;
        phase = $NPhase.$first;
        assert(lock.IsFree() && transaction.IsOver());
    }

    void Attempt(Transaction transaction) {
        transaction.Begin();
        CollectVotes(transaction);
        Load();
        Work(transaction);
        transaction.Prepare();
        transaction.Commit();
        assert(transaction.GetLog().Has(RecordKind.Commit));
    }

    Outcome Execute(Service home, Service partner) {
        Transaction transaction;
        if (home.IsFailed() && choose(bool)) {
            return Outcome.Refused;
        }
        lock = new Lock;
        while (attempts < $attempts) {
            transaction = new Transaction;
            try {
                Attempt(transaction);
                return Outcome.Committed;
            } with {
                VoteAgainst -> Undo(transaction);
                $NFault -> Undo(transaction);
            }
            attempts = attempts + 1;
        }
        Escalate(transaction, partner);
        return Outcome.Aborted;
    }
";

pub(super) const ESCALATE: &str = "
    void Escalate(Transaction transaction, Service partner) {
        Log log = transaction.GetLog();
        LogRecord record;
        if (!partner.IsFailed()) {
            log.Append(RecordKind.Escalate);
        }
        record = log.Find(RecordKind.Escalate);
$force        log.Close();
    }
";

pub(super) const FORCE: &str = "        if (record != null) {
            record.Force();
        }
";

pub(super) const FORCE_UNTESTED: &str = "        record.Force();
";
