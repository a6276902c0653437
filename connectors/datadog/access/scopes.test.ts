import { operationsWith } from '../../../test/contract/operations-with.ts';
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { exemplar as datadog } from '../upstream/exemplar.ts';
import { refuse } from '../upstream/shared.ts';
import { upstream, useDatadog } from '../upstream/under-test.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { manifest } from '../manifest.ts';
import { productScopes, scopeOfPath } from '../slices.ts';

/** As the vendor says it of a known key whose scopes do not suffice. */
const lacking = refuse(403, 'Forbidden', 'Failed permission authorization checks');

const { fake, agent } = useDatadog();

type Name = keyof typeof manifest.operations;
const questionOf = (name: Name): unknown => datadog.questions[name]?.[0];

/** The operations of a domain say which scope is missing, and so does the check of that scope. */
async function expectMissing(paths: RegExp, scope: keyof typeof manifest.checks): Promise<void> {
  const names = (Object.keys(manifest.operations) as Name[]).filter((name) =>
    manifest.operations[name].upstream.some((call) => paths.test(call)),
  );
  expect(names).not.toEqual([]);
  fake().answerWith((call) => (paths.test(`${call.method} ${call.path}`) ? lacking : upstream()(call)));
  for (const name of names) {
    const fault = faultIn(await agent().ask(name, questionOf(name)));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: scope } });
    expect(fault.remedy).toContain(`Add ${scope}`);
  }
  const check = await agent().checkNamed(scope);
  expect(check).toMatchObject({ status: 'failed', missing: [scope], evidence: { status: 403 } });
  expect(check.needed).toContain(scope);
  expect([...check.affects].toSorted()).toEqual(names.toSorted());
}

