/** One run of retention on a store: everything older than a day goes. */
import { Retention } from '../../src/control/retention/retention.ts';
import { openStore } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';

const [url = ''] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
const removed = await new Retention({
  store,
  limits: { days: 1, gigabytes: 1 },
  time: { believedNow: () => Date.now(), isSettled: () => true },
  log: createLog('crash', { level: 'silent', redactor: new Redactor() }),
}).run();
await store.close();
process.stdout.write(`${JSON.stringify(removed)}\n`);
