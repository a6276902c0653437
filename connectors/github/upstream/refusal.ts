/** How the vendor refuses. */
import type { Reply } from '../../../test/contract/fake-upstream.ts';

export const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }),
});

export const notAccessible = (by: 'personal access token' | 'integration', accepted: string): Reply =>
  refusal(403, `Resource not accessible by ${by}`, { 'x-accepted-github-permissions': accepted });
