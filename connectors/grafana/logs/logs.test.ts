import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { logRoutes, type StoredLine } from '../upstream/logs-upstream.ts';
import { useGrafana } from '../upstream/use-grafana.ts';
import { encodeCursor } from '../../../src/connector/cursor.ts';
import { readPages } from '../../../test/contract/read-pages.ts';

const grafana = useGrafana();
const day = { from: '2026-11-19T00:00:00Z', to: '2026-11-20T00:00:00Z' };
const logql = (text: string) => ({ query: { dialect: 'logql', text }, window: day });
const lines = logql('{service_name="checkout"}');
const noon = BigInt(Date.parse('2026-11-19T12:00:00Z')) * 1_000_000n;

type Told = { time: string; message: string }[];

function store(all: readonly StoredLine[], bytes = 1000): void {
  grafana.answerBy(logRoutes({ lines: () => all, bytes: () => bytes }));
}

/** One line for each timestamp, named by its place. Every third is of another stream. */
function linesAt(...nanos: readonly bigint[]): StoredLine[] {
  return nanos.map((at, place) => ({
    nanos: at,
    stream: { service_name: 'checkout', ...(place % 3 === 0 && { pod: 'b' }) },
    text: `line ${place}`,
  }));
}

async function readAll(order: string, limit: number): Promise<{ told: Told; pages: number }> {
  const pages = await readPages(grafana.agentWith(), 'logs.search', { ...lines, order, limit });
  const lists = pages.map(({ data }) => (data as { lines: Told }).lines);
  expect(lists.filter(({ length }) => length > limit)).toEqual([]);
  return { told: lists.flat(), pages: pages.length };
}

