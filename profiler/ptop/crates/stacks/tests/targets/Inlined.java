/** A method that the compiler inlines into its caller, where all the time goes. */
public class Inlined {
    static volatile long sink;
    static long limit = 200;

    static long leaf(long seed) {
        long mixed = seed;
        for (int i = 0; i < 200; i++) mixed = mixed * 31 + (mixed >>> 7 ^ i);
        return mixed;
    }

    /** Its loop is no counted one: it asks in each round whether to stop. */
    static long polled(long seed) {
        long mixed = seed;
        for (long i = 0; i < limit; i++) mixed = mixed * 31 + (mixed >>> 7 ^ i);
        return mixed;
    }

    static long middle(long seed, boolean isPolled) {
        long sum = seed;
        for (int i = 0; i < 2000; i++) sum += isPolled ? polled(sum + i) : leaf(sum + i);
        return sum;
    }

    public static void main(String[] arguments) {
        boolean isPolled = arguments.length > 0;
        sink = middle(1, isPolled);
        System.out.println("begun");
        while (true) sink += middle(sink, isPolled);
    }
}
