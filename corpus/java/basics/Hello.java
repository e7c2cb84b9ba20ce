// The two standard streams and every `println`.
//@ check: holds
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
