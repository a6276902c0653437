import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Quotes of a supplier: asks it for three items at once, and keeps the last answers. */
final class Quotes {
    private final Service service;
    private final ExecutorService askers = Executors.newFixedThreadPool(12);
    private final Map<Integer, String> last = new HashMap<>();

    private Quotes(Service service) {
        this.service = service;
    }

    public static void main(String[] arguments) throws IOException {
        Service service = new Service(arguments);
        Quotes quotes = new Quotes(service);
        service.start(quotes::show);
    }

    private Map<String, ?> show(int item) throws IOException {
        Future<String> first = askers.submit(() -> quote(item));
        Future<String> second = askers.submit(() -> quote(item + 1));
        Future<String> third = askers.submit(() -> quote(item + 2));
        try {
            return Map.of("first", first.get(), "second", second.get(), "third", third.get());
        } catch (InterruptedException | ExecutionException error) {
            throw new IOException("a supplier did not answer", error);
        }
    }

    private String quote(int item) throws IOException {
        return Version.NUMBER == 2 ? refreshWhole(item) : refresh(item);
    }

    private String refresh(int item) throws IOException {
        String quote = askSupplier(item);
        synchronized (this) {
            last.put(item, quote);
        }
        return quote;
    }

    private synchronized String refreshWhole(int item) throws IOException {
        String quote = askSupplier(item);
        last.put(item, quote);
        return quote;
    }

    private String askSupplier(int item) throws IOException {
        HttpURLConnection connection = service.open("/prices/" + item);
        try (var answer = connection.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
