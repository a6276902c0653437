import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The stock of a shop: answers how many pieces of an item the stores have. */
final class Stock {
    private static final String[] STORES = {"Lisboa", "Porto", "Faro", "Braga"};

    private final Map<Integer, int[]> pieces = new TreeMap<>();

    private Stock() {
        for (int item = 0; item < 1000; item++) pieces.put(item, new int[] {item % 40, item % 7, item % 13, item % 29});
    }

    public static void main(String[] arguments) throws IOException {
        Stock stock = new Stock();
        new Service(arguments).start(stock::show);
    }

    private Map<String, ?> show(int item) {
        Map<String, Object> answer = new TreeMap<>();
        answer.put("item", item);
        int[] counted = pieces.getOrDefault(item, new int[STORES.length]);
        for (int store = 0; store < STORES.length; store++) answer.put(STORES[store], counted[store]);
        return answer;
    }
}
