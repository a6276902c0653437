import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A Java program that is always busy on two threads: it joins, sorts and hashes, and allocates while it does. */
public final class Busy {
    record Order(int id, String label) {}

    public static void main(String[] arguments) {
        for (int thread = 0; thread < 2; thread++) {
            int seed = thread * 7919;
            new Thread(() -> serve(seed), "worker-" + thread).start();
        }
    }

    static void serve(int first) {
        for (int seed = first; ; seed = (seed + 1) % 1_000_003) {
            digestOrders(rankOrders(makeOrders(seed)));
        }
    }

    static List<Order> makeOrders(int seed) {
        List<Order> orders = new ArrayList<>();
        for (int index = 0; index < 400; index++) {
            orders.add(new Order((index * 7919 + seed) % 1009, "order " + index));
        }
        return orders;
    }

    static List<Order> rankOrders(List<Order> orders) {
        return orders.stream().sorted(Comparator.comparingInt(Order::id).thenComparing(Order::label)).toList();
    }

    static byte[] digestOrders(List<Order> orders) {
        try {
            String text = orders.stream().map(Order::toString).collect(Collectors.joining("\n"));
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
