/** A method that spends its time in one of its lines. */
public class Lines {
    static volatile long sink;

    static long spend(long seed) {
        long sum = seed;
        for (int i = 0; i < 20_000; i++) {
            sum += sum % 7 * (sum >> 3) ^ sum / 11 - i % 13; // most of it
        }
        return sum;
    }

    public static void main(String[] arguments) {
        sink = spend(1);
        System.out.println("begun");
        while (true) sink += spend(sink);
    }
}
