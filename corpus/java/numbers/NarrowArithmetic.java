// Bytes, shorts and chars are computed with as ints; compound assignments cast back.
//@ check: holds
//@ out: -128
//@ out: 72
//@ out: -40
//@ out: 32767
//@ out: 4681
//@ out: b
//@ out: 65535
//@ out: 15
//@ out: 14
//@ out: -64 2147483584 128
//@ out: -64
public class NarrowArithmetic {
    public static void main(String[] args) {
        byte b = 127;
        b++;
        System.out.println(b);
        b += 200;
        System.out.println(b);
        b *= 3;
        System.out.println(b);
        short s = -32768;
        s--;
        System.out.println(s);
        s /= 7;
        System.out.println(s);
        char c = 'a';
        c += 1.7;
        System.out.println(c);
        c--;
        c -= 98;
        System.out.println((int) c);
        int i = 10;
        i *= 1.55;
        System.out.println(i);
        i -= 0.1f;
        System.out.println(i);
        byte low = (byte) 0x80;
        System.out.println((low >> 1) + " " + (low >>> 1) + " " + (low & 0xff));
        low >>>= 1;
        System.out.println(low);
    }
}
