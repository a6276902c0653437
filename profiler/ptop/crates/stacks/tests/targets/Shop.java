import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Threads that go through every kind of call, in a structure that a test knows. */
public class Shop {
    static final int DEPTH = 40;
    static volatile long sink;

    interface Goods {
        double price();
    }

    static class Bread implements Goods {
        public double price() {
            return weigh(2);
        }
    }

    static class Milk implements Goods {
        public double price() {
            return weigh(3);
        }
    }

    static double weigh(double start) {
        double sum = start;
        for (int i = 0; i < 300; i++) sum = sum * 1.0000001 + i;
        return sum;
    }

    static int shelf(int left, int seed) {
        return left == 0 ? count(seed) : shelf(left - 1, seed + 1) + 1;
    }

    static int count(int seed) {
        int sum = seed;
        for (int i = 0; i < 30_000; i++) sum = sum * 31 + i;
        return sum;
    }

    static int first(int seed) {
        return second(seed) + 1;
    }

    static int second(int seed) {
        return third(seed) + 2;
    }

    static int third(int seed) {
        return inner(seed) + 3;
    }

    static int inner(int seed) {
        int sum = seed;
        for (int i = 0; i < 30_000; i++) sum = sum * 17 + (i ^ sum);
        return sum;
    }

    static long books() {
        HashMap<String, Integer> book = new HashMap<>();
        for (int i = 0; i < 100; i++) book.merge("row " + i % 37, i, Integer::sum);
        return book.values().stream().mapToInt(value -> value).sum();
    }

    static long order() {
        Integer[] goods = new Integer[200];
        for (int i = 0; i < goods.length; i++) goods[i] = i * 7919 % 1009;
        Arrays.sort(goods, Comparator.comparing(value -> -value));
        return goods[5] + IntStream.range(0, 200).filter(i -> i % 3 == 0).sum();
    }

    static long returns() {
        long sum = 0;
        for (int i = 0; i < 10; i++) {
            try {
                refuse(i);
            } catch (IllegalStateException refused) {
                sum += refused.getMessage().length();
            }
        }
        return sum;
    }

    static void refuse(int number) {
        if (number % 2 == 0) throw new IllegalStateException("refused " + number);
    }

    static long mirror() throws ReflectiveOperationException {
        return (Integer) Shop.class.getDeclaredMethod("count", int.class).invoke(null, 5);
    }

    static synchronized long till() {
        return count(3);
    }

    static long carry() {
        byte[] from = new byte[50_000];
        byte[] to = new byte[50_000];
        for (int i = 0; i < 10; i++) System.arraycopy(from, 0, to, 1, 49_000);
        return to[5] + System.nanoTime() + Thread.currentThread().getName().hashCode();
    }

    static void round() throws ReflectiveOperationException {
        Goods[] goods = {new Bread(), new Milk()};
        for (int i = 0; i < 40; i++) sink += (long) goods[i & 1].price();
        sink += shelf(DEPTH, 1) + first(1) + books() + order() + returns() + mirror() + till() + carry();
    }

    static void serve() {
        try {
            while (true) round();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A virtual thread whose callers leave the stack when it waits. */
    static void wait(int left) {
        if (left > 0) {
            wait(left - 1);
            sink++;
            return;
        }
        while (true) {
            LockSupport.parkNanos(1000);
            sink += inner(left);
        }
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        if (arguments.length > 0) {
            // By name, because the compiler is older than virtual threads.
            Runnable waiting = () -> wait(DEPTH);
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, waiting);
            while (sink == 0) LockSupport.parkNanos(1_000_000);
            System.out.println("begun");
            LockSupport.park();
        }
        round();
        System.out.println("begun");
        new Thread(Shop::serve, "second").start();
        serve();
    }
}
