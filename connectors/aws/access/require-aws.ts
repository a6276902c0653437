/**
 * Whether an answer comes from AWS at all. A web server in its place answers 200 or 404 with a page, a
 * text or nothing, which the vendor's library reads as an empty list or cannot read: neither may become
 * an answer. AWS answers JSON, XML or CBOR, and never a read with nothing.
 */
import { wordsOfFilter } from '../../../src/connector/common-symptoms.ts';
import { DecodedResponse } from '../../../src/connector/decoded-response.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';

export interface AskedAt {
  readonly call: string;
  /** Where it was sent. */
  readonly origin: string;
  /** AWS_URL is set. */
  readonly isOverridden: boolean;
}

/** The answer as the library may read it. @throws Fault `wrong_endpoint` for what AWS never answers. */
export function requireAws(response: HttpResponse, asked: AskedAt): HttpResponse {
  if (speaksAws(response)) return response;
  const { status } = response;
  // A proxy in between may refuse or fail: its status has a meaning, and that it shows itself; its text has none.
  if ([401, 403, 407].includes(status) || status >= 500) {
    const isOnTheWay = new DecodedResponse(response).isPage || wordsOfFilter.test(response.body);
    const headers = { ...response.headers, ...(isOnTheWay && { 'content-type': 'text/html' }) };
    return { ...response, headers, body: '', bytes: new Uint8Array() };
  }
  throw notAws(asked);
}

/** Every root element of AWS begins with a capital letter. By the body and not by its type, which emulators of AWS get wrong. */
const awsXml = /^\s*(?:<\?xml[^>]*>\s*)?<(?!HTML\b)[A-Z]/u;

function speaksAws({ status, headers, body, bytes }: HttpResponse): boolean {
  const type = String(headers['content-type'] ?? '');
  if (/cbor|event-?stream/iu.test(type)) return true;
  // An error may have no body: its status is enough.
  if ((bytes?.length ?? 0) === 0) return status >= 300;
  return /^\s*[[{"]/u.test(body) || awsXml.test(body);
}

function notAws({ call, origin, isOverridden }: AskedAt): Fault {
  const remedy = isOverridden
    ? `The server at ${origin} is not AWS: set AWS_URL to an address that passes calls on to AWS, or unset it to reach AWS itself.`
    : `The server at ${origin} is not AWS: check the proxy (HTTPS_PROXY) and the name resolution in between, or set AWS_URL to an address that passes calls on to AWS.`;
  return new Fault('wrong_endpoint', { variable: 'AWS_URL', tried: `${origin} (${call})` }, remedy);
}
