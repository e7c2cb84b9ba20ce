// Division and remainder round toward zero; the least number divided by -1 is itself.
//@ check: holds
//@ out: 3 1
//@ out: -3 -1
//@ out: -3 1
//@ out: -2147483648
//@ out: 0
//@ out: -9223372036854775808
public class IntegerDivision {
    public static void main(String[] args) {
        int[] values = {7, -7, 3, -3, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int a : values) {
            for (int b : values) {
                assert a / b * b + a % b == a;
            }
        }
        System.out.println(7 / 2 + " " + 7 % 2);
        System.out.println(-7 / 2 + " " + -7 % 2);
        System.out.println(7 / -2 + " " + 7 % -2);
        int least = Integer.MIN_VALUE, minusOne = -1;
        System.out.println(least / minusOne);
        System.out.println(least % minusOne);
        long leastLong = Long.MIN_VALUE;
        System.out.println(leastLong / minusOne);
    }
}
