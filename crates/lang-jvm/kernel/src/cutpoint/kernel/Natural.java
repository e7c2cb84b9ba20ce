/** A natural number of any size that changes in place: what conversions between binary and decimal need. */
package cutpoint.kernel;

final class Natural {
    private static final int WORD_BITS = 30;
    private static final int WORD_MASK = (1 << WORD_BITS) - 1;

    /** Least significant first; words from `used` on are zero. */
    private int[] words = new int[4];
    private int used;

    Natural(long value) {
        for (long rest = value; rest != 0; rest >>>= WORD_BITS) {
            words[used++] = (int) rest & WORD_MASK;
        }
    }

    private void push(int word) {
        if (used == words.length) {
            int[] larger = new int[2 * used];
            for (int i = 0; i < used; i++) {
                larger[i] = words[i];
            }
            words = larger;
        }
        words[used++] = word;
    }

    private int word(int index) {
        return index < used ? words[index] : 0;
    }

    boolean isZero() {
        return used == 0;
    }

    int bitLength() {
        if (used == 0) {
            return 0;
        }
        int length = (used - 1) * WORD_BITS;
        for (int top = words[used - 1]; top != 0; top >>= 1) {
            length++;
        }
        return length;
    }

    /** this = this * factor + addend, both below 2^30. */
    void multiply(int factor, int addend) {
        long carry = addend;
        for (int i = 0; i < used; i++) {
            carry += (long) words[i] * factor;
            words[i] = (int) carry & WORD_MASK;
            carry >>= WORD_BITS;
        }
        if (carry != 0) {
            push((int) carry);
        }
    }

    void shiftLeft(int bits) {
        if (used == 0) {
            return;
        }
        for (int rest = bits; rest > 0; rest -= WORD_BITS - 1) {
            multiply(1 << (rest < WORD_BITS - 1 ? rest : WORD_BITS - 1), 0);
        }
    }

    void timesPowerOfTen(int exponent) {
        for (int i = 0; i < exponent; i++) {
            multiply(10, 0);
        }
    }

    /** this = this - other, which is not larger. */
    void subtract(Natural other) {
        int borrow = 0;
        for (int i = 0; i < used; i++) {
            int difference = words[i] - other.word(i) - borrow;
            borrow = difference < 0 ? 1 : 0;
            words[i] = difference & WORD_MASK;
        }
        while (used > 0 && words[used - 1] == 0) {
            used--;
        }
    }

    int compareTo(Natural other) {
        if (used != other.used) {
            return used < other.used ? -1 : 1;
        }
        for (int i = used - 1; i >= 0; i--) {
            if (words[i] != other.words[i]) {
                return words[i] < other.words[i] ? -1 : 1;
            }
        }
        return 0;
    }

    /** Compares this + addend with other. */
    int comparePlus(Natural addend, Natural other) {
        Natural sum = new Natural(0);
        int carry = 0;
        for (int i = 0; i < used || i < addend.used || carry != 0; i++) {
            carry += word(i) + addend.word(i);
            sum.push(carry & WORD_MASK);
            carry >>= WORD_BITS;
        }
        return sum.compareTo(other);
    }
}
