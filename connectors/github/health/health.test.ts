import { describe, expect, test } from 'vitest';
import { repositoryBody } from '../upstream/code/bodies.ts';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { useGithubLab } from '../upstream/github-lab.ts';
import { notAccessible, refusal } from '../upstream/body-parts.ts';
import { msLeft } from './token-check.ts';

const dayMs = 86_400_000;
const rate = { resources: { core: { limit: 5000 } } };
const lab = useGithubLab();

const endsIn = (days: number): string =>
  `${new Date(Date.now() + days * dayMs + 60_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

describe('fine_grained_token', () => {
  test('is green for a fine-grained token, and tells its days [C-GH-2]', async () => {
    lab.answerWith({ 'GET /rate_limit': answerJson(rate, { 'github-authentication-token-expiration': endsIn(89) }) });
    const check = await lab.checkNamed('fine_grained_token');
    expect(check).toMatchObject({ status: 'ok', excess: [], missing: [] });
    expect(check.summary).toBe('Fine-grained personal access token (github_pat_). It ends in 89 days.');
  });

  test.each([
    ['ghp_0123456789abcdefghij', 'Classic personal access token (ghp_)'],
    ['gho_0123456789abcdefghij', 'Token of an OAuth app (gho_)'],
    ['0123456789abcdef0123456789abcdef01234567', 'Classic token of the time before prefixes'],
  ])('is pending for %s, naming the kind and the scopes it grants [C-GH-3]', async (token, kind) => {
    const scopes = { 'x-oauth-scopes': 'read:org, repo, security_events' };
    lab.answerWith({ 'GET /rate_limit': answerJson(rate, scopes) });
    const check = await lab.checkNamed('fine_grained_token', token);
    expect(check).toMatchObject({
      status: 'pending_configuration',
      held: ['read:org', 'repo', 'security_events'],
      excess: ['read:org', 'repo'],
      // It keeps working.
      affects: [],
    });
    expect(check.summary).toContain(kind);
    expect(check.summary).toContain('It grants the scopes read:org, repo, security_events.');
    expect(check.summary).toContain('repo also grants writing to every repository it reaches.');
    expect(check.summary).toContain('read:org is used by nothing.');
    expect(check.remedy).toContain('Replace it with a fine-grained token');
  });

  test('is pending for the token of an app, whose permissions are not told [C-GH-3]', async () => {
    const check = await lab.checkNamed('fine_grained_token', 'ghs_0123456789');
    expect(check).toMatchObject({ status: 'pending_configuration', excess: [] });
    expect(check.summary).toContain('It has permissions, which are not told.');
    expect(check.remedy).toContain('ends after one hour');
  });

  test('fails for a refresh token without sending it', async () => {
    const check = await lab.checkNamed('fine_grained_token', 'ghr_0123456789');
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected' } });
    expect(lab.asked.filter((call) => call.includes('/rate_limit'))).toEqual([]);
  });

  test.each(['github_pat_', 'ghp_', 'hunter2-'])(
    'carries of a token that begins with %s only what every token of its kind begins with [C-GH-4]',
    async (prefix) => {
      const secret = 'S3cretTailOfAToken';
      lab.answerWith({ 'GET /rate_limit': answerJson(rate, { 'x-oauth-scopes': 'repo' }) });
      const agent = lab.agent(`${prefix}${secret}`);
      const checks = await agent.check();
      expect(JSON.stringify(checks)).not.toContain(secret.slice(0, 6));
      expect(agent.written.join('\n')).not.toContain(secret.slice(0, 6));
      expect(JSON.stringify(checks).includes(`(${prefix})`)).toBe(prefix !== 'hunter2-');
    },
  );

  test('tells hours on the last day', async () => {
    const end = endsIn(1 - 120_000 / dayMs);
    lab.answerWith({ 'GET /rate_limit': answerJson(rate, { 'github-authentication-token-expiration': end }) });
    const check = await lab.checkNamed('fine_grained_token');
    expect(check.summary).toContain('It ends in 24 hours.');
    expect(check.remedy).toContain('before it ends in 24 hours');
  });

  test('is degraded in the last fourteen days, whatever the kind', async () => {
    lab.answerWith({ 'GET /rate_limit': answerJson(rate, { 'github-authentication-token-expiration': endsIn(13) }) });
    const check = await lab.checkNamed('fine_grained_token');
    expect(check).toMatchObject({ status: 'degraded' });
    expect(check.remedy).toContain('before it ends in 13 days');
    expect(check.affects).toContain('code.getRepository');
    expect(await lab.checkNamed('fine_grained_token', 'ghp_0123')).toMatchObject({ status: 'degraded' });
  });

  test('takes the answer of an Enterprise Server that has no limits', async () => {
    lab.answerWith({ 'GET /rate_limit': refusal(404, 'Rate limiting is not enabled.') });
    expect(await lab.checkNamed('fine_grained_token')).toMatchObject({ status: 'ok' });
  });

  test('fails when the token is not taken', async () => {
    lab.answerWith({ 'GET /rate_limit': refusal(401, 'Bad credentials') });
    expect(await lab.checkNamed('fine_grained_token')).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected' },
      evidence: { status: 401 },
    });
  });
});

test.each([
  ['2026-12-01 09:00:00 UTC', 10],
  ['2026-12-01 09:00:00 -0300', 10],
  ['2026-12-01 06:59:59 -0200', 9],
  ['2026-11-20 09:00:00 UTC', 0],
  ['tomorrow', undefined],
  [undefined, undefined],
])('a token that ends at %s has %s whole days left', (text, days) => {
  const headers = text === undefined ? {} : { 'github-authentication-token-expiration': text };
  const ms = msLeft(headers, Date.parse('2026-11-21T09:00:00Z'));
  expect(ms === undefined ? undefined : Math.floor(ms / dayMs)).toBe(days);
});

describe('a permission', () => {
  test.each([
    ['contents', 'GET /repos/{owner}/{repo}/commits', 'contents=read', 'Contents: read'],
    ['pull_requests', 'GET /repos/{owner}/{repo}/pulls', 'pull_requests=read', 'Pull requests: read'],
    ['actions', 'GET /repos/{owner}/{repo}/actions/runs', 'actions=read', 'Actions: read'],
    [
      'administration',
      'GET /repos/{owner}/{repo}/branches/{branch}/protection',
      'administration=read',
      'Administration: read',
    ],
    [
      'dependabot_alerts',
      'GET /repos/{owner}/{repo}/dependabot/alerts',
      'vulnerability_alerts=read',
      'Dependabot alerts: read',
    ],
  ])('that is missing fails the check %s and no other [C-GH-1]', async (name, call, accepted, grant) => {
    lab.answerWith({ [call]: notAccessible('personal access token', accepted) });
    const checks = await lab.agent().check();
    expect(checks.filter(({ status }) => status !== 'ok').map(({ check }) => check)).toEqual([name]);
    const check = checks.find((one) => one.check === name);
    expect(check).toMatchObject({ status: 'failed', missing: [grant], fault: { code: 'permission_missing' } });
    expect(check?.remedy).toContain(`check that it has ${grant} and that acme/shop is among its repositories`);
    expect(check?.remedy).toContain('Do not rotate the token');
  });

  test('to open issues that is missing leaves everything else green [C-GH-5]', async () => {
    lab.answerWith({ 'GET /repos/{owner}/{repo}/issues': notAccessible('personal access token', 'issues=read') });
    const checks = await lab.agent().check();
    expect(checks.filter(({ status }) => status !== 'ok')).toMatchObject([
      {
        check: 'issues',
        status: 'pending_configuration',
        affects: ['code.create_github_issue'],
        missing: ['Issues: read and write'],
      },
    ]);
  });

  test('for checks cannot be given to a fine-grained token, so that its absence is no failure', async () => {
    const changes = {
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': notAccessible('personal access token', 'checks=read'),
    };
    lab.answerWith(changes);
    expect(await lab.checkNamed('checks')).toMatchObject({ status: 'skipped', missing: ['Checks: read'] });
    lab.answerWith(changes);
    expect(await lab.checkNamed('checks', 'ghp_0123')).toMatchObject({ status: 'failed' });
  });

  test('is tried on a private repository before a public one, which shows nothing of the token', async () => {
    lab.answerWith({
      'GET /user/repos': ({ query }) =>
        answerJson(query.get('visibility') === 'private' ? [] : [repositoryBody('acme/site', { private: false })]),
    });
    const check = await lab.checkNamed('contents');
    expect(check.status).toBe('ok');
    expect(check.held).toBeUndefined();
    expect(check.summary).toContain('acme/site; it is public and no private one is visible');
    lab.answerWith();
    expect(await lab.checkNamed('contents')).toMatchObject({ status: 'ok', held: ['Contents: read'] });
  });

  test('cannot be tried where no repository is visible, and the remedy says where to select one', async () => {
    lab.answerWith({ 'GET /user/repos': answerJson([]) });
    for (const name of ['metadata', 'contents']) {
      const check = await lab.checkNamed(name);
      expect(check.status).toBe('degraded');
      expect(check.remedy).toContain('Repository access');
    }
  });

  test('of an app is tried on what its installation reaches', async () => {
    lab.answerWith({ 'GET /user/repos': notAccessible('integration', 'metadata=read') });
    expect(await lab.checkNamed('contents', 'ghs_0123')).toMatchObject({ status: 'ok', held: ['Contents: read'] });
  });

  test.each([
    [
      'dependabot_alerts',
      'GET /repos/{owner}/{repo}/dependabot/alerts',
      403,
      'Dependabot alerts are disabled for this repository.',
    ],
    ['issues', 'GET /repos/{owner}/{repo}/issues', 410, 'Issues has been disabled in this repository.'],
    [
      'administration',
      'GET /repos/{owner}/{repo}/branches/{branch}/protection',
      403,
      'Upgrade to GitHub Pro or make this repository public to enable this feature.',
    ],
  ])('is not missing where the feature of %s is off', async (name, call, status, message) => {
    lab.answerWith({ [call]: refusal(status, message) });
    const check = await lab.checkNamed(name);
    expect(check.status).toBe('ok');
    expect(check.summary).toContain('the feature itself is off');
  });

  test('is shown for a branch without protection too', async () => {
    lab.answerWith({ 'GET /repos/{owner}/{repo}/branches/{branch}/protection': refusal(404, 'Branch not protected') });
    expect(await lab.checkNamed('administration')).toMatchObject({ status: 'ok', held: ['Administration: read'] });
  });

  test('is shown by a repository without a commit too', async () => {
    lab.answerWith({
      'GET /repos/{owner}/{repo}/commits': refusal(409, 'Git Repository is empty.'),
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': refusal(422, 'No commit found for SHA: main'),
      'GET /repos/{owner}/{repo}/branches/{branch}/protection': refusal(404, 'Branch not found'),
    });
    const checks = await lab.agent().check();
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  test('is not blamed for a wall in front: the probe asks without a credential', async () => {
    const wall = refusal(403, 'Forbidden');
    lab.answerWith({ 'GET /user/repos': wall, 'GET /rate_limit': wall });
    const check = await lab.checkNamed('contents');
    expect(check).toMatchObject({ status: 'failed', missing: ['network access'] });
    expect(check.remedy).toContain('Everybody is refused from here');
    lab.answerWith({ 'GET /user/repos': wall });
    expect(await lab.checkNamed('contents')).toMatchObject({ status: 'failed', missing: ['Metadata: read'] });
  });
});
