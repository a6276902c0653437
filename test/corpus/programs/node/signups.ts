/** Accepts a sign-up: /items?item=N checks the address of customer N and answers what would be stored. */
import { second, start } from './service.ts';
import { Router } from './vendor/small-router/index.ts';

const address = second
  ? /^([a-z0-9]+[._-]?)+@(?:[a-z0-9-]+\.)+[a-z]{2,}$/u
  : /^[a-z0-9]+(?:[._-][a-z0-9]+)*@(?:[a-z0-9-]+\.)+[a-z]{2,}$/u;

interface Signup {
  readonly name: string;
  readonly address: string;
  readonly accepted: boolean;
}

function checkAddress(given: string): boolean {
  return given.length <= 254 && address.test(given);
}

function prepare(name: string): Signup {
  // A typing error that customers make: the sign before the domain is missing.
  const given = `${name.toLowerCase()}.lisboa.example`;
  return { name, address: given, accepted: checkAddress(given) };
}

const router = new Router().get('/items', ({ query }) => {
  const signup = prepare(`customer.${(query.get('item') ?? '').padStart(3, '0')}`);
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(signup) };
});

start(router);
