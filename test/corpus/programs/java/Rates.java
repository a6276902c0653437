import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Rates of a bank: asks it for the rate of each item. */
final class Rates {
    private final Service service;

    private Rates(Service service) {
        this.service = service;
    }

    public static void main(String[] arguments) throws IOException {
        if (Version.NUMBER == 2) System.setProperty("http.keepAlive", "false");
        Service service = new Service(arguments);
        Rates rates = new Rates(service);
        service.start(item -> Map.of("currency", item, "rate", rates.askBank(item)));
    }

    private String askBank(int currency) throws IOException {
        HttpURLConnection connection = service.open("/rates/" + currency);
        try (var answer = connection.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
