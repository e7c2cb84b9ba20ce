// Every access through null can be caught: field, method, array, length, throw, switch, unboxing, lock.
//@ check: holds
//@ out: 11 99
//@ out: 11
public class NullCaught {
    static class Node {
        int value;

        int get() {
            return value;
        }
    }

    enum Sign { PLUS }

    static int access(int how) {
        Node node = null;
        int[] array = null;
        Integer box = null;
        Sign sign = null;
        RuntimeException exception = null;
        switch (how) {
            case 0: return node.value;
            case 1: node.value = 3; return 0;
            case 2: return node.get();
            case 3: return array[0];
            case 4: array[0] = 1; return 0;
            case 5: return array.length;
            case 6: throw exception;
            case 7: switch (sign) { case PLUS: return 1; default: return 2; }
            case 8: return box;
            case 9: synchronized (node) { return 1; }
            case 10: for (int x : array) { return x; } return 5;
            default: return 99;
        }
    }

    public static void main(String[] args) {
        int caught = 0;
        for (int how = 0; how <= 11; how++) {
            try {
                System.out.println(how + " " + access(how));
            } catch (NullPointerException e) {
                caught++;
            }
        }
        System.out.println(caught);
    }
}
