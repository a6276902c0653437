import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { fakeSonar, refuse } from './upstream/fake-sonarqube.ts';
import { keys } from './upstream/projects.ts';
import { useSonar } from './upstream/use-sonarqube.ts';

const { withUser, upstream, asked } = useSonar();
const project = keys.checkout;

describe('issues', () => {
  test('are returned newest first, with file, effort and times as the catalog has them [C-EP-6]', async () => {
    const { data, complete, truncated } = resultIn(await withUser().ask('quality.searchIssues', { project }));
    const { total, issues } = data as { total: number; issues: Record<string, unknown>[] };
    expect([total, complete, truncated]).toEqual([7, true, false]);
    expect(issues.map(({ key }) => key)).toEqual([7, 6, 5, 4, 3, 2, 1].map((nth) => `issue-${nth}`));
    expect(issues[5]).toEqual({
      key: 'issue-2',
      rule: 'typescript:S1481',
      type: 'vulnerability',
      severity: 'blocker',
      impacts: [{ quality: 'MAINTAINABILITY', severity: 'LOW' }],
      message: 'Remove this unused variable.',
      file: 'src/cart.ts',
      line: 20,
      status: 'OPEN',
      effortSec: 300,
      author: 'ada@example.com',
      assignee: 'ada',
      tags: ['cwe'],
      createdAt: '2026-03-01T00:30:00.000Z',
      updatedAt: '2026-03-01T00:30:00.000Z',
    });
    // Two days of eight hours, three hours and a quarter.
    expect(issues[4]).toMatchObject({ effortSec: (2 * 8 + 3.25) * 3600 });
    expect(issues[2]).not.toHaveProperty('file');
    expect(issues[1]).toMatchObject({ resolution: 'FIXED', closedAt: '2026-03-01T07:30:00.000Z' });
  });

  test('are narrowed by severity, type and whether they are resolved', async () => {
    const sonar = withUser();
    const keysOf = async (filter: object): Promise<string[]> => {
      const { data } = resultIn(await sonar.ask('quality.searchIssues', { project, ...filter }));
      return (data as { issues: { key: string }[] }).issues.map(({ key }) => key);
    };
    expect(await keysOf({ severities: ['blocker', 'critical'] })).toEqual(['issue-5', 'issue-2']);
    expect(await keysOf({ types: ['bug'] })).toEqual(['issue-5']);
    expect(await keysOf({ isResolved: true })).toEqual(['issue-6', 'issue-4']);
    expect(await keysOf({ isResolved: false, severities: ['minor'] })).toEqual(['issue-7', 'issue-3', 'issue-1']);
  });

  test('of a window are those from its first second to its last, both included', async () => {
    const window = { from: '2026-03-01T00:30:00.400Z', to: '2026-03-01T02:30:00Z' };
    const { data } = resultIn(await withUser().ask('quality.searchIssues', { project, window }));
    expect((data as { issues: { key: string }[] }).issues.map(({ key }) => key)).toEqual([
      'issue-4',
      'issue-3',
      'issue-2',
    ]);
    const [call] = upstream().calls;
    expect(call?.query.get('createdAfter')).toBe('2026-03-01T00:30:00+0000');
    expect(call?.query.get('createdBefore')).toBe('2026-03-01T02:30:01+0000');
  });

  test('beyond the 10,000th are not asked for, and the answer says so', async () => {
    const sonar = withUser({ issueCount: 10_050 });
    let cursor: string | undefined;
    for (let page = 1; page < 100; page += 1) {
      const args = { project, ...(cursor !== undefined && { cursor }) };
      ({ nextCursor: cursor } = resultIn(await sonar.ask('quality.searchIssues', args)));
      expect(cursor).toBeDefined();
    }
    const last = resultIn(await sonar.ask('quality.searchIssues', { project, cursor }));
    expect(last).toMatchObject({ complete: false, truncated: true, data: { total: 10_050 } });
    expect(last).not.toHaveProperty('nextCursor');
    expect(last.because).toContain('the first 10,000 of 10050');
    expect(upstream().calls.at(-1)?.query.get('p')).toBe('100');
  });

  test('a window that SonarQube does not take is the fault of the caller', async () => {
    const sonar = withUser();
    upstream().answerWith(refuse(400, 'Start bound cannot be in the future or greater or equal to end bound'));
    const fault = faultIn(await sonar.ask('quality.searchIssues', { project, window: { from: 'now-1h' } }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'window' } });
  });
});

