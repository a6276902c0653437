import { expect, test } from 'vitest';
import { recogniseToken } from './token-kind.ts';

test.each([
  ['github_pat_11A', 'fine_grained_token', 'github_pat_', 'recommended'],
  ['ghp_0123', 'classic_token', 'ghp_', 'accepted'],
  ['0123456789abcdef0123456789abcdef01234567', 'legacy_classic_token', undefined, 'accepted'],
  ['gho_0123', 'oauth_token', 'gho_', 'accepted'],
  ['ghu_0123', 'app_user_token', 'ghu_', 'accepted'],
  ['ghs_0123', 'installation_token', 'ghs_', 'accepted'],
  ['ghr_0123', 'refresh_token', 'ghr_', 'rejected'],
  ['0123456789ABCDEF0123456789abcdef01234567', 'unknown', undefined, 'accepted'],
  ['hunter2', 'unknown', undefined, 'accepted'],
])('%s is told as %s by its beginning alone [C-GH-2]', (token, id, prefix, verdict) => {
  expect(recogniseToken(token)).toMatchObject({ id, verdict });
  expect(recogniseToken(token).prefix).toBe(prefix);
});
