// Break and continue run the finally blocks that they leave.
//@ check: holds
//@ out: 10 20 21 30 31 409
//@ out: f1 f2 f3 3
public class FinallyLoops {
    public static void main(String[] args) {
        int finals = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            try {
                for (int j = 0; ; j++) {
                    try {
                        if (j == i) {
                            continue outer;
                        }
                        if (j == 2) {
                            break outer;
                        }
                        System.out.print(i + "" + j + " ");
                    } finally {
                        finals++;
                    }
                }
            } finally {
                finals += 100;
            }
        }
        System.out.println(finals);
        int n = 0;
        while (true) {
            try {
                n++;
                if (n < 3) {
                    continue;
                }
                break;
            } finally {
                System.out.print("f" + n + " ");
            }
        }
        System.out.println(n);
    }
}
