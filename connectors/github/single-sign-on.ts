/** What the header X-GitHub-SSO tells: organizations that show a token nothing until it is authorized for them. */
import type { HttpResponse } from '../../src/core/http-client.ts';

/** `partial-results; organizations=21955855,20582480` comes with a list of which the rows of these are missing. */
export function hiddenByOrganizations(headers: HttpResponse['headers']): string[] {
  const text = String(headers['x-github-sso'] ?? '');
  if (!text.startsWith('partial-results')) return [];
  const ids = [...text.matchAll(/\d{1,20}/gu)].map(([id]) => id);
  return [
    `What belongs to ${ids.length} organizations with single sign-on is missing (ids ${ids.join(', ')}): authorize the token for them under Settings, Developer settings, Personal access tokens, Configure SSO.`,
  ];
}