describe('no issue', () => {
  test('means none where the token may browse, which hotspots tell [C-PLAT-4]', async () => {
    const result = resultIn(await withUser().ask('quality.searchIssues', { project: keys.fresh }));
    expect(result).toMatchObject({ data: { total: 0, issues: [] }, complete: true });
    expect(result.because).toBe('The token may browse the project, but no issue of this analysis matches.');
    expect(asked()).toEqual(['/api/issues/search', '/api/hotspots/search']);
  });

  test.each([false, true])(
    'means a missing Browse where it may not, and may analyse: %s [C-PLAT-4]',
    async (analyses) => {
      const result = resultIn(await withUser({ browses: [], analyses }).ask('quality.searchIssues', { project }));
      expect(result).toMatchObject({ data: { total: 0, issues: [] }, complete: false });
      expect(result.because).toContain('Browse is missing');
      expect(result.because).toContain('Project Settings → Permissions');
    },
  );

  test.each([
    [{ project: 'acme:absent' }, 'the project'],
    [{ project, branch: 'gone' }, 'the branch or pull request'],
  ])('of %j means that it is not there', async (args, what) => {
    const fault = faultIn(await withUser().ask('quality.searchIssues', args));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what } });
  });

  test('is asked about for the same branch or pull request', async () => {
    const sonar = withUser();
    await sonar.ask('quality.searchIssues', { project, branch: 'next' });
    expect(upstream().calls.map(({ query }) => query.get('branch'))).toEqual(['next', 'next']);
    await sonar.ask('quality.searchIssues', { project, pullRequest: '42' });
    expect(
      upstream()
        .calls.slice(2)
        .map(({ query }) => query.get('pullRequest')),
    ).toEqual(['42', '42']);
  });

  test('says when nobody could be asked what it means', async () => {
    const sonar = withUser();
    const answer = fakeSonar();
    upstream().answerWith((call) =>
      call.path === '/api/hotspots/search'
        ? refuse(500, 'An error has occurred')
        : (answer(call) ?? { status: 501, body: '' }),
    );
    const result = resultIn(await sonar.ask('quality.searchIssues', { project: keys.fresh }));
    expect(result.complete).toBe(false);
    expect(result.because).toContain('could not be checked (upstream_down)');
  });
});

describe('measures', () => {
  test('are returned with those of new code, and what has no value [C-EP-6]', async () => {
    const metrics = ['coverage', 'new_violations', 'new_coverage', 'duplicated_lines'];
    const { data } = resultIn(await withUser().ask('quality.getMeasures', { project, metrics }));
    expect(data).toEqual({
      project: { key: project, name: 'Checkout' },
      measures: [
        { metric: 'coverage', value: '81.3', isBestValue: false },
        { metric: 'new_violations', newCodeValue: '0', isBestValue: true },
        { metric: 'new_coverage', newCodeValue: '70.0', isBestValue: false },
      ],
      unmeasured: ['duplicated_lines'],
    });
  });

  test('of a project that was never analysed are none, and the answer says why', async () => {
    const args = { project: keys.fresh, metrics: ['coverage'] };
    const result = resultIn(await withUser().ask('quality.getMeasures', args));
    expect(result).toMatchObject({ data: { measures: [], unmeasured: ['coverage'] }, complete: true });
    expect(result.because).toContain('never analysed');
  });

  test('that SonarQube does not know are the fault of the caller', async () => {
    const fault = faultIn(await withUser().ask('quality.getMeasures', { project, metrics: ['coverrage'] }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'metrics' } });
  });

  test('without Browse are a missing permission, and no reason to rotate the token [C-PLAT-4]', async () => {
    const args = { project, metrics: ['coverage'] };
    const fault = faultIn(await withUser({ browses: [] }).ask('quality.getMeasures', args));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'Browse' } });
    expect(fault.remedy).toContain('Do not rotate the token');
  });
});

