// A Node program that is always busy: it parses, sorts, hashes and compresses, and allocates while it does.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

function makeOrders(seed) {
  return Array.from({ length: 400 }, (_, index) => ({ id: (index * 7919 + seed) % 1009, label: `order ${index}` }));
}

function rankOrders(orders) {
  return JSON.parse(JSON.stringify(orders)).sort((a, b) => a.id - b.id || a.label.localeCompare(b.label));
}

function digestOrders(orders) {
  return createHash('sha256')
    .update(gzipSync(JSON.stringify(orders)))
    .digest('hex');
}

function serve(seed) {
  digestOrders(rankOrders(makeOrders(seed)));
  setImmediate(serve, (seed + 1) % 1_000_003);
}

serve(1);
