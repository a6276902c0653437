/** Agents with nothing but the connector of the document database, and the fake they ask. */
import { BSON } from 'mongodb';
import { manifest } from '../manifest.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { exemplar } from './exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { commandOf } from './described-commands.ts';
import { FakeMongo, type FakeMongoOptions } from './fake-mongo.ts';

const registered = { manifest, load: async () => (await import('../connector.ts')).connector };

export const password = 'correct horse/battery';
export const accounts = { farol: password };

/** A working connection string for the address of a fake. */
export function uriOf(url: string, options = 'authSource=admin'): string {
  return `mongodb://farol:${encodeURIComponent(password)}@${url}/?${options}`;
}

type AgentOptions = Partial<ConstructorParameters<typeof AgentUnderTest>[0]>;

function agentFor(uri: string, options: AgentOptions): AgentUnderTest {
  return new AgentUnderTest({ registry: [registered], env: { MONGO_URI: uri }, ...options });
}

/** An answer of the database, written as a document of the driver's own values. */
export function answer(document: Readonly<Record<string, unknown>>): Reply {
  return { status: 200, body: BSON.EJSON.stringify({ ...document, ok: 1 }, { relaxed: false }) };
}

export function batch(documents: readonly object[], id: BSON.Long = BSON.Long.ZERO): Reply {
  return answer({ cursor: { id, ns: 'shop.orders', firstBatch: documents } });
}

/** Answers the commands that are named with what the test says, and everything else as when all is well. */
export function replying(special: Readonly<Record<string, Reply | ((call: FakeCall) => Reply)>>) {
  return (call: FakeCall): Reply => {
    const own = special[commandOf(call).name];
    if (own !== undefined) return typeof own === 'function' ? own(call) : own;
    const usual = exemplar.reply(call);
    if (usual === undefined) throw new Error(`${call.path} is not expected`);
    return usual;
  };
}

/** The command of a call, in canonical extended JSON. */
export function commandIn(call: FakeCall | undefined): Readonly<Record<string, unknown>> {
  return JSON.parse(call?.body ?? '{}') as Readonly<Record<string, unknown>>;
}

/** Fakes and Agents of one test, closed together. */
export function createRig() {
  const opened: { close(): unknown }[] = [];
  return {
    /** Answers as when all is well, but for these commands. */
    async serve(
      special: Parameters<typeof replying>[0] = {},
      options: FakeMongoOptions = { accounts, authSource: 'admin' },
    ): Promise<FakeMongo> {
      const fake = await FakeMongo.start(replying(special), options);
      opened.push(fake);
      return fake;
    },
    agentAt(uri: string, options: AgentOptions = {}): AgentUnderTest {
      const agent = agentFor(uri, options);
      opened.push(agent);
      return agent;
    },
    async close(): Promise<void> {
      for (const one of opened.splice(0)) await one.close();
    },
  };
}
