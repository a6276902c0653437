import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A price list with gaps: adds up the prices from an item on, at the price of the house where none is known. */
final class Prices {
    private static final int ARTICLES = 400;
    private static final int HOUSE_PRICE = 990;

    private final Map<Integer, Integer> known = new HashMap<>();

    static final class UnknownArticle extends Exception {
        private static final long serialVersionUID = 1L;

        UnknownArticle(int article) {
            super("article " + article + " has no price");
        }
    }

    private Prices() {
        for (int article = 0; article < 2000; article += 7) known.put(article, 500 + article % 400);
    }

    public static void main(String[] arguments) throws IOException {
        Prices prices = new Prices();
        new Service(arguments).start(prices::show);
    }

    private Map<String, ?> show(int item) {
        long total = 0;
        for (int article = item; article < item + ARTICLES; article++) total += priceOf(article);
        return Map.of("first", item, "total", total);
    }

    private int priceOf(int article) {
        if (Version.NUMBER == 1) return known.getOrDefault(article, HOUSE_PRICE);
        try {
            return requirePrice(article);
        } catch (UnknownArticle error) {
            return HOUSE_PRICE;
        }
    }

    private int requirePrice(int article) throws UnknownArticle {
        Integer price = known.get(article);
        if (price == null) throw new UnknownArticle(article);
        return price;
    }
}
