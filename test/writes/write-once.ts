/** Asks one write of an Agent and waits for the answer: the process that a test kills meanwhile. Arguments: upstream, journal, key. */
import { AgentUnderTest } from '../contract/agent-under-test.ts';
import { thingsCatalog, thingsConnector } from './things.ts';

const [url = '', journalFile = '', idempotencyKey = ''] = process.argv.slice(2);
const agent = new AgentUnderTest({
  registry: [thingsConnector()],
  catalog: thingsCatalog,
  allowed: new Set(['things.add']),
  env: { THINGS_URL: url, THINGS_TOKEN: 'token-of-the-test' },
  journalFile,
});
process.stdout.write(JSON.stringify(await agent.ask('things.add', { name: 'a', idempotencyKey })));
agent.close();
