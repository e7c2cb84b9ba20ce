// A return in finally wins over the value and over the exception.
//@ check: holds
//@ out: 2 3 1
public class FinallyReturn {
    @SuppressWarnings("finally")
    static int overValue() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    @SuppressWarnings("finally")
    static int overException() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 3;
        }
    }

    static int valueIsKept() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
        }
    }

    public static void main(String[] args) {
        System.out.println(overValue() + " " + overException() + " " + valueIsKept());
        assert overValue() == 2;
    }
}
