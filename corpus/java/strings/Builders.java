// String builders: append of all types, insert, delete, reverse, replace.
//@ check: holds
//@ out: 1cs2.5true71.5nullxyobc 23
//@ out: <i1cs9
//@ out: _c1i< 3 c
//@ out: long texti<
//@ out: x012345678910111213141516171819
//@ out: -1 true
public class Builders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append("s").append(2.5).append(true).append(7L).append(1.5f).append((String) null);
        b.append(new char[] {'x', 'y'}).append((Object) "o").append("abcdef", 1, 3);
        System.out.println(b + " " + b.length());
        b.setLength(3);
        b.insert(0, "<").insert(4, 9).insert(1, 'i');
        System.out.println(b);
        b.reverse().deleteCharAt(0).setCharAt(0, '_');
        System.out.println(b + " " + b.indexOf("i") + " " + b.charAt(1));
        b.delete(1, 3).replace(0, 1, "long text");
        System.out.println(b);
        StringBuffer buffer = new StringBuffer("x");
        for (int i = 0; i < 20; i++) {
            buffer.append(i);
        }
        System.out.println(buffer);
        System.out.println(new StringBuilder("ab").compareTo(new StringBuilder("ac")) + " " + "ab".contentEquals(new StringBuilder("ab")));
    }
}
