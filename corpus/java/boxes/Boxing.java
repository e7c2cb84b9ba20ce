// Boxing and unboxing in arithmetic, compound assignments, conditions and calls.
//@ check: holds
//@ out: 48
//@ out: b
//@ out: IntegerFloat
//@ out: true
//@ out: 8
//@ out: 16 5 16 1
//@ out: true -1
public class Boxing {
    static Object box(Object o) {
        return o;
    }

    public static void main(String[] args) {
        Integer n = 5;
        n++;
        n += 10;
        System.out.println(n + n * 2L);
        Character c = 'a';
        c++;
        System.out.println(c);
        Boolean flag = n > 3;
        if (flag && !Boolean.FALSE) {
            System.out.println(box(n).getClass().getSimpleName() + box(1.5f).getClass().getSimpleName());
        }
        Object o = (short) 3;
        System.out.println(o instanceof Short && (Short) o == 3);
        Integer[] array = {1, null, 3};
        array[0] += 4;
        int sum = 0;
        for (Integer x : array) {
            if (x != null) {
                sum += x;
            }
        }
        System.out.println(sum);
        Long wide = (long) n;
        Double d = n / 3.0;
        System.out.println(wide + " " + d.intValue() + " " + n.hashCode() + " " + Long.valueOf(1L << 32).hashCode());
        System.out.println(new Integer(5).equals(5) + " " + Integer.valueOf(7).compareTo(9));
    }
}
