/** Plays the questions through the endpoint of a real control plane, with a real gate of operations and played systems. */
import { setTimeout as sleep } from 'node:timers/promises';
import { knownDigest } from '../../catalog/known-digest.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { systemClock } from '../../src/core/clock.ts';
import { connectAssistant, createMcpToken } from '../assistant.ts';
import { Laboratory } from '../capture-laboratory.ts';
import { ConnectorUnderTest, loaded } from '../contract/connector-under-test.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { startInstance } from '../instance.ts';
import { ran, sampled } from '../made-capture.ts';
import { ManualClock } from '../manual-clock.ts';
import { type AssistantQuestion, questions } from './questions.ts';

/** What the organization has configured. */
const configured: readonly string[] = ['argocd', 'aws', 'eks', 'github', 'grafana', 'vercel'];

interface Played {
  readonly asked: string;
  readonly calls: readonly string[];
  /** Of all answers, as the model reads them. */
  readonly bytes: number;
  /** Whether the last answer says what was asked. */
  readonly isAnswered: boolean;
  readonly last: string;
}

export async function playQuestions(): Promise<Played[]> {
  const running = await startTestControl();
  const owner = await running.signIn('owner');
  await pushCaptures(running);
  const systems = loaded
    .filter(([id]) => configured.includes(id))
    .map(([id, one]) => [id, new ConnectorUnderTest(one)] as const);
  for (const [, one] of systems) {
    await one.start();
    one.upstream.answerWith(one.strict([]));
  }
  const agents = new Map(systems.map(([id, one]) => [id, one.agentWith()]));
  const tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    catalogDigest: knownDigest,
    handlers: {
      'operation.run': ({ operation, args, source = '' }, { signal }) => {
        const agent = agents.get(source);
        if (agent === undefined) throw new Error(`no connector was named for ${operation}`);
        return agent.ask(operation, args, { signal });
      },
    },
  });
  try {
    while (tunnel.state().state !== 'live') await sleep(20);
    await tunnel.report('health.report', { at: new Date().toISOString(), checks: configured.map(healthy) });
    const { value } = await createMcpToken(running, owner, ['captures']);
    const client = await connectAssistant(running, value, '2026-07-28');
    const ask = async (name: string, args: Readonly<Record<string, unknown>>) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
      if (isError === true) throw new Error(`${name} was refused: ${JSON.stringify(content)}`);
      return structuredContent as Readonly<Record<string, unknown>>;
    };
    const isKnown = async (): Promise<boolean> =>
      JSON.stringify(await ask('catalog_search', { q: 'pods' })).includes('"configured":["eks"]');
    while (!(await isKnown())) await sleep(500);
    const played: Played[] = [];
    for (const question of questions) played.push(await play(question, ask));
    await client.close();
    return played;
  } finally {
    await tunnel.close();
    for (const [, one] of systems) await one.close();
    await running.close();
  }
}

async function play(
  { asked, calls, answered }: AssistantQuestion,
  ask: (name: string, args: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Played> {
  let answer: Readonly<Record<string, unknown>> = {};
  let bytes = 0;
  const names: string[] = [];
  for (const next of calls) {
    const { name, arguments: args } = next(answer);
    answer = await ask(name, args);
    names.push(name);
    bytes += Buffer.byteLength(JSON.stringify(answer));
  }
  const last = JSON.stringify(answer);
  return { asked, calls: names, bytes, isAnswered: answered.test(last), last };
}

async function pushCaptures(running: TestControl): Promise<void> {
  const { db } = running.store;
  await db.insertInto('organizations').values({ id: 'acme', name: 'laboratory', created_at: 0 }).execute();
  const laboratory = await Laboratory.open(running.store, new ManualClock(Date.now() - 86_400_000));
  const costing = (price: number) => ({
    cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]),
  });
  await laboratory.takeAll('1', costing(300), 3);
  await laboratory.takeAll('2', costing(1500), 3);
  const { id } = await ensureOrganization(running.store, 'acme', systemClock);
  // The laboratory calls its organization so.
  for (const table of ['capture_requests', 'bundles'] as const) {
    await db.updateTable(table).set({ organization_id: id }).where('organization_id', '=', 'acme').execute();
  }
}

function healthy(connector: string) {
  return {
    connector,
    check: 'access',
    status: 'ok' as const,
    summary: 'Works.',
    affects: [],
    needed: [],
    missing: [],
    excess: [],
    evidence: {},
    remedy: '',
  };
}
