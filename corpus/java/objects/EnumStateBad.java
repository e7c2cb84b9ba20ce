// A state machine has no transition for one of its inputs.
//@ check: violated
//@ out: IDLE
//@ out: RUNNING
//@ out: STOPPED
//@ out: IDLE
//@ out: RUNNING
//@ out: STOPPED
public class EnumStateBad {
    enum State {
        IDLE, RUNNING, STOPPED;

        State next(char input) {
            switch (this) {
                case IDLE:
                    return input == 's' ? RUNNING : this;
                case RUNNING:
                    return input == 'x' ? STOPPED : this;
                default:
                    return input == 'r' ? IDLE : null;
            }
        }
    }

    public static void main(String[] args) {
        State state = State.IDLE;
        for (char input : "asxrsxs".toCharArray()) {
            state = state.next(input);
            System.out.println(state.name()); //~ null-dereference
        }
    }
}
