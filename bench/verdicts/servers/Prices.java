import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The price service of server.c on the HTTP server of the JDK.
 *
 * <p>usage: Prices PORT BACKEND_PORT AUDIT_PORT DIRECTORY
 */
public final class Prices {
  private static final int ROUNDS = 100_000;
  private static final int DISCOUNT_RULES = 150_000;
  private static final int CACHE_SLOTS = 1024;
  private static final int SETTINGS_EVERY = 64;
  private static final int AUDIT_EVERY = 32;
  private static final int LINE_BYTES = 2000;

  private record Line(long price, byte[] text) {}

  private final Map<Integer, Long> cache = new LinkedHashMap<>();
  private final Object backendLock = new Object();
  private final AtomicLong served = new AtomicLong();
  private final Socket backend;
  private final BufferedReader answers;
  private final int auditPort;
  private final Path directory;
  private final FileWriter orders;

  private Prices(int backendPort, int auditPort, Path directory) throws IOException {
    backend = new Socket("127.0.0.1", backendPort);
    backend.setTcpNoDelay(true);
    answers = new BufferedReader(new InputStreamReader(backend.getInputStream(), StandardCharsets.US_ASCII));
    this.auditPort = auditPort;
    this.directory = directory;
    orders = new FileWriter(directory.resolve("orders.log").toFile(), true);
  }

  private long askBackend(int item) throws IOException {
    synchronized (backendLock) {
      backend.getOutputStream().write((item + "\n").getBytes(StandardCharsets.US_ASCII));
      return Long.parseLong(answers.readLine());
    }
  }

  private long findPrice(int item) throws IOException {
    synchronized (cache) {
      Long known = cache.get(item);
      if (known != null) return known;
    }
    long price = askBackend(item);
    synchronized (cache) {
      if (cache.size() >= CACHE_SLOTS) cache.remove(cache.keySet().iterator().next());
      cache.put(item, price);
    }
    return price;
  }

  private static long computePrice(List<Line> lines) {
    long total = 0;
    for (Line line : lines) {
      long price = line.price() | 1;
      for (int round = 0; round < ROUNDS; round++) {
        price ^= price << 13;
        price ^= price >>> 7;
        price ^= price << 17;
      }
      total += Math.floorMod(price, 100_000L);
    }
    return total;
  }

  private static long applyDiscounts(long total, int customer) {
    long rest = total;
    long state = customer + 1L;
    for (int rule = 0; rule < DISCOUNT_RULES; rule++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      if (state >>> 60 == 7) rest -= rest >> 12;
    }
    return rest;
  }

  private Line makeLine(int item) throws IOException {
    byte[] text = new byte[LINE_BYTES];
    java.util.Arrays.fill(text, (byte) ('a' + item % 26));
    return new Line(findPrice(item), text);
  }

  private void sendAudit(int customer) throws IOException {
    try (Socket peer = new Socket("127.0.0.2", auditPort)) {
      peer.getOutputStream().write((customer + "\n").getBytes(StandardCharsets.US_ASCII));
      if (peer.getInputStream().read() < 0) throw new IOException("audit");
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, Integer> query = new HashMap<>();
    for (String part : exchange.getRequestURI().getQuery().split("&")) {
      String[] words = part.split("=");
      query.put(words[0], Integer.valueOf(words[1]));
    }
    int item = query.get("item");
    int quantity = query.get("quantity");
    int customer = query.get("customer");
    long number = served.getAndIncrement();
    List<Line> lines = new ArrayList<>();
    for (int index = 0; index < 1 + quantity % 9; index++) lines.add(makeLine(item + index));
    long total = applyDiscounts(computePrice(lines), customer);
    if (number % SETTINGS_EVERY == 0) Files.readString(directory.resolve("prices.conf"));
    if (number % AUDIT_EVERY == 0) sendAudit(customer);
    synchronized (orders) {
      orders.write("item=" + item + " quantity=" + quantity + " customer=" + customer + " total=" + total + "\n");
      orders.flush();
    }
    String text = "{\"item\":" + item + ",\"quantity\":" + quantity + ",\"total\":" + total / 100.0 + "}\n";
    byte[] body = text.getBytes(StandardCharsets.US_ASCII);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  public static void main(String[] words) throws IOException {
    Prices prices = new Prices(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Path.of(words[3]));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0])), 64);
    server.createContext("/price", prices::answer);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
    System.out.println("{\"event\":\"listening\"}");
  }
}
