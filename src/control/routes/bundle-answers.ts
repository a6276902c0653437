/** Answers of routes about one stored capture: what the bundle desk reads out of it, and how that is sent. */
import type { FastifyRequest } from 'fastify';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { readerOf } from '../http/person-guard.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { ApiProblem } from '../problem/api-problem.ts';

interface BundleSources {
  readonly reader: CaptureReader;
  readonly bundles: BundleDesk;
}

type OfCapture = FastifyRequest & {
  readonly params: { readonly id: string };
  readonly query: { readonly instance?: string | undefined };
};

/** JSON of this kind about the bundle that a request names. @throws ApiProblem when the capture has no bundle. */
export async function readOfBundle(
  { reader, bundles }: BundleSources,
  kind: 'processes' | 'overview' | 'flame',
  request: OfCapture,
): Promise<string> {
  const organization = readerOf(request);
  const bundle = await reader.bundle(organization, request.params.id, request.query.instance);
  if (bundle === undefined) throw noSuchCapture();
  return bundles.read(organization, { kind, bytes: bundle.bytes });
}

export function noSuchCapture(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'no_such_capture',
    message: 'There is no such capture, or it has no bundle.',
  });
}

/**
 * Answers that were made off the event loop, as text. A handler returns what these return: one that returns nothing
 * after it has sent is answered for with an empty body while the answer is still being compressed.
 */
interface TextReply<Sent> {
  header(name: string, value: string): { send(text: never): Sent };
}

/** JSON in the shape that the route promises. */
export function sendJson<Sent>(reply: TextReply<Sent>, text: string): Sent {
  return sendText(reply, 'application/json', text);
}

export function sendText<Sent>(reply: TextReply<Sent>, type: string, text: string): Sent {
  // The route's type asks for the object that the text holds.
  return reply.header('content-type', `${type}; charset=utf-8`).send(text as never);
}