describe('each domain needs its scope and says so', () => {
  test.each(Object.entries(manifest.operations))(
    'a grant of %s opens each of its calls',
    (_name, { grants, upstream }) => {
      for (const call of upstream) expect(grants).toContain(scopeOfPath(call.slice(call.indexOf('/'))));
    },
  );

  test('logs.* needs logs_read_data and logs_read_index_data [C-DD-3]', async () => {
    await expectMissing(/ \/api\/v2\/logs\//u, 'logs_read_data');
    for (const name of ['logs.search', 'logs.aggregate'] as const) {
      expect(manifest.operations[name].grants).toEqual(['logs_read_data', 'logs_read_index_data']);
      expect(faultIn(await agent().ask(name, questionOf(name))).remedy).toContain('logs_read_index_data');
    }
  });

  test('traces.* and topology.* need apm_read [C-DD-4]', async () => {
    const paths = /\/(?:spans|service_dependencies)/u;
    await expectMissing(paths, 'apm_read');
    for (const name of [
      'traces.search',
      'traces.aggregate',
      'topology.listServices',
      'topology.getDependencies',
    ] as const) {
      expect(manifest.operations[name].grants).toContain('apm_read');
    }
  });

  test('the software catalog needs a scope of its own beside apm_read', async () => {
    await expectMissing(/ \/api\/v2\/catalog\//u, 'apm_service_catalog_read');
    expect(await agent().checkNamed('apm_read')).toMatchObject({ status: 'ok', held: ['apm_read'] });
  });

  test('monitors.* needs monitors_read, always [C-DD-5]', async () => {
    await expectMissing(/ \/api\/v1\/monitor/u, 'monitors_read');
    expect(manifest.grants.monitors_read.need).toBe('required');
    expect(productScopes).not.toContain('monitors_read');
  });

  test('incidents need incident_read [C-DD-6]', async () => {
    await expectMissing(/ \/api\/v2\/incidents/u, 'incident_read');
    expect(manifest.grants.incident_read.need).toBe('optional');
  });

  test('rum.* needs rum_apps_read [C-DD-7]', async () => {
    await expectMissing(/ \/api\/v2\/rum\//u, 'rum_apps_read');
    expect(manifest.grants.rum_apps_read.need).toBe('optional');
  });

  test('synthetics.* needs synthetics_read [C-DD-8]', async () => {
    await expectMissing(/ \/api\/v1\/synthetics\//u, 'synthetics_read');
    expect(manifest.grants.synthetics_read.need).toBe('optional');
  });

  test.each(productScopes)('%s is not asked for where its product is not used', async (scope) => {
    fake().answerWith(upstream());
    const check = await agent({ DATADOG_UNUSED_SCOPES: scope }).checkNamed(scope);
    expect(check).toMatchObject({
      status: 'skipped',
      fault: { data: { variable: 'DATADOG_UNUSED_SCOPES' } },
      missing: [],
    });
    expect(fake().calls.filter(({ path }) => scopeOfPath(path) === scope)).toEqual([]);
  });

  test('the software catalog is green where only the older interface is offered, as its operation works', async () => {
    fake().answerWith(upstream({ '/api/v2/catalog/entity': refuse(404, 'Not Found') }));
    const check = await agent().checkNamed('apm_service_catalog_read');
    expect(check).toMatchObject({ status: 'ok', held: ['apm_service_catalog_read'] });
    expect(check.summary).toContain('Read from the service definitions');
  });

  test.each([
    ['/api/v2/rum/applications', 'rum_apps_read'],
    ['/api/v1/synthetics/tests', 'synthetics_read'],
  ])('a product that is not turned on at %s is reported as that, with what to set', async (path, scope) => {
    fake().answerWith(upstream({ [path]: refuse(404, 'Not Found') }));
    const check = await agent().checkNamed(scope);
    expect(check).toMatchObject({ fault: { code: 'feature_disabled' }, missing: [] });
    expect(check.remedy).toContain('DATADOG_UNUSED_SCOPES');
  });

  test('reads one entry and no more', async () => {
    fake().answerWith(upstream());
    await agent({ DATADOG_READ_API_KEYS: 'on' }).check();
    const sizes = fake().calls.flatMap(({ query, body }) => [
      ...['page[size]', 'page[limit]', 'page_size'].flatMap((name) => query.get(name) ?? []),
      ...(/"page":\{"limit":(\d+)\}/u.exec(body)?.slice(1) ?? []),
    ]);
    expect(sizes).toHaveLength(9);
    expect([...new Set(sizes)]).toEqual(['1']);
  });
});

describe('metrics', () => {
  test('need no scope: a key without scopes reads them [C-DD-2]', async () => {
    fake().answerWith(upstream());
    expect(await agent().checkNamed('metrics')).toMatchObject({ status: 'ok', needed: [], missing: [] });
    for (const scope of ['timeseries_query', 'metrics_read'] as const) {
      expect(manifest.grants[scope].need).toBe('optional');
    }
  });

  test('on a key with scopes that lacks theirs say which two, and where', async () => {
    fake().answerWith((call) => (/\/(?:query|metrics)/u.test(call.path) ? lacking : upstream()(call)));
    const query = faultIn(await agent().ask('metrics.query', questionOf('metrics.query')));
    expect(query).toMatchObject({ code: 'permission_missing', data: { grant: 'timeseries_query' } });
    for (const name of ['metrics.list', 'metrics.listTags'] as const) {
      expect(faultIn(await agent().ask(name, questionOf(name))).data).toMatchObject({ grant: 'metrics_read' });
    }
    const check = await agent().checkNamed('metrics');
    expect(check).toMatchObject({ status: 'failed', needed: [], missing: ['timeseries_query'] });
    for (const remedy of [query.remedy, check.remedy]) {
      expect(remedy).toContain(
        'This application key has scopes, and metrics then need timeseries_query and metrics_read',
      );
    }
  });

  test.each([
    ['queried', '/api/v2/metrics', 'metrics_read'],
    ['listed', '/api/v2/query/timeseries', 'timeseries_query'],
  ])('that can only be %s are degraded, naming the other scope', async (_what, path, scope) => {
    fake().answerWith(upstream({ [path]: lacking }));
    const check = await agent().checkNamed('metrics');
    expect(check).toMatchObject({
      status: 'degraded',
      missing: [scope],
      affects: operationsWith(manifest, scope),
      fault: { code: 'permission_missing' },
    });
  });
});

describe('the keys of the organization', () => {
  test('are neither read nor asked for unless that is turned on [C-DD-9]', async () => {
    fake().answerWith(upstream());
    const fault = faultIn(await agent().ask('security.listApiKeys', {}));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'DATADOG_READ_API_KEYS' } });
    expect(fake().calls).toEqual([]);
    const checks = await agent({ DATADOG_READ_API_KEYS: 'off' }).check();
    expect(checks.find(({ check }) => check === 'api_keys_read')).toMatchObject({
      status: 'skipped',
      excess: [],
      missing: [],
    });
    expect(fake().calls.filter(({ path }) => path.includes('api_keys'))).toEqual([]);
    expect(manifest.grants.api_keys_read.need).toBe('sensitive');
  });

  test('are read when it is, and a missing scope is named', async () => {
    fake().answerWith(upstream());
    const on = { DATADOG_READ_API_KEYS: 'on' };
    expect(await agent(on).checkNamed('api_keys_read')).toMatchObject({ status: 'ok', held: ['api_keys_read'] });
    fake().answerWith(upstream({ '/api/v2/api_keys': lacking }));
    expect(await agent(on).checkNamed('api_keys_read')).toMatchObject({
      status: 'failed',
      missing: ['api_keys_read'],
    });
  });
});

describe('logs that nobody sees', () => {
  const nothing = answerJson({ data: [], meta: { elapsed: 1, request_id: 'r', status: 'done' } });

  test('make the check yellow, and name the two reasons the vendor keeps quiet about', async () => {
    fake().answerWith(upstream({ '/api/v2/logs/events/search': nothing }));
    const check = await agent().checkNamed('logs_read_data');
    expect(check).toMatchObject({ status: 'degraded', held: ['logs_read_data'] });
    expect(check.remedy).toContain('logs_read_index_data');
    expect(check.remedy).toContain('restriction queries');
  });

  test('are an empty answer that says what may hide them', async () => {
    fake().answerWith(upstream({ '/api/v2/logs/events/search': nothing }));
    const result = resultIn(await agent().ask('logs.search', questionOf('logs.search')));
    expect(result).toMatchObject({ complete: true, data: { lines: [] } });
    expect(result.because).toMatch(
      /^The read was allowed, .* Restriction queries of a role, .* hide lines without an error\.$/u,
    );
  });
});
