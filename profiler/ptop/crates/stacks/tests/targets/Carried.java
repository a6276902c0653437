import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Virtual threads that wait in the midst of a deep recursion: when one goes on, most of its frames stay in the heap. */
public class Carried {
    static final int THREADS = 20;
    static int depth = 60;
    static final CountDownLatch goingOn = new CountDownLatch(THREADS);
    static volatile long sink;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) depth = Integer.parseInt(arguments[0]);
        // By its name, so that an older compiler knows it.
        Method each = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        ExecutorService threads = (ExecutorService) each.invoke(null);
        for (int i = 0; i < THREADS; i++) {
            threads.submit(() -> dive(depth));
        }
        goingOn.await();
        System.out.println("begun");
        Thread.sleep(Long.MAX_VALUE);
    }

    static int dive(int depth) throws InterruptedException {
        if (depth > 0) {
            return dive(depth - 1) + 1;
        }
        LinkedBlockingQueue<Integer> nothing = new LinkedBlockingQueue<>();
        for (;;) {
            nothing.poll(1, TimeUnit.MILLISECONDS);
            work();
            goingOn.countDown();
        }
    }

    static void work() {
        long sum = sink;
        for (int i = 0; i < 300_000; i++) {
            sum = sum * 6364136223846793005L + i;
        }
        sink = sum;
    }
}
