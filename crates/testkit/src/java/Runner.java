/**
 * Runs the main methods of the classes named on the command line, one after the other in one machine, and prints for
 * each what it printed and how it ended. Classes of programs do not meet: each program has a loader of its own.
 */
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;

public final class Runner {
    private Runner() {
    }

    /** The first argument is the class path of the programs. */
    public static void main(String[] arguments) throws Exception {
        PrintStream report = new PrintStream(System.out, true, "UTF-8");
        String[] path = arguments[0].split(File.pathSeparator);
        URL[] urls = new URL[path.length];
        for (int i = 0; i < path.length; i++) {
            urls[i] = new File(path[i]).toURI().toURL();
        }
        for (int i = 1; i < arguments.length; i++) {
            report.println("program " + arguments[i]);
            run(arguments[i], urls, report);
        }
    }

    private static void run(String name, URL[] urls, PrintStream report) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, "UTF-8"));
        System.setErr(new PrintStream(new ByteArrayOutputStream()));
        String end;
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            loader.setDefaultAssertionStatus(true);
            Class<?> program = loader.loadClass(name);
            program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            end = "end";
        } catch (InvocationTargetException e) {
            end = "thrown" + origins(e.getCause(), name);
        } catch (ExceptionInInitializerError e) {
            end = "thrown" + origins(e, name);
        }
        System.out.flush();
        String text = new String(printed.toByteArray(), StandardCharsets.UTF_8);
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            report.println(">" + lines[i]);
        }
        if (!lines[lines.length - 1].isEmpty()) {
            report.println(">" + lines[lines.length - 1]);
        }
        report.println(end);
    }

    /** The class of the exception and the line of the program that it came from; then the same for its causes. */
    private static String origins(Throwable thrown, String name) {
        String origins = "";
        for (Throwable next = thrown; next != null; next = next.getCause()) {
            origins += " " + next.getClass().getName() + ":" + line(next, name);
        }
        return origins;
    }

    private static int line(Throwable thrown, String name) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if ((name + ".java").equals(frame.getFileName())) {
                return frame.getLineNumber();
            }
        }
        return 0;
    }
}
