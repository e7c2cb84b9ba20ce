// A loop goes on over exceptions, and counts them by kind.
//@ check: holds
//@ out: 112 762
public class LoopOfHandlers {
    public static void main(String[] args) {
        Object[] inputs = {1, "two", null, new int[0], 0, -4};
        int faults = 0, sum = 0;
        for (Object input : inputs) {
            try {
                int value = (Integer) input;
                sum += 12 / value;
            } catch (ClassCastException e) {
                faults += 1;
            } catch (NullPointerException e) {
                faults += 10;
            } catch (ArithmeticException e) {
                faults += 100;
            } finally {
                sum *= 2;
            }
        }
        System.out.println(faults + " " + sum);
        assert faults == 112;
    }
}
