import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { checkOf } from '../upstream/synthetics-upstream.ts';
import { useGrafana } from '../upstream/use-grafana.ts';
import { manifest } from '../manifest.ts';

const grafana = useGrafana();

describe('the list of synthetic checks', () => {
  test('is read from /api/v1/check/list with the token of Synthetic Monitoring alone [C-EP-2]', async () => {
    const { data, complete } = resultIn(await grafana.agentWith().ask('synthetics.listChecks', {}));
    expect(complete).toBe(true);
    expect(grafana.calls.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['GET', '/api/v1/check/list', 'Bearer sm-token'],
    ]);
    expect(data).toEqual({
      checks: [
        {
          id: '1',
          name: 'shop 1',
          type: 'http',
          target: 'https://shop.example/health',
          isActive: true,
          intervalSec: 60,
          timeoutSec: 3,
          locations: ['1', '15'],
          createdAt: '2024-05-01T08:00:00.500Z',
          updatedAt: '2024-05-01T08:01:00.000Z',
          tags: { team: 'shop' },
        },
        expect.objectContaining({ id: '2', type: 'tcp', target: 'shop.example:443', isActive: false, tags: {} }),
        expect.objectContaining({ id: '3', type: 'scripted' }),
      ],
    });
  });

  test('is returned without requests, credentials, scripts and what is secret in an address', async () => {
    const secrets =
      'in-the-headers in-the-body in-basic-auth in-the-bearer aW4tdGhlLWtleQ in-the-script probe word@ in-the-query #top';
    const answer = JSON.stringify(resultIn(await grafana.agentWith().ask('synthetics.listChecks', {})));
    expect(secrets.split(' ').filter((secret) => answer.includes(secret))).toEqual([]);
  });

  test.each([
    ['of a host', 'shop.example:443?key=1#x', 'shop.example:443'],
    ['that is no address at all', 'https://[?key=1', 'https://['],
    ['with a user and an at sign', 'https://u:p@1@shop.example/pay', 'https://shop.example/pay'],
    ['as its series are labelled', 'https://Shop.example', 'https://Shop.example'],
  ])('has the target %s without what may be secret', async (_what, target, told) => {
    grafana.answerBut({ 'GET /api/v1/check/list': answerJson([checkOf(1, { target })]) });
    const { data } = resultIn(await grafana.agentWith().ask('synthetics.listChecks', {}));
    expect(data).toMatchObject({ checks: [{ target: told }] });
  });

  test.each([
    ['team', ['1', '3']],
    ['team:shop', ['1', '3']],
    ['team:other', []],
  ])('has the tag %s', async (tag, ids) => {
    const result = resultIn(await grafana.agentWith().ask('synthetics.listChecks', { tag }));
    expect((result.data as { checks: { id: string }[] }).checks.map(({ id }) => id)).toEqual(ids);
  });

  test('that has no check of a tag says how many others there are', async () => {
    const { because } = resultIn(await grafana.agentWith().ask('synthetics.listChecks', { tag: 'team:other' }));
    expect(because).toContain('none of the 3 checks has this tag');
  });

  test('that is empty says that the read was allowed', async () => {
    grafana.answerBut({ 'GET /api/v1/check/list': { status: 200, body: 'null' } });
    expect(resultIn(await grafana.agentWith().ask('synthetics.listChecks', {})).because).toContain(
      'The read was allowed',
    );
  });
});

describe('the token of Synthetic Monitoring', () => {
  test('is that of its own variable and never the access policy token of the metrics [C-GRAF-6]', async () => {
    const fault = faultIn(await grafana.agentWith({ GRAFANA_SM_TOKEN: undefined }).ask('synthetics.listChecks', {}));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GRAFANA_SM_TOKEN' } });
    expect(grafana.calls).toEqual([]);
  });

  test('has no scope that the vendor shows: a refusal says that its rights are confirmed per account [C-GRAF-6]', async () => {
    grafana.answerBut({ 'GET /api/v1/check/list': { status: 403, body: '{"code":403,"msg":"not allowed","err":""}' } });
    const agent = grafana.agentWith();
    const fault = faultIn(await agent.ask('synthetics.listChecks', {}));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'synthetic monitoring access token' } });
    expect(fault.remedy).toContain('confirm its rights in the account');
    expect((await agent.checkNamed('synthetics_read')).status).toBe('failed');
  });

  test('can write, which the check says as excess, and no call of this connector does [C-GRAF-6]', async () => {
    const check = await grafana.agentWith().checkNamed('synthetics_read');
    expect(check).toMatchObject({
      status: 'ok',
      excess: ['write to checks, probes and tokens of Synthetic Monitoring'],
    });
    expect(check.summary).toContain('it can write too, but this connector does not');
    const calls = Object.values(manifest.operations).flatMap(({ upstream }) => upstream as readonly string[]);
    expect(calls.filter((call) => call.includes('/check/') || call.includes('/probe/'))).toEqual([
      'GET /api/v1/check/list',
    ]);
  });

  test('that is unknown is reported as unknown, and blames no metrics', async () => {
    grafana.answerBut({
      'GET /api/v1/check/list': { status: 401, body: '{"code":401,"msg":"unauthorized","err":""}' },
    });
    const fault = faultIn(await grafana.agentWith().ask('synthetics.listChecks', {}));
    expect(fault.code).toBe('credential_rejected');
    expect(fault.remedy).toContain('GRAFANA_SM_TOKEN');
    expect(fault.remedy).not.toContain('GRAFANA_METRICS');
  });
});
