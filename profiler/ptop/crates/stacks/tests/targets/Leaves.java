import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/** Time in each kind of code that can be on top of a stack of Java's: small, inlined, routines of the machine, native. */
public class Leaves {
    static volatile long sink;
    static final byte[] from = new byte[1 << 16];
    static final byte[] into = new byte[1 << 16];
    static final long[] numbers = new long[4096];
    static Object[] kept = new Object[1024];

    /** A few instructions: most of its time is in prologue and epilogue. */
    static long tiny(long seed) {
        return seed * 31 + 7;
    }

    static long framed(long seed, long[] some) {
        return seed < 0 ? tiny(seed) : some[(int) (seed & 4095)] ^ seed;
    }

    /** Leaves return addresses below the stack, where routines of the machine have their variables. */
    static long deep(long seed, int depth) {
        return depth == 0 ? tiny(seed) : deep(seed + depth, depth - 1) + 1;
    }

    static long calls(long seed) {
        long sum = seed;
        for (int i = 0; i < 20000; i++) sum = framed(tiny(sum) & 0xffff, numbers);
        for (int i = 0; i < 500; i++) sum += deep(sum & 0xff, 20);
        return sum;
    }

    /** Of another class, so that every method of this one can be kept from being inlined. */
    static class Inlined {
        static long leaf(long seed) {
            long mixed = seed;
            for (int i = 0; i < 200; i++) mixed = mixed * 31 + (mixed >>> 7 ^ i);
            return mixed;
        }
    }

    static long inlined(long seed) {
        long sum = seed;
        for (int i = 0; i < 400; i++) sum += Inlined.leaf(sum + i);
        return sum;
    }

    static long copied(long seed) {
        for (int i = 0; i < 30; i++) {
            from[i] = (byte) seed;
            System.arraycopy(from, i, into, 0, from.length - 64);
        }
        return into[3];
    }

    static long hashed(long seed) {
        long sum = seed;
        for (int i = 0; i < 2; i++) {
            from[7] = (byte) (seed + i);
            sum += Arrays.hashCode(from);
        }
        return sum;
    }

    static long summed(long seed) {
        CRC32 crc = new CRC32();
        for (int i = 0; i < 10; i++) {
            from[9] = (byte) seed;
            crc.update(from, 0, from.length);
        }
        return crc.getValue();
    }

    static long sines(long seed) {
        double sum = 0;
        for (int i = 0; i < 6000; i++) sum += Math.sin(sum + (seed & 255) + i) + Math.pow(1.0001, i);
        return (long) sum;
    }

    static long allocated(long seed) {
        for (int i = 0; i < 3000; i++) kept[(int) ((seed + i) & 1023)] = new long[] { seed, i, 3 };
        return kept.length;
    }

    static long followed(long seed) {
        long sum = 0;
        for (int i = 0; i < 40000; i++) {
            Object one = kept[(int) ((seed + i * 17) & 1023)];
            if (one instanceof long[]) sum += ((long[]) one)[0];
        }
        return sum;
    }

    static long clock(long seed) {
        long sum = seed;
        for (int i = 0; i < 3000; i++) sum += System.nanoTime() & 1;
        return sum;
    }

    static long turn(long seed) {
        long sum = calls(seed);
        sum += inlined(sum);
        sum += copied(sum);
        sum += hashed(sum);
        sum += summed(sum);
        sum += sines(sum);
        sum += allocated(sum);
        sum += followed(sum);
        return sum + clock(sum);
    }

    static void work() {
        while (true) sink += turn(sink);
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 30; i++) sink += turn(sink);
        System.out.println("begun");
        if (arguments.length > 0 && arguments[0].equals("virtual")) {
            Runnable carried = Leaves::work;
            Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, carried);
            thread.join();
        }
        work();
    }
}