describe('a search for lines', () => {
  test('returns a line with its time to the nanosecond and what its labels say', async () => {
    store([
      {
        nanos: noon + 7n,
        stream: {
          service_name: 'checkout',
          detected_level: 'error',
          trace_id: '0af7',
          span_id: 'b7ad',
          hostname: 'node-1',
        },
        text: 'payment refused',
      },
    ]);
    const { data, complete, truncated } = resultIn(await grafana.agentWith().ask('logs.search', lines));
    expect(data).toEqual({
      lines: [
        {
          time: '2026-11-19T12:00:00.000000007Z',
          message: 'payment refused',
          severity: 'error',
          source: 'checkout',
          host: 'node-1',
          traceId: '0af7',
          spanId: 'b7ad',
          labels: {
            service_name: 'checkout',
            detected_level: 'error',
            trace_id: '0af7',
            span_id: 'b7ad',
            hostname: 'node-1',
          },
        },
      ],
    });
    expect([complete, truncated]).toEqual([true, false]);
  });

  test('includes both ends of the window and nothing beyond, although the system excludes its end', async () => {
    const [from, to] = [day.from, day.to].map((time) => BigInt(Date.parse(time)) * 1_000_000n) as [bigint, bigint];
    store(linesAt(from - 1n, from, to, to + 1n));
    const { told } = await readAll('oldest_first', 10);
    expect(told.map(({ message }) => message)).toEqual(['line 1', 'line 2']);
  });

  test.each(['oldest_first', 'newest_first'])(
    'reads every line once, %s, over pages whose ends fall on a timestamp of several',
    async (order) => {
      // 40 timestamps, of which each has one to four lines: no page of 7 ends between two by itself.
      const all = linesAt(
        ...Array.from({ length: 40 }, (_, at) => Array.from({ length: (at % 4) + 1 }, () => noon + BigInt(at))).flat(),
      );
      store(all);
      const { told, pages } = await readAll(order, 7);
      expect(told).toHaveLength(all.length);
      expect(new Set(told.map(({ message }) => message)).size).toBe(all.length);
      const times = told.map(({ time }) => time);
      expect(times).toEqual(order === 'oldest_first' ? times.toSorted() : times.toSorted().toReversed());
      expect(pages).toBeGreaterThan(10);
    },
  );

  test.each([
    ['oldest_first', 10],
    ['newest_first', 10],
    ['oldest_first', 1],
    ['newest_first', 1],
  ])(
    'reads every line once, %s, %i at a time, where one nanosecond has more of them than a page',
    async (order, limit) => {
      const all = linesAt(noon - 1n, ...Array.from({ length: 35 }, () => noon), noon + 1n, noon + 2n);
      store(all);
      const { told } = await readAll(order, limit);
      expect(told).toHaveLength(all.length);
      expect(new Set(told.map(({ message }) => message)).size).toBe(all.length);
    },
  );

  test('says so when one nanosecond has more lines than the system gives at all, and goes on behind it', async () => {
    store(linesAt(...Array.from({ length: 5001 }, () => noon), noon + 1n));
    const agent = grafana.agentWith();
    const first = resultIn(await agent.ask('logs.search', { ...lines, order: 'oldest_first', limit: 5000 }));
    expect(first).toMatchObject({ complete: false, truncated: true });
    expect(first.because).toContain('More than 5000 lines have one timestamp');
    const cursor = first.nextCursor;
    const second = resultIn(await agent.ask('logs.search', { ...lines, order: 'oldest_first', limit: 5000, cursor }));
    expect((second.data as { lines: Told }).lines.map(({ message }) => message)).toEqual(['line 5001']);
  });

  test('that the system warns of is not complete, and repeats what it says', async () => {
    const streams = { resultType: 'streams', result: [{ stream: { a: 'b' }, values: [[String(noon), 'line']] }] };
    for (const data of [streams, { ...streams, result: [] }]) {
      const body = JSON.stringify({ status: 'success', warnings: ['one ingester did not answer'], data });
      grafana.answerBut({ 'GET /loki/api/v1/query_range': { status: 200, body } });
      expect(resultIn(await grafana.agentWith().ask('logs.search', lines))).toMatchObject({
        complete: false,
        because: 'one ingester did not answer',
      });
    }
  });

  test('keeps the window of its first page when the question is relative to now', async () => {
    const recent = BigInt(Date.now() - 60_000) * 1_000_000n;
    store(linesAt(recent, recent + 1n, recent + 2n));
    const agent = grafana.agentWith();
    const question = { ...lines, window: { from: 'now-1h' }, order: 'oldest_first', limit: 1 };
    const { nextCursor: cursor } = resultIn(await agent.ask('logs.search', question));
    await agent.ask('logs.search', { ...question, cursor });
    const ends = grafana.calls.map(({ query }) => query.get('end'));
    expect(new Set(ends.slice(0, 2)).size).toBe(1);
  });

  test('refuses the cursor of another question', async () => {
    store(linesAt(noon, noon + 1n));
    const agent = grafana.agentWith();
    const { nextCursor: cursor } = resultIn(await agent.ask('logs.search', { ...lines, limit: 1 }));
    const fault = faultIn(await agent.ask('logs.search', { ...lines, order: 'oldest_first', limit: 1, cursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
  });

  test.each([
    ['reaches further than a window', '0:1790000000000000000:0'],
    ['is no place', 'somewhere'],
  ])('refuses a cursor that was made by hand and %s', async (_what, after) => {
    const cursor = encodeCursor(['logs.search', lines.query.text, day, 'newest_first'], after);
    const fault = faultIn(await grafana.agentWith().ask('logs.search', { ...lines, cursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(grafana.calls).toEqual([]);
  });

  test('that is empty says whether other lines exist', async () => {
    store([]);
    const agent = grafana.agentWith();
    expect(resultIn(await agent.ask('logs.search', lines)).because).toContain('other lines exist in this window');
    grafana.answerBut({
      'GET /loki/api/v1/query_range': {
        status: 200,
        body: '{"status":"success","data":{"resultType":"streams","result":[]}}',
      },
      'GET /loki/api/v1/labels': { status: 200, body: '{"status":"success"}' },
    });
    const { because } = resultIn(await agent.ask('logs.search', lines));
    expect(because).toContain('no line at all exists in this window');
    expect(because).toContain('GRAFANA_LOGS_USER');
  });

  test.each([
    ['counts', 'sum(rate({a="b"}[5m]))', 'invalid_arguments'],
    ['is too long for an address', `{a="b"} |= "${'x'.repeat(6000)}"`, 'cap_exceeded'],
  ])('is refused before anything is sent when it %s', async (_what, text, code) => {
    expect(faultIn(await grafana.agentWith().ask('logs.search', logql(text))).code).toBe(code);
    expect(grafana.calls).toEqual([]);
  });

  test.each([
    ['parse error at line 1, col 6: syntax error: unexpected IDENTIFIER', 'invalid_arguments', { field: 'query.text' }],
    [
      'the query time range exceeds the limit (query length: 168h0m0s, limit: 24h0m0s)',
      'window_too_wide',
      { allowed: '24h0m0s' },
    ],
    ['max entries limit per query exceeded, limit > max_entries_limit_per_query (101 > 100)', 'cap_exceeded', {}],
    ['maximum of series (500) reached for a single query', 'cap_exceeded', {}],
  ])('that the system refuses with "%s" is reported as what it is', async (body, code, data) => {
    grafana.answerBut({
      'GET /loki/api/v1/query_range': { status: 400, headers: { 'content-type': 'text/plain' }, body },
    });
    expect(faultIn(await grafana.agentWith().ask('logs.search', lines))).toMatchObject({ code, data });
  });
});

describe('figures over lines', () => {
  const count = logql('sum by (level) (count_over_time({service_name="checkout"} |= "a {b}" [5m]))');

  test('are estimated from the index before they are asked for, with the reach of their ranges', async () => {
    store(linesAt(noon), 5000);
    const result = resultIn(await grafana.agentWith().ask('logs.aggregate', { ...count, stepSec: 300 }));
    expect(grafana.calls.map(({ path }) => path)).toEqual(['/loki/api/v1/index/stats', '/loki/api/v1/query_range']);
    const [stats, range] = grafana.calls.map(({ query }) => query);
    expect(stats?.get('query')).toBe('{service_name="checkout"}');
    expect(stats?.get('start')).toBe(String(BigInt(Date.parse(day.from) - 300_000) * 1_000_000n));
    expect(range?.get('start')).toBe(String(BigInt(Date.parse(day.from) + 300_000) * 1_000_000n));
    expect(result).toMatchObject({ cost: { estimatedBytes: 5000 }, complete: true });
    // The value at the end of the first step is returned at its start.
    expect(result.data).toEqual({
      rows: [{ time: day.from.replace('Z', '.000Z'), group: { level: 'error' }, values: { value: 7 } }],
    });
  });

  test('are refused above a hundred gibibytes, and nothing is counted', async () => {
    store(linesAt(noon), 101 * 2 ** 30);
    const fault = faultIn(await grafana.agentWith().ask('logs.aggregate', { ...count, stepSec: 300 }));
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { estimate: `${101 * 2 ** 30} bytes` } });
    expect(grafana.calls.map(({ path }) => path)).toEqual(['/loki/api/v1/index/stats']);
  });

  test('of several selectors are estimated together', async () => {
    store(linesAt(noon), 60 * 2 ** 30);
    const ratio = logql('sum(rate({a="b"}[5m])) / sum(rate({a="c"}[5m]))');
    expect(faultIn(await grafana.agentWith().ask('logs.aggregate', ratio)).code).toBe('cap_exceeded');
    expect(grafana.calls).toHaveLength(2);
  });

  test('over a window that is no whole number of steps say what is not counted', async () => {
    store(linesAt(noon));
    const question = { ...count, window: { from: '2026-11-19T11:00:00Z', to: '2026-11-19T12:00:00Z' }, stepSec: 420 };
    const { complete, because } = resultIn(await grafana.agentWith().ask('logs.aggregate', question));
    expect(complete).toBe(false);
    expect(because).toContain('The last 240 s of the window fill no step of 420 s');
  });

  test('that are empty with a warning are not reported as none', async () => {
    const data = { resultType: 'vector', result: [] };
    const body = JSON.stringify({ status: 'success', warnings: ['one querier did not answer'], data });
    grafana.answerBut({ 'GET /loki/api/v1/query': { status: 200, body } });
    const { complete, because } = resultIn(await grafana.agentWith().ask('logs.aggregate', count));
    expect(complete).toBe(false);
    expect(because).toContain('one querier did not answer');
  });

  test.each([
    ['before', 'offset 2d', -2 * 86_400_000 - 300_000, 0],
    ['behind', 'offset -1h', -300_000, 3_600_000],
  ])('are estimated %s the window too where an offset reads there', async (_where, offset, beforeMs, afterMs) => {
    store(linesAt(noon));
    const shifted = logql(`sum(count_over_time({a="offset 9d"} [5m] ${offset}))`);
    expect((await grafana.agentWith().ask('logs.aggregate', shifted)).ok).toBe(true);
    const { query } = grafana.calls[0]!;
    expect(query.get('start')).toBe(String(BigInt(Date.parse(day.from) + beforeMs) * 1_000_000n));
    expect(query.get('end')).toBe(String(BigInt(Date.parse(day.to) + afterMs) * 1_000_000n + 1n));
  });

  test('without a step are one value at the end of the window, and say when its range is another', async () => {
    store(linesAt(noon));
    const result = resultIn(await grafana.agentWith().ask('logs.aggregate', count));
    expect(result.data).toEqual({ rows: [{ group: { level: 'error' }, values: { value: 42 } }] });
    expect(result.because).toContain('counts the 300 s before its instant');
  });

  test.each([
    ['gives lines', '{a="b"}', {}, 'invalid_arguments'],
    ['looks back further than seven days', 'sum(count_over_time({a="b"}[8d]))', {}, 'window_too_wide'],
    ['has more points than are answered', 'sum(count_over_time({a="b"}[1m]))', { stepSec: 1 }, 'cap_exceeded'],
    [
      'has a step longer than the window',
      'sum(count_over_time({a="b"}[1m]))',
      { stepSec: 2 * 86_400 },
      'invalid_arguments',
    ],
    [
      'selects too many times',
      Array.from({ length: 6 }, (_, at) => `sum(rate({a="${at}"}[1m]))`).join('+'),
      {},
      'cap_exceeded',
    ],
    ['is shifted further than seven days', 'sum(count_over_time({a="b"}[1m] offset 8d))', {}, 'window_too_wide'],
    ['is shifted by no duration', 'sum(count_over_time({a="b"}[1m] offset $x))', {}, 'invalid_arguments'],
    ['has a variable of a dashboard for a range', 'sum(rate({a="b"}[$__interval]))', {}, 'invalid_arguments'],
  ])('are refused before anything is sent when the query %s', async (_what, text, more, code) => {
    expect(faultIn(await grafana.agentWith().ask('logs.aggregate', { ...logql(text), ...more })).code).toBe(code);
    expect(grafana.calls).toEqual([]);
  });
});

describe('sources of lines', () => {
  test('are selectors that queries take, over several pages', async () => {
    const agent = grafana.agentWith();
    const first = resultIn(await agent.ask('logs.listSources', { limit: 1 }));
    expect(first.data).toEqual({ sources: [{ name: '{service_name="cart"}', class: 'service_name' }] });
    const second = resultIn(await agent.ask('logs.listSources', { limit: 1, cursor: first.nextCursor }));
    expect(second.data).toEqual({ sources: [{ name: '{service_name="checkout"}', class: 'service_name' }] });
    expect(second.nextCursor).toBeUndefined();
  });

  test('are of another label when the prefix says which', async () => {
    const { data } = resultIn(await grafana.agentWith().ask('logs.listSources', { prefix: '{namespace="s' }));
    expect(data).toEqual({ sources: [{ name: '{namespace="shop"}', class: 'namespace' }] });
  });

  test('refuse a region', async () => {
    expect(faultIn(await grafana.agentWith().ask('logs.listSources', { region: 'eu-west-1' })).data).toEqual({
      field: 'region',
    });
  });
});

test('the check logs_read is degraded, and not green, where nothing is written', async () => {
  grafana.answerBut({ 'GET /loki/api/v1/labels': { status: 200, body: '{"status":"success"}' } });
  expect(await grafana.agentWith().checkNamed('logs_read')).toMatchObject({ status: 'degraded', held: ['logs:read'] });
});
