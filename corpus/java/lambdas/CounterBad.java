// A lambda captures a shared counter, which another one changes in between.
//@ check: violated
//@ out: 1
//@ out: 3
public class CounterBad {
    interface Task {
        void run();
    }

    public static void main(String[] args) {
        int[] counter = {0};
        Task increment = () -> counter[0]++;
        Task check = () -> {
            System.out.println(counter[0]);
            assert counter[0] <= 2; //~ unhandled-exception: "java.lang.AssertionError"
        };
        Task both = () -> {
            increment.run();
            check.run();
        };
        both.run();
        increment.run();
        both.run();
    }
}
