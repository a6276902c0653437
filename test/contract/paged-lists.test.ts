/**
 * Every row of a list is shown once, or the answer says that not all are, however the system cuts its pages: shorter
 * than it was asked for, empty before the last, and whichever way it writes that no page follows. Nothing here names
 * a vendor's paging: where an answer names the next page is found in what is asked after it.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationResult } from '../../src/tunnel/messages.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';
import { readPages } from './read-pages.ts';
import { capPages, emptyFirst, endsOf, endWith, type Made, tokenIn } from './vendor-pages.ts';

/** Of which no size of a page is asked, as `<connector> <operation>`, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'amplitude analytics.queryFunnel': 'The number of groups is part of the question.',
  'azion edge.queryMetrics': 'The number of groups is part of the question.',
  'grafana logs.search': 'Loki refuses a limit above its own, and returns all lines up to any other.',
};
const caps = [1, 2, 3, 5, 10];
/** Connectors that ask for no size of a page where their fake has more than one row. */
const unpaged: ReadonlySet<string> = new Set([
  'amplitude',
  'argocd',
  'github',
  'github: a GitHub App',
  'grafana: through Grafana',
]);

const overHttp = [...loaded, ...loadedVariants].filter(([id]) => id !== 'mongodb');
const proved: string[] = [];
/** Connectors whose fake has a list of several rows: of one row no page can be cut. */
const ofSeveral = new Set<string>();

describe.each(overHttp)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  const lists = it.reads.filter((name) => !Object.hasOwn(exempt, `${registered.manifest.id} ${name}`));

  test.each(lists)('%s shows every row once, or says that it does not', async (name) => {
    const agent = it.agentWith({}, { operationsPerMinute: 1_000_000 });
    const walk = async (question: object, reply: (call: FakeCall) => Reply): Promise<Walked> => {
      const made: Made[] = [];
      it.upstream.answerWith((call) => {
        const given = reply(call);
        made.push({ call, reply: given });
        return given;
      });
      try {
        return { made, pages: await readPages(agent, name, question) };
      } catch (error) {
        return { made, fault: String(error) };
      }
    };
    const proveCap = async (question: object, rows: readonly unknown[], cap: number): Promise<unknown[]> => {
      const refused: string[] = [];
      const capped = capPages(it.strict(refused), cap);
      const short = await walk(question, capped.reply);
      // Some systems, and so their fakes, give no page as short as this.
      if (!capped.hasCut || refused.length > 0 || short.fault?.includes('invalid_arguments') === true) return [];
      if (rows.length > 1) proved.push(`${id} ${name}`);
      const wrong: unknown[] = isWhole(short, rows) ? [] : [shownIn(short)];
      const token = tokenIn(short.made);
      if (token === undefined) return wrong;
      for (const end of endsOf(token, short.made)) {
        const ended = await walk(question, endWith(capPages(it.strict([]), cap).reply, token, end));
        if (!isWhole(ended, rows)) wrong.push([{ end }, shownIn(ended)]);
      }
      const emptied = emptyFirst(capPages(it.strict([]), cap).reply, token);
      const left = await walk(question, emptied.reply);
      const isRead = left.pages !== undefined && rowsIn(left.pages).length >= rows.length - emptied.taken;
      if (!isRead) wrong.push(['an empty page', shownIn(left)]);
      return wrong;
    };
    const wrong: unknown[] = [];
    for (const question of it.questionsOf(name) as readonly object[]) {
      const { pages } = await walk(question, it.strict([]));
      if (pages === undefined) continue;
      if (rowsIn(pages).length > 1) ofSeveral.add(id);
      for (const cap of caps) {
        const found = await proveCap(question, rowsIn(pages), cap);
        if (found.length > 0) wrong.push([cap, question, found]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

interface Walked {
  readonly made: readonly Made[];
  readonly pages?: readonly OperationResult[];
  /** Why the list was not read to its end. */
  readonly fault?: string;
}

function isWhole({ pages }: Walked, rows: readonly unknown[]): boolean {
  if (pages === undefined) return false;
  return !pages.every(({ complete }) => complete) || JSON.stringify(rowsIn(pages)) === JSON.stringify(rows);
}

function shownIn({ fault, pages }: Walked): unknown {
  return fault ?? pages?.at(-1);
}

function rowsIn(pages: readonly OperationResult[]): readonly unknown[] {
  return pages.flatMap(({ data }) => Object.values(data as object).find((one) => Array.isArray(one)) ?? []);
}

test('every connector that asks for pages has a list of which pages were cut short', () => {
  const unproved = overHttp
    .map(([id]) => id)
    .filter((id) => ofSeveral.has(id) && !unpaged.has(id) && !proved.some((one) => one.startsWith(`${id} `)));
  expect(unproved).toEqual([]);
});
