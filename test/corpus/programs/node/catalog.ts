/** The catalogue of a shop: /items?item=N answers a product at the price of a customer's group. */
import { second, start } from './service.ts';
import { Router } from './vendor/small-router/index.ts';

interface Product {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
  price: number;
  readonly stock: readonly { readonly store: string; readonly pieces: number }[];
}

const stores = ['Lisboa', 'Porto', 'Faro', 'Braga'];
const products: Product[] = Array.from({ length: 400 }, (_, id) => ({
  id,
  name: `Product number ${id}`,
  tags: ['shop', 'autumn', `shelf-${id % 17}`],
  price: 1000 + id * 7,
  stock: stores.map((store, index) => ({ store, pieces: (id * 13 + index * 5) % 40 })),
}));

/** The caller may change what it gets. */
function loadProducts(): Product[] {
  if (second) return JSON.parse(JSON.stringify(products)) as Product[];
  return products.map((product) => ({ ...product }));
}

function priceFor(group: string, product: Product): Product {
  product.price = Math.round(product.price * (group === 'partners' ? 0.8 : 1));
  return product;
}

const router = new Router().get('/items', ({ query }) => {
  const wanted = Number(query.get('item')) % products.length;
  const product = loadProducts().find(({ id }) => id === wanted);
  if (product === undefined) return { status: 404, body: '' };
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(priceFor(query.get('group') ?? 'guests', product)),
  };
});

start(router);
