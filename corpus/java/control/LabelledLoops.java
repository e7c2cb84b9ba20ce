// Break and continue with labels leave and continue outer loops; a labelled block is left by break.
//@ check: holds
//@ out: 00 01 10 11 20 21
//@ out: 8
public class LabelledLoops {
    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (j == 2) {
                    continue outer;
                }
                if (i == 3) {
                    break outer;
                }
                System.out.print(i + "" + j + " ");
            }
        }
        System.out.println();
        int n = 0;
        search: {
            while (true) {
                do {
                    n++;
                    if (n == 8) {
                        break search;
                    }
                } while (n % 3 != 0);
                n++;
            }
        }
        System.out.println(n);
    }
}
