import { describe, expect, test } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { fakeSonar } from './upstream/fake-sonarqube.ts';
import { keys } from './upstream/projects.ts';
import { useSonar } from './upstream/use-sonarqube.ts';
import { manifest } from './manifest.ts';

const { withUser, upstream, asked } = useSonar();
const everything = Object.keys(manifest.operations);

describe('the check of the token', () => {
  test('knows one that is not valid by what is said with 200', async () => {
    const [token] = await withUser({ isTaken: false }).check();
    expect(token).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected' }, affects: everything });
    expect(token?.remedy).toContain('My Account → Security');
  });

  test.each([
    ['squ_', 'SonarQube accepts the token, a user token.'],
    ['sqco_', 'SonarQube accepts the token, a scoped organization token of SonarQube Cloud.'],
    ['', 'SonarQube accepts the token.'],
  ])('knows the kind by %j', async (prefix, summary) => {
    const [token] = await withUser({}, { SONARQUBE_TOKEN: `${prefix}0123456789abcdef0123456789abcdef` }).check();
    expect(token).toMatchObject({ status: 'ok', summary });
  });

  test.each([
    ['sqp_', 'project analysis token'],
    ['sqa_', 'global analysis token'],
  ])('does not take one that only pushes analyses: %s [C-PLAT-4]', async (prefix, kind) => {
    const [token] = await withUser({}, { SONARQUBE_TOKEN: `${prefix}0123456789abcdef0123456789abcdef` }).check();
    expect(token).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected', data: { kind } } });
    expect(token?.remedy).toContain('never has Browse');
    expect(token?.remedy).toContain('type User');
    expect(token?.remedy).not.toMatch(/empty|give its user Browse/iu);
  });
});

describe.each([
  ['sqp_', 'project analysis token'],
  ['sqa_', 'global analysis token'],
] as const)('an analysis token (%s)', (prefix, kind) => {
  const env = { SONARQUBE_TOKEN: `${prefix}0123456789abcdef0123456789abcdef` };
  const rejected = { code: 'credential_rejected', data: { kind, reason: 'rejected' } };

  test.each([
    ['quality.searchHotspots', {}],
    ['quality.getMeasures', { metrics: ['coverage'] }],
    ['quality.getQualityGate', {}],
    ['quality.searchIssues', {}],
  ])('is what %s asks to replace, because no permission helps', async (operation, args) => {
    const sonar = withUser({ browses: [keys.checkout] }, env);
    const fault = faultIn(await sonar.ask(operation, { project: keys.fresh, ...args }));
    expect(fault).toMatchObject(rejected);
    expect(fault.remedy).toContain('type User');
    expect(fault.remedy).not.toContain('Do not rotate');
  });

  test('is what the check of the projects asks to replace, seen or not', async () => {
    for (const browses of [[keys.checkout], []]) {
      const projects = (await withUser({ browses }, env).check())[1];
      expect(projects).toMatchObject({ status: 'failed', fault: rejected, affects: everything });
      expect(projects?.remedy).toContain('type User');
      expect(projects?.remedy).not.toContain('Do not rotate');
    }
  });

  test('is never called least privilege, whatever its user may do', async () => {
    for (const globalPermissions of [['admin'], []]) {
      const least = (await withUser({ globalPermissions }, env).check())[2];
      expect(least).toMatchObject({ status: 'pending_configuration', excess: ['Execute Analysis'], affects: [] });
      expect(least?.summary).toContain('not those of its user');
      expect(least?.remedy).toContain('type User');
    }
  });
});

describe('the check of the projects', () => {
  test('does what every operation does, with the first one', async () => {
    const checks = await withUser().check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'ok'));
    expect(checks[1]).toMatchObject({ held: ['Browse'], needed: ['Browse'] });
    expect(checks[1]?.summary).toBe(`2 projects may be browsed; ${keys.checkout} was read.`);
    const reads = Object.values(manifest.operations).flatMap(({ upstream: calls }) =>
      calls.map((call) => call.slice(4)),
    );
    expect(reads.filter((path) => !asked().includes(path))).toEqual([]);
  });

  test('says that Browse is missing when no project is shown [C-PLAT-4]', async () => {
    const checks = await withUser({ browses: [] }).check();
    expect(checks.map(({ status }) => status)).toEqual(checks.map((_one, at) => (at === 1 ? 'failed' : 'ok')));
    expect(checks[1]).toMatchObject({ missing: ['Browse'], affects: everything, layer: 'project permission' });
    expect(checks[1]?.remedy).toContain('Do not rotate the token');
  });

  test('asks Cloud for the organization', async () => {
    const cloud = { organization: 'acme' };
    expect((await withUser(cloud).check())[1]).toMatchObject({ status: 'ok' });
    expect((await withUser(cloud, { SONARQUBE_ORGANIZATION: '' }).check())[1]).toMatchObject({
      status: 'pending_configuration',
      fault: { data: { variable: 'SONARQUBE_ORGANIZATION' } },
    });
  });

  test('knows a refusal that SonarQube did not write', async () => {
    const sonar = withUser();
    const answer = fakeSonar();
    upstream().answerWith((call) =>
      call.path === '/api/authentication/validate'
        ? (answer(call) ?? { status: 501, body: '' })
        : { status: 403, body: 'blocked' },
    );
    expect((await sonar.check())[1]).toMatchObject({ status: 'failed', fault: { data: { layer: 'proxy' } } });
  });
});

describe('the check of least privilege', () => {
  test('reports what the user may do in the whole instance', async () => {
    const check = (await withUser({ globalPermissions: ['scan', 'admin', 'portfoliocreator'] }).check())[2];
    expect(check).toMatchObject({
      status: 'pending_configuration',
      excess: ['Administer System', 'Execute Analysis'],
      affects: [],
    });
    expect(check?.remedy).toContain('sonar-users');
    expect(check?.remedy).toContain('Create Projects');
  });

  test('says so where SonarQube does not tell', async () => {
    expect((await withUser({ organization: 'acme' }).check())[2]).toMatchObject({ status: 'skipped' });
  });
});
