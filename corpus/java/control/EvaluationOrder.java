// Operands are evaluated from left to right, also the array and the index of an assignment.
//@ check: holds
//@ out: abc 7
//@ out: 4
//@ out: 5 5
//@ out: de 5
//@ out: 13
//@ out: fg 6 7 9 9
public class EvaluationOrder {
    static int n;

    static int next(String name) {
        System.out.print(name);
        return ++n;
    }

    public static void main(String[] args) {
        int x = next("a") + next("b") * next("c");
        System.out.println(" " + x);
        int i = 1;
        i = i++ + ++i;
        System.out.println(i);
        int[] array = new int[8];
        int k = 2;
        array[k] = k = 5;
        System.out.println(array[2] + " " + k);
        array[next("d")] += next("e");
        System.out.println(" " + array[4]);
        int j = 3;
        j += j++ * 2 + j;
        System.out.println(j);
        System.out.println(call(next("f"), next("g"), i = 9, i));
    }

    static String call(int a, int b, int c, int d) {
        return " " + a + " " + b + " " + c + " " + d;
    }
}
