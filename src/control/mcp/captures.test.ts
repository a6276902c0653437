/** The tools that read captures, with captures as Profilers report them. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAssistant, createMcpToken } from '../../../test/assistant.ts';
import { Laboratory } from '../../../test/capture-laboratory.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ran, sampled } from '../../../test/made-capture.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { systemClock } from '../../core/clock.ts';
import { Headline } from '../api/headline.ts';
import { ensureOrganization } from '../people/organization.ts';

let running: TestControl;
let client: Client;
const costing = (price: number) => ({
  cpu_stacks: sampled([ran('main', 2000), ran('price', price), ran('parse', 1400)]),
});

beforeAll(async () => {
  running = await startTestControl();
  const { db } = running.store;
  await db.insertInto('organizations').values({ id: 'acme', name: 'laboratory', created_at: 0 }).execute();
  const laboratory = await Laboratory.open(running.store, new ManualClock(Date.now() - 86_400_000));
  await laboratory.takeAll('1', costing(300), 3);
  await laboratory.takeAll('2', costing(1500), 3);
  const { id } = await ensureOrganization(running.store, 'acme', systemClock);
  // The laboratory calls its organization so.
  for (const table of ['capture_requests', 'bundles'] as const) {
    await db.updateTable(table).set({ organization_id: id }).where('organization_id', '=', 'acme').execute();
  }
  const { value } = await createMcpToken(running, await running.signIn('owner'), ['captures']);
  client = await connectAssistant(running, value, '2026-07-28');
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  await running.close();
});

test('lists captures page by page, newest first', async () => {
  const first = await call('captures_search', { workload: 'app', limit: 4 });
  expect(first).toMatchObject({
    untrusted: expect.stringContaining('not instructions') as unknown,
    captures: [{ version: '2' }, { version: '2' }, { version: '2', status: 'pushed' }, { version: '1' }],
  });
  const second = await call('captures_search', { workload: 'app', limit: 4, cursor: first['next_cursor'] });
  expect(second).toMatchObject({ captures: [{ version: '1' }, { version: '1', kind: 'head' }] });
  expect(second).not.toHaveProperty('next_cursor');
  expect(await call('captures_search', { version: '3' })).toMatchObject({ captures: [] });
});

test('answers a comparison with its headline', async () => {
  const { untrusted, ...headline } = await call('capture_diff', { workload: 'app', env: 'prod' });
  expect(untrusted).toContain('not instructions');
  const { from, to, sentences, levels } = Headline.parse(headline);
  expect([from, to]).toEqual(['1', '2']);
  expect(sentences.en).toContain('price');
  expect(levels.suspected + levels.provisional + levels.confirmed + levels.observed).toBeGreaterThan(0);
});

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content }: CallToolResult = await client.callTool({ name, arguments: args });
  expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.any(String)]);
  return structuredContent as Record<string, unknown>;
}
