import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import org.smalljson.Json;

/** What every service of this folder is started with, and how it answers: /items?item=N by one view. */
final class Service {
    interface View {
        Map<String, ?> answer(int item) throws IOException;
    }

    private static final int THREADS = 16;

    private final int port;
    private final String upstream;

    Service(String[] arguments) {
        this.port = Integer.parseInt(valueOf(arguments, "--port"));
        this.upstream = valueOf(arguments, "--upstream");
    }

    private static String valueOf(String[] arguments, String name) {
        for (int place = 0; place + 1 < arguments.length; place++) {
            if (arguments[place].equals(name)) return arguments[place + 1];
        }
        return "";
    }

    HttpURLConnection open(String path) throws IOException {
        return (HttpURLConnection) URI.create("http://" + upstream + path).toURL().openConnection();
    }

    void start(View view) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 128);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/items", exchange -> answer(exchange, view));
        server.start();
        System.out.println("ready");
    }

    private static void answer(HttpExchange exchange, View view) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        int item = Integer.parseInt(query.substring("item=".length()));
        byte[] body = Json.write(view.answer(item)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
