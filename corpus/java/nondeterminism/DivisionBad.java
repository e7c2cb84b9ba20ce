// Any boolean decides about a divisor.
//@ check: violated
import org.sosy_lab.sv_benchmarks.Verifier;

public class DivisionBad {
    public static void main(String[] args) {
        int divisor = Verifier.nondetBoolean() ? 1 : 0;
        System.out.println(10 / divisor); //~ division-by-zero
    }
}
