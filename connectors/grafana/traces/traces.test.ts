import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { ids, resourceSpansOf } from '../upstream/traces-upstream.ts';
import { useGrafana } from '../upstream/use-grafana.ts';

const grafana = useGrafana();
const window = { from: 'now-1h', to: 'now' };
const search = (text: string, more: object = {}) => ({ query: { dialect: 'traceql', text }, window, ...more });

describe('a search for traces', () => {
  test('returns each with the spans that match', async () => {
    const { data, complete, truncated } = resultIn(
      await grafana.agentWith().ask('traces.search', search('{ status = error }')),
    );
    expect([complete, truncated]).toEqual([true, false]);
    expect(data).toEqual({
      traces: [
        {
          id: 'af7651916cd43dd8448eb211c80319c',
          rootService: 'checkout',
          rootName: 'POST /orders',
          startedAt: '2026-09-21T14:13:20.000000001Z',
          durationSec: 0.5,
          matchedSpans: 4,
          spans: [
            {
              id: 'b7ad6b7169203331',
              service: 'checkout',
              startedAt: '2026-09-21T14:13:20.000000001Z',
              durationSec: 0.5,
              status: 'error',
              attributes: { 'service.name': 'checkout', status: 'error' },
            },
          ],
        },
      ],
    });
  });

  test('is widened to whole seconds, as the system counts', async () => {
    const between = { from: '2026-11-19T00:00:00.900Z', to: '2026-11-19T01:00:00.100Z' };
    await grafana.agentWith().ask('traces.search', { ...search('{}'), window: between });
    const { query } = grafana.calls[0]!;
    expect([query.get('start'), query.get('end')]).toEqual([
      String(Date.parse('2026-11-19T00:00:00Z') / 1000),
      String(Date.parse('2026-11-19T01:00:01Z') / 1000),
    ]);
  });

  test('over exactly seven days is not widened, because the system refuses a second more', async () => {
    const week = { from: '2026-11-12T00:00:00.500Z', to: '2026-11-19T00:00:00.500Z' };
    expect((await grafana.agentWith().ask('traces.search', { ...search('{}'), window: week })).ok).toBe(true);
    const { query } = grafana.calls[0]!;
    expect(Number(query.get('end')) - Number(query.get('start'))).toBe(7 * 86_400);
    expect(query.get('end')).toBe(String(Date.parse('2026-11-19T00:00:01Z') / 1000));
  });

  test('that fills its limit is truncated without a cursor, and says that there is no further page', async () => {
    const result = resultIn(await grafana.agentWith().ask('traces.search', search('{}', { limit: 1 })));
    expect(result).toMatchObject({ complete: false, truncated: true });
    expect(result.nextCursor).toBeUndefined();
    expect(result.because).toContain('offers no further page');
    expect(faultIn(await grafana.agentWith().ask('traces.search', search('{}', { cursor: 'x' }))).data).toEqual({
      field: 'cursor',
    });
  });

  test('that ended early is not complete', async () => {
    grafana.answerBut({ 'GET /api/search': answerJson({ traces: [], metrics: { completedJobs: 3, totalJobs: 9 } }) });
    const result = resultIn(await grafana.agentWith().ask('traces.search', search('{}')));
    expect(result).toMatchObject({ complete: false, because: 'Tempo searched 3 of 9 parts of the window.' });
  });

  test('that is empty says whether other traces exist', async () => {
    const { because } = resultIn(await grafana.agentWith().ask('traces.search', search('{ name = "nobody" }')));
    expect(because).toContain('other traces exist in this window');
    grafana.answerBut({ 'GET /api/search': answerJson({ metrics: {} }) });
    const nothing = resultIn(await grafana.agentWith().ask('traces.search', search('{}')));
    expect(nothing.because).toContain('no trace at all exists in this window');
    expect(nothing.because).toContain('GRAFANA_TRACES_USER');
  });

  test('leaves out a root that has not arrived', async () => {
    const trace = {
      traceID: 'a1',
      rootTraceName: '<root span not yet received>',
      startTimeUnixNano: '1790000000000000000',
    };
    grafana.answerBut({ 'GET /api/search': answerJson({ traces: [trace], metrics: {} }) });
    const { data } = resultIn(await grafana.agentWith().ask('traces.search', search('{}')));
    expect(data).toEqual({ traces: [{ id: 'a1', startedAt: '2026-09-21T14:13:20.000000000Z', spans: [] }] });
  });

  test.each([
    ['wants figures', '{ status = error } | rate()', 'invalid_arguments'],
    ['is too long for an address', `{ name = "${'x'.repeat(6000)}" }`, 'cap_exceeded'],
  ])('is refused before anything is sent when it %s', async (_what, text, code) => {
    expect(faultIn(await grafana.agentWith().ask('traces.search', search(text))).code).toBe(code);
    expect(grafana.calls).toEqual([]);
  });

  test('that the system cannot read says what is wrong with it', async () => {
    const body = 'invalid TraceQL query: parse error at line 1, col 3: syntax error: unexpected }';
    grafana.answerBut({ 'GET /api/search': { status: 400, body } });
    const fault = faultIn(await grafana.agentWith().ask('traces.search', search('{ = }')));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'query.text' } });
    expect(fault.remedy).toContain('line 1, col 3');
  });
});

