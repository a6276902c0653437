import { describe, expect, test } from 'vitest';
import { answerJson } from '../../../test/contract/described-upstream.ts';
import { useGithubLab } from '../upstream/github-lab.ts';
import { refusal } from '../upstream/body-parts.ts';
import { protectionBody } from '../upstream/security.ts';

const repo = 'acme/shop';
const lab = useGithubLab();

describe('the protection of a branch', () => {
  test('that has none is an answer and not a fault', async () => {
    const result = await lab.result('code.getBranchProtection', { repo, branch: 'topic' });
    expect(result).toMatchObject({ complete: true, data: { isProtected: false } });
    expect(result.because).toContain('ruleset');
  });

  test('of a branch that is not there is a fault', async () => {
    const protection = 'GET /repos/{owner}/{repo}/branches/{branch}/protection';
    lab.answerWith({ [protection]: refusal(404, 'Branch not found') });
    expect((await lab.fault('code.getBranchProtection', { repo, branch: 'gone' })).code).toBe('not_found_or_hidden');
    lab.answerWith({
      [protection]: refusal(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.'),
    });
    expect(await lab.fault('code.getBranchProtection', { repo, branch: 'main' })).toMatchObject({
      code: 'feature_disabled',
      data: { feature: 'branch protection' },
    });
  });

  test('tells every rule, and those that are not there as off', async () => {
    expect((await lab.result('code.getBranchProtection', { repo, branch: 'main' })).data).toEqual({
      isProtected: true,
      requiredChecks: ['build'],
      requiresUpToDateBranch: true,
      review: {
        requiredApprovals: 2,
        dismissesStaleApprovals: true,
        requiresCodeOwner: true,
        requiresApprovalOfLastPush: false,
      },
      appliesToAdmins: true,
      requiresSignatures: false,
      requiresLinearHistory: true,
      requiresResolvedConversations: true,
      allowsForcePushes: false,
      allowsDeletion: false,
      isLocked: false,
      mayPush: { users: ['ana'], teams: ['platform'], apps: ['release-bot'] },
    });
    const bare = { ...protectionBody() };
    const kept = Object.fromEntries(Object.entries(bare).filter(([name]) => name === 'url'));
    lab.answerWith({ 'GET /repos/{owner}/{repo}/branches/{branch}/protection': answerJson(kept) });
    const { data } = await lab.result('code.getBranchProtection', { repo, branch: 'main' });
    expect(data).toMatchObject({ isProtected: true, requiredChecks: [], appliesToAdmins: false });
    expect(Object.hasOwn(JSON.parse(JSON.stringify(data)) as object, 'review')).toBe(false);
  });
});
