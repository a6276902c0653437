import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Reports of sales: adds up the sales of an item, and keeps the reports of the last minutes for the office. */
final class Reports {
    private static final int SALES = 2000;
    private static final int KEPT = 500;

    private final Deque<Report> recent = new ArrayDeque<>();

    record Sale(long id, Integer pieces, Long cents, String store) {}

    record Report(int item, long total, List<Sale> sales) {}

    public static void main(String[] arguments) throws IOException {
        Reports reports = new Reports();
        new Service(arguments).start(reports::show);
    }

    private Map<String, ?> show(int item) {
        Report report = Version.NUMBER == 2 ? reportWithSales(item) : report(item);
        keep(report);
        return Map.of("item", item, "total", report.total());
    }

    private synchronized void keep(Report report) {
        recent.addLast(report);
        if (recent.size() > KEPT) recent.removeFirst();
    }

    private Report report(int item) {
        long total = 0;
        for (int sale = 0; sale < SALES; sale++) total += pieces(item, sale) * cents(item, sale);
        return new Report(item, total, List.of());
    }

    private Report reportWithSales(int item) {
        List<Sale> sales = new ArrayList<>();
        for (int sale = 0; sale < SALES; sale++) {
            sales.add(new Sale(item * 10_000L + sale, pieces(item, sale), cents(item, sale), "store " + sale % 40));
        }
        long total = 0;
        for (Sale sale : sales) total += sale.pieces() * sale.cents();
        return new Report(item, total, sales);
    }

    private static int pieces(int item, int sale) {
        return 1 + (item * 31 + sale * 17) % 9;
    }

    private static long cents(int item, int sale) {
        return 100 + (item * 131L + sale * 977L) % 20_000;
    }
}
