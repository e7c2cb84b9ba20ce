// Executions in which an assumption is false do not count.
//@ check: holds
import org.sosy_lab.sv_benchmarks.Verifier;

public class Assumptions {
    public static void main(String[] args) {
        byte b = Verifier.nondetByte();
        Verifier.assume(b > 100);
        assert b + 27 > 127;
        int[] array = new int[2];
        Verifier.assume(b < 102);
        array[b - 101] = 1;
        assert array[0] == 1;
    }
}