describe('the quality gate', () => {
  test('is returned condition by condition [C-EP-6]', async () => {
    const { data } = resultIn(await withUser().ask('quality.getQualityGate', { project, branch: 'next' }));
    expect(data).toEqual({
      state: 'failed',
      conditions: [
        { metric: 'new_coverage', state: 'failed', failsWhen: 'below', threshold: '80', actual: '70.0' },
        { metric: 'new_violations', state: 'passed', failsWhen: 'above', threshold: '0', actual: '0' },
      ],
      areConditionsIgnored: false,
      newCode: { since: '2026-02-28T23:30:00.000Z', definition: 'PREVIOUS_VERSION 1.2' },
    });
    expect(upstream().calls[0]?.query.get('branch')).toBe('next');
  });

  test('that is NONE is no failure, and the answer says why [C-EP-6]', async () => {
    const result = resultIn(await withUser().ask('quality.getQualityGate', { project: keys.fresh }));
    expect(result.data).toEqual({ state: 'none', conditions: [], areConditionsIgnored: false });
    expect(result.because).toContain('never analysed or has no quality gate');
  });
});

describe('hotspots', () => {
  test('have a status of their own [C-EP-6]', async () => {
    const sonar = withUser();
    const { data } = resultIn(await sonar.ask('quality.searchHotspots', { project, status: 'reviewed' }));
    expect(data).toEqual({
      total: 1,
      hotspots: [
        {
          key: 'hotspot-2',
          rule: 'typescript:S2245',
          category: 'weak-cryptography',
          probability: 'MEDIUM',
          message: 'Make sure that this is safe here.',
          file: 'src/cart.ts',
          line: 2,
          status: 'reviewed',
          resolution: 'SAFE',
          assignee: 'ada',
          createdAt: '2026-03-01T00:30:00.000Z',
          updatedAt: '2026-03-01T00:30:00.000Z',
        },
      ],
    });
    const first = resultIn(await sonar.ask('quality.searchHotspots', { project, limit: 2 }));
    const args = { project, limit: 2, cursor: first.nextCursor };
    const second = resultIn(await sonar.ask('quality.searchHotspots', args));
    expect(second.data).toMatchObject({ total: 3, hotspots: [{ key: 'hotspot-3', status: 'to_review' }] });
    expect(second.truncated).toBe(false);
  });

  test('that are none were allowed to be seen: they are refused without Browse [C-PLAT-4]', async () => {
    const none = resultIn(await withUser().ask('quality.searchHotspots', { project: keys.fresh }));
    expect(none.because).toContain('The token may browse the project');
    const hidden = faultIn(await withUser({ browses: [] }).ask('quality.searchHotspots', { project: keys.fresh }));
    expect(hidden).toMatchObject({ code: 'permission_missing', data: { grant: 'Browse' } });
  });
});

describe('the address', () => {
  test('may have a path', async () => {
    const { data } = resultIn(await withUser({ context: '/sonar' }).ask('quality.searchIssues', { project }));
    expect(data).toMatchObject({ total: 7 });
    expect(asked()).toEqual(['/sonar/api/issues/search']);
  });

  test('may be that of Cloud, where the organization is asked for', async () => {
    const cloud = { organization: 'acme' };
    const { data } = resultIn(await withUser(cloud).ask('quality.searchIssues', { project }));
    expect(data).toMatchObject({ total: 7 });
    const fault = faultIn(
      await withUser(cloud, { SONARQUBE_ORGANIZATION: '' }).ask('quality.searchIssues', { project }),
    );
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'SONARQUBE_ORGANIZATION' } });
  });
});
