import type { Reply } from '../../../test/contract/fake-upstream.ts';

/** What bodies of several domains share: one small organization, in the vendor's form. */

/** Answers in the vendor's form, for one small organization; each takes what a test wants otherwise. */
export const api = 'https://api.github.com';
export const site = 'https://github.com';

/** What a test wants otherwise. */
export type More = Readonly<Record<string, unknown>>;

export const shaOf = (digit: string): string => digit.repeat(40).slice(0, 40);
export const someTime = '2026-11-01T08:30:00Z';

export const accountBody = (login: string): object => ({
  login,
  id: 7,
  node_id: 'U_7',
  type: 'User',
  site_admin: false,
});

/** How the vendor refuses. */
export const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }),
});

export const notAccessible = (by: 'personal access token' | 'integration', accepted: string): Reply =>
  refusal(403, `Resource not accessible by ${by}`, { 'x-accepted-github-permissions': accepted });
