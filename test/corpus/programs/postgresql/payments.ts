/** Payments that are stored one by one: the second version waits for the disk in each of them, by configuration alone. */
import { serveStatement } from './gateway.ts';
import { second, startShopDatabase } from './shop-database.ts';

const database = await startShopDatabase({ synchronous_commit: second ? 'on' : 'off' }, []);
serveStatement(database, {
  name: 'pay',
  text: 'insert into payment (orders, cents) values ($1, $1 * 100 + 99) returning id',
});
