// A caught exception is thrown again, wrapped in another, and its causes are followed.
//@ check: holds
//@ out: finally
//@ out: java.lang.Exception: java.lang.RuntimeException: middle | java.lang.RuntimeException: middle
//@ out: java.lang.RuntimeException: middle | middle
//@ out: java.io.IOException: low | low
public class Rethrow {
    static void low() throws java.io.IOException {
        throw new java.io.IOException("low");
    }

    static void middle() {
        try {
            low();
        } catch (java.io.IOException e) {
            throw new RuntimeException("middle", e);
        }
    }

    static void high() throws Exception {
        try {
            middle();
        } catch (RuntimeException e) {
            Exception wrapped = new Exception(e);
            throw wrapped;
        } finally {
            System.out.println("finally");
        }
    }

    public static void main(String[] args) {
        try {
            high();
        } catch (Exception e) {
            for (Throwable t = e; t != null; t = t.getCause()) {
                System.out.println(t + " | " + t.getMessage());
            }
        }
        Exception same = new Exception("same");
        try {
            try {
                throw same;
            } catch (Exception e) {
                throw e;
            }
        } catch (Exception e) {
            assert e == same;
        }
    }
}
