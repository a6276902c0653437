/** The lines of an order, in a database whose second version has lost an index: nothing else differs. */
import { serveStatement } from './gateway.ts';
import { second, startShopDatabase } from './shop-database.ts';

const database = await startShopDatabase({}, second ? ['drop index line_of_order'] : []);
serveStatement(database, {
  name: 'lines',
  text: 'select product, pieces, note from line where orders = $1',
});
