/**
 * A process that asks the cluster at the address in its argument, and writes what that did to the process. It imports
 * no `node:http`, as no Agent does: that alone would make Node set the dispatcher.
 */
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { awsVariables } from '../../aws/upstream/context.ts';
import { connector } from '../connector.ts';
import { manifest } from '../manifest.ts';

const dispatchers = (): readonly string[] =>
  ['1', '2'].map((version) => typeof Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));

const [, , url = ''] = process.argv;
const env = { ...awsVariables, AWS_URL: url, EKS_CLUSTER: 'shop' };
const agent = new AgentUnderTest({ registry: [{ manifest, load: () => Promise.resolve(connector) }], env });

const before = dispatchers();
const answers = await Promise.all(
  ['web-1', 'web-2'].map((name) => agent.ask('k8s.getPod', { namespace: 'shop', name })),
);
const after = dispatchers();
const own = await fetch(url);
process.stdout.write(JSON.stringify({ before, ok: answers.map(({ ok }) => ok), after, fetched: own.status }));
agent.close();
