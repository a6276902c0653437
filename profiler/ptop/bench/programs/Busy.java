import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Busy until it is ended: numbers, text and maps, on a thread of its own beside the first. */
public class Busy {
    static int collatz(long number) {
        int steps = 0;
        for (; number != 1; steps++) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
        return steps;
    }

    static String tally(int start) {
        Map<String, Integer> counts = new HashMap<>();
        for (int number = 1; number < 4000; number++) {
            counts.merge(Integer.toString(collatz(start + number) % 97), 1, Integer::sum);
        }
        return new TreeMap<>(counts).toString();
    }

    static void run() {
        int start = 1;
        while (true) start = start % 100000 + tally(start).length();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(Busy::run, "busy");
        thread.start();
        System.out.println("{\"event\":\"busy\"}");
        System.out.flush();
        thread.join();
    }
}
