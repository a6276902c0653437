/** Prices of a supplier: /items?item=N asks the supplier for N and adds the margin of the house. */
import { Agent, get } from 'node:http';
import { start, upstream } from './service.ts';
import { Router } from './vendor/small-router/index.ts';

const supplier = new Agent({ keepAlive: true, maxSockets: 16 });
const margins = [1.08, 1.12, 1.15, 1.21];

function askSupplier(id: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const [host, port] = upstream.split(':');
  const request = get({ agent: supplier, host, port, path: `/prices/${id}` }, (answer) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => (text += part));
    answer.on('end', () => resolve(text));
  });
  request.on('error', reject);
  return promise;
}

function addMargin(answer: string): number {
  let sum = 0;
  for (const character of answer) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_000;
  return Math.round(sum * (margins[sum % margins.length] ?? 1));
}

const router = new Router().get('/items', async ({ query }) => {
  const id = query.get('item') ?? '0';
  const answer = await askSupplier(id);
  return { body: JSON.stringify({ id, price: addMargin(answer) }) };
});

start(router);
