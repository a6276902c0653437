/** What an answer that refuses is told as, where a header or the path decides. Each row on its own: the contract suite. */
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import { useGithubLab } from './upstream/github-lab.ts';
import { refusal } from './upstream/body-parts.ts';
import { grantFor } from './permissions.ts';
import { secondsUntilReset } from './symptoms/rate.ts';

const repo = 'acme/shop';
const commits = 'GET /repos/{owner}/{repo}/commits';
const lab = useGithubLab();

async function refusedWith(reply: Reply): ReturnType<typeof lab.fault> {
  lab.answerWith({ [commits]: reply });
  return lab.fault('code.listCommits', { repo });
}

describe('the permission of a refusal', () => {
  test.each([
    ['contents=read', 'Contents: read'],
    ['vulnerability_alerts=read', 'Dependabot alerts: read'],
    ['issues=write', 'Issues: read and write'],
    ['pull_requests=read,contents=read; issues=read', 'Pull requests: read, Contents: read'],
    ['custom_properties=write', 'custom_properties: write'],
  ])('is named by the header %s as %s', (header, grant) => {
    expect(grantFor('/', header)).toBe(grant);
  });

  test.each([
    ['/repos/acme/shop', 'Metadata: read'],
    ['/user/repos', 'Metadata: read'],
    ['/orgs/acme/repos', 'Metadata: read'],
    ['/repos/acme/shop/pulls/42/files', 'Pull requests: read'],
    ['/repos/acme/shop/commits/abc/pulls', 'Pull requests: read'],
    ['/repos/acme/shop/actions/runs', 'Actions: read'],
    ['/repos/acme/shop/commits/main/check-runs', 'Checks: read'],
    ['/repos/acme/shop/branches/main/protection', 'Administration: read'],
    ['/repos/acme/shop/dependabot/alerts', 'Dependabot alerts: read'],
    ['/repos/acme/shop/issues', 'Issues: read and write'],
    ['/repos/acme/shop/contents/pulls.md', 'Contents: read'],
  ])('is the one that %s is known to need where no header names it', (path, grant) => {
    expect(grantFor(path, undefined)).toBe(grant);
    expect(grantFor(path, '')).toBe(grant);
  });

  test('of a classic token is the scope, with those it has and those that would do', async () => {
    const headers = { 'x-oauth-scopes': 'read:org', 'x-accepted-oauth-scopes': 'public_repo, repo' };
    const fault = await refusedWith(refusal(404, 'Not Found', headers));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'public_repo, repo' } });
    expect(fault.remedy).toContain('has the scopes "read:org"');
    const held = { 'x-oauth-scopes': 'repo, read:org', 'x-accepted-oauth-scopes': 'repo' };
    expect((await refusedWith(refusal(404, 'Not Found', held))).code).toBe('not_found_or_hidden');
  });

  test('is single sign-on where the header says so, without the address that would grant it', async () => {
    const sso = 'required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKLSECRET';
    const fault = await refusedWith(
      refusal(403, 'Resource protected by organization SAML enforcement.', { 'x-github-sso': sso }),
    );
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'SAML single sign-on' } });
    expect(JSON.stringify(fault)).not.toContain('AZSCKLSECRET');
  });
});

describe('a limit', () => {
  const nowSec = (): number => Math.floor(Date.now() / 1000);

  test('of an hour is told with the seconds until it is given back, and the call is not made again', async () => {
    for (const status of [403, 429]) {
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowSec() + 900) };
      const fault = await refusedWith(refusal(status, 'API rate limit exceeded for user ID 1.', headers));
      const { retryAfterSec } = fault.data as { retryAfterSec: number };
      expect(fault.code).toBe('rate_limited');
      expect(retryAfterSec).toBeGreaterThan(890);
      expect(retryAfterSec).toBeLessThan(910);
      expect(fault.remedy).toContain('allowance of this token is used up');
      expect(lab.asked).toHaveLength(1);
    }
  });

  test('of calls at once is told from it, with the wait that is asked for or a minute', async () => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    const told = await refusedWith(refusal(403, message, { 'retry-after': '97', 'x-ratelimit-remaining': '0' }));
    expect(told).toMatchObject({ code: 'rate_limited', data: { retryAfterSec: 97 } });
    expect(told.remedy).toContain('hourly allowance is not used up');
    expect((await refusedWith(refusal(403, message))).data).toEqual({ retryAfterSec: 60 });
  });

  test('is not what a missing permission is, though nothing is left of the hour', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowSec() + 900) };
    const fault = await refusedWith(refusal(403, 'Resource not accessible by personal access token', headers));
    expect(fault.code).toBe('permission_missing');
  });

  test.each([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1100' }, 100],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1100', date: 'Thu, 01 Jan 1970 00:18:00 GMT' }, 20],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' }, 1],
    [{ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '1100' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
    [{}, undefined],
  ])('with %o is over in %s seconds', (headers, seconds) => {
    expect(secondsUntilReset(headers, 1_000_000)).toBe(seconds);
  });
});

describe('a repository', () => {
  test('that was renamed is not followed, and the remedy says so', async () => {
    const moved = {
      status: 301,
      headers: { location: `${lab.upstream.url}/repositories/1296269/commits` },
      body: '{}',
    };
    const fault = await refusedWith(moved);
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: repo } });
    expect(fault.remedy).toContain('was renamed or moved');
    expect(lab.asked).toHaveLength(1);
  });

  test('that redirects to another host is a wrong address', async () => {
    const moved = { status: 302, headers: { location: 'https://login.example.com/' }, body: '' };
    expect(await refusedWith(moved)).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'GITHUB_URL' } });
  });

  test('behind a page that refuses is neither a wrong address nor a missing permission: a proxy is in front', async () => {
    const fault = await refusedWith({ status: 403, headers: { 'content-type': 'text/html' }, body: '<html></html>' });
    expect(fault).toMatchObject({ code: 'intercepted', data: { status: 403 } });
    expect(fault.remedy).toContain('The credential and its permissions are not the cause');
  });

  test('behind a web page is a wrong address, with what an Enterprise Server needs', async () => {
    const fault = await refusedWith({ status: 404, headers: { 'content-type': 'text/html' }, body: '<html></html>' });
    expect(fault.code).toBe('wrong_endpoint');
    expect(fault.remedy).toContain('/api/v3');
  });
});

test('what the vendor says of a wrong question is repeated, without control characters and not for ever', async () => {
  const errors = [{ resource: 'Issue', code: 'custom', field: 'title', message: `too\n${'long '.repeat(200)}` }];
  const fault = await refusedWith({ status: 422, body: JSON.stringify({ message: 'Validation Failed', errors }) });
  expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'title' } });
  expect(fault.remedy).toMatch(/^Mend the question: Validation Failed: too long long/u);
  expect(fault.remedy.length).toBeLessThan(350);
});
