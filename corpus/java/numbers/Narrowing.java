// Casts to narrower integers keep the low bits; the sign is that of the highest bit kept.
//@ check: holds
//@ out: 0 0 0
//@ out: 1 1 1
//@ out: -1 -1 65535
//@ out: 127 127 127
//@ out: -128 128 128
//@ out: -1 255 255
//@ out: 0 256 256
//@ out: -128 -128 65408
//@ out: 127 -129 65407
//@ out: -1 32767 32767
//@ out: 0 -32768 32768
//@ out: -1 -1 65535
//@ out: 0 0 0
//@ out: 120 22136 22136
//@ out: -1698898192 -8464 -16
public class Narrowing {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 0x12345678};
        for (int value : values) {
            System.out.println((byte) value + " " + (short) value + " " + (int) (char) value);
        }
        long wide = 0x123456789abcdef0L;
        System.out.println((int) wide + " " + (short) wide + " " + (byte) wide);
        assert (byte) 200 == -56 && (char) -1 == 65535;
    }
}
