//! The program of figure 10 of the paper on summaries for heap programs, for any depth of its recursion.
//!
//! At each of `depth` levels the program copies an object, writes a choice of two values into it, recurs, and
//! restores it: so there are two to the power of `depth` executions, and on each level two different calls. The
//! corpus has the same program with a depth of 5.

/// The text of the program; its assertions hold.
pub fn figure_ten(depth: usize) -> String {
    TEMPLATE.replace("$depth", &depth.to_string())
}

const TEMPLATE: &str = "class Foo {
    bool x;

    Foo Clone() {
        Foo t = new Foo;
        t.x = x;
        return t;
    }
};

class Main {
    static Foo g;
    static int N = $depth;

    activate static void main() {
        g = new Foo;
        M(0);
        assert(g.x == false);
    }

    static void M(int i) {
        Foo f;
        bool b;
        if (i < N) {
            f = g.Clone();
            b = choose(bool);
            g.x = b;
            M(i + 1);
            assert(g.x == b);
            g.x = f.x;
        }
    }
};
";

#[cfg(test)]
mod tests {
    use super::figure_ten;

    #[test]
    fn the_corpus_has_the_same_program() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/zing/paper/figure-10.zing");
        let corpus = std::fs::read_to_string(path).expect("the corpus has figure 10");
        let program: Vec<&str> = corpus.lines().skip_while(|line| !line.starts_with("class")).collect();
        assert_eq!(figure_ten(5).lines().collect::<Vec<_>>(), program);
    }
}
