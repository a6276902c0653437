/** Where the next page of a list is, as the vendor's Link header tells it. */
import { Fault } from '../../src/core/fault.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';

/**
 * The number or the mark of the next page; undefined after the last. The link itself is not followed: it may spell
 * the repository by number, which no declared call does.
 * @throws Fault `wrong_endpoint` for a link to another origin.
 */
export function nextPageOf(
  { link }: HttpResponse['headers'],
  { base, by }: { readonly base: URL; readonly by: 'page' | 'after' },
): string | undefined {
  const text = Array.isArray(link) ? link.join(', ') : (link ?? '');
  const target = /<([^<>]+)>\s*;\s*rel="?next"?/u.exec(text)?.[1];
  if (target === undefined) return undefined;
  const url = URL.parse(target, base.href);
  if (url?.origin !== base.origin) {
    throw new Fault(
      'wrong_endpoint',
      { variable: 'GITHUB_URL', tried: url?.origin ?? 'a link that is no address' },
      'The paging links lead away from the configured address, which is never followed. Set GITHUB_URL to the address they carry, or let the proxy rewrite them.',
    );
  }
  return url.searchParams.get(by) ?? undefined;
}
