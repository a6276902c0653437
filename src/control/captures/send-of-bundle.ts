/** What the bundle desk reads out of one stored bundle, as the answer of a route. */
import type { FastifyRequest } from 'fastify';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { readerOf } from '../people/person-guard.ts';
import type { CaptureReader } from './capture-reader.ts';
import { noSuchCapture } from './no-such-capture.ts';
import { sendJson } from './send-json.ts';

interface BundleSources {
  readonly reader: CaptureReader;
  readonly bundles: BundleDesk;
}

type OfCapture = FastifyRequest & {
  readonly params: { readonly id: string };
  readonly query: { readonly instance?: string | undefined };
};

/** A handler that answers with the JSON of this kind. @throws ApiProblem when the capture has no bundle. */
export function sendOfBundle({ reader, bundles }: BundleSources, kind: 'processes' | 'overview' | 'flame') {
  return async (request: OfCapture, reply: Parameters<typeof sendJson>[0]): Promise<void> => {
    const organization = readerOf(request);
    const bundle = await reader.bundle(organization, request.params.id, request.query.instance);
    if (bundle === undefined) throw noSuchCapture();
    sendJson(reply, await bundles.read(organization, { kind, bytes: bundle.bytes }));
  };
}