describe('one trace', () => {
  test.each([
    ['the second version of the interface', ids.ofSecond],
    ['the first, where the second is not served', ids.ofFirst],
  ])('is returned whole by %s', async (_version, traceId) => {
    const { data, complete } = resultIn(await grafana.agentWith().ask('traces.get', { traceId }));
    expect(complete).toBe(true);
    expect(data).toMatchObject({
      id: traceId,
      startedAt: '2026-09-21T14:13:20.000000001Z',
      durationSec: 0.5,
      services: ['checkout'],
      spanCount: 2,
      spans: [
        {
          id: 'b7ad6b7169203331',
          service: 'checkout',
          name: 'POST /orders',
          kind: 'server',
          durationSec: 0.5,
          status: 'error',
          statusMessage: 'payment refused',
          resource: { 'service.name': 'checkout', 'host.name': 'node-1' },
          attributes: {
            'http.route': '/orders',
            'http.response.status_code': 500,
            retried: true,
            'hosts.0': 'a',
            'hosts.1': 'b',
          },
          events: [
            { time: '2026-09-21T14:13:20.100000000Z', name: 'exception', attributes: { 'exception.type': 'Timeout' } },
          ],
        },
        {
          id: '00f067aa0ba902b7',
          parentId: 'b7ad6b7169203331',
          kind: 'client',
          links: [{ traceId: ids.ofFirst, spanId: 'b7ad6b7169203331' }],
        },
      ],
    });
  });

  test.each([
    ['http.request.header.authorization', { arrayValue: { values: [{ stringValue: 'the-secret' }] } }],
    ['http.response.header.set-cookie', { stringValue: 'the-secret' }],
    ['rpc.grpc.request.metadata.token', { stringValue: 'the-secret' }],
    ['http.request.headers', { kvlistValue: { values: [{ key: 'cookie', value: { stringValue: 'the-secret' } }] } }],
    ['http.response.headers.x-session', { stringValue: 'the-secret' }],
    ['http.headers.x-session', { stringValue: 'the-secret' }],
    ['db.password', { stringValue: 'the-secret' }],
    ['authorization', { stringValue: 'the-secret' }],
    ['config', { kvlistValue: { values: [{ key: 'api_key', value: { stringValue: 'the-secret' } }] } }],
  ])('is returned without %s, in spans, resources and events', async (key, value) => {
    const attributes = [
      { key, value },
      { key: 'kept', value: { stringValue: 'yes' } },
    ];
    const [resource] = resourceSpansOf((hex) => hex);
    const spans = resource!.scopeSpans[0]!.spans.map((span) => ({
      ...span,
      attributes,
      events: [{ timeUnixNano: '1790000000100000000', name: 'e', attributes }],
    }));
    grafana.answerBut({
      [`GET /api/v2/traces/${ids.ofSecond}`]: answerJson({
        trace: { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] },
      }),
      'GET /api/search': answerJson({
        traces: [
          {
            traceID: 'a1',
            spanSets: [
              { spans: [{ spanID: 'b7ad6b7169203331', startTimeUnixNano: '1790000000000000000', attributes }] },
            ],
          },
        ],
      }),
    });
    const agent = grafana.agentWith();
    const whole = JSON.stringify(resultIn(await agent.ask('traces.get', { traceId: ids.ofSecond })));
    const found = JSON.stringify(resultIn(await agent.ask('traces.search', search('{}'))));
    expect(whole.match(/"kept":"yes"/gu)).toHaveLength(6);
    expect(found).toContain('"kept":"yes"');
    expect(`${whole}${found}`).not.toContain('the-secret');
  });

  test('keeps an integer that no number holds as text', async () => {
    const attributes = [{ key: 'id', value: { intValue: '9007199254740993' } }];
    const resourceSpans = [
      { resource: { attributes }, scopeSpans: [{ spans: [{ spanId: 'b7ad6b7169203331', startTimeUnixNano: '1' }] }] },
    ];
    grafana.answerBut({ [`GET /api/v2/traces/${ids.ofSecond}`]: answerJson({ trace: { resourceSpans } }) });
    const { data } = resultIn(await grafana.agentWith().ask('traces.get', { traceId: ids.ofSecond }));
    expect(data).toMatchObject({ spans: [{ resource: { id: '9007199254740993' }, status: 'unset' }] });
  });

  test('is cut at the limit, the earliest spans first, and says how many there are', async () => {
    const { data, truncated } = resultIn(
      await grafana.agentWith().ask('traces.get', { traceId: ids.ofSecond, limit: 1 }),
    );
    expect(data).toMatchObject({ spanCount: 2, spans: [{ name: 'POST /orders' }] });
    expect(truncated).toBe(true);
  });

  test('that is larger than the system answers is not complete', async () => {
    const partial = {
      trace: { resourceSpans: resourceSpansOf((hex) => hex) },
      status: 'PARTIAL',
      message: 'Trace exceeds maximum size of 50000000 bytes',
    };
    grafana.answerBut({ [`GET /api/v2/traces/${ids.ofSecond}`]: answerJson(partial) });
    const result = resultIn(await grafana.agentWith().ask('traces.get', { traceId: ids.ofSecond }));
    expect(result.complete).toBe(false);
    expect(result.because).toContain('exceeds maximum size');
  });

  test.each([
    ['404 of both versions', {}],
    ['an empty answer', { 'GET /api/v2/traces/abc123': answerJson({ trace: {}, metrics: {} }) }],
  ])('that does not exist is reported as not found after %s', async (_what, answers) => {
    grafana.answerBut(answers);
    const fault = faultIn(await grafana.agentWith().ask('traces.get', { traceId: 'abc123' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'trace' } });
  });

  test('that is refused is not asked for again at another path', async () => {
    grafana.answerBut({ [`GET /api/v2/traces/${ids.ofSecond}`]: { status: 403, body: '' } });
    expect(faultIn(await grafana.agentWith().ask('traces.get', { traceId: ids.ofSecond })).data).toMatchObject({
      grant: 'traces:read',
    });
    expect(grafana.calls).toHaveLength(1);
  });
});

test('the check traces_read is degraded, and not green, where nothing is written', async () => {
  grafana.answerBut({ 'GET /api/search': answerJson({ traces: [], metrics: {} }) });
  expect(await grafana.agentWith().checkNamed('traces_read')).toMatchObject({
    status: 'degraded',
    held: ['traces:read'],
  });
});
