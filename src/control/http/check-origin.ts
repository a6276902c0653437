/**
 * A request that changes something must come from a page of this control plane. The browser says so
 * in `Origin`; a request without it is refused as well, because every browser sends it here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiProblem } from '../problem/api-problem.ts';

/** @throws ApiProblem 403 `wrong_origin`, naming the address to use. */
export function checkOrigin(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isSameSite = site === undefined || site === 'same-origin';
  if (headers.origin === publicOrigin && isSameSite) return;
  throw new ApiProblem({
    status: 403,
    code: 'wrong_origin',
    message: `Open Farol at ${publicOrigin}. If people use another address, set that one in FAROL_PUBLIC_URL.`,
  });
}
