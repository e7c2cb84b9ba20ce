// The two standard streams and every `println`.
//@ check: holds
//@ out: Hello
//@ out:
//@ out: c
//@ out: true
//@ out: -7
//@ out: 1099511627776
//@ out: 2.5
//@ out: -0.125
//@ out: ab
//@ out: null
//@ out: null
//@ out: no end.10
public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello");
        System.out.println();
        System.out.println('c');
        System.out.println(true);
        System.out.println(-7);
        System.out.println(1L << 40);
        System.out.println(2.5f);
        System.out.println(-0.125);
        System.out.println(new char[] {'a', 'b'});
        System.out.println((Object) null);
        System.out.println((String) null);
        System.out.print("no end");
        System.out.print('.');
        System.out.print(1);
        System.out.println(args.length);
        System.err.println("an error");
    }
}
