/** What the bundle desk reads out of one stored bundle, for the answer of a route. */
import type { FastifyRequest } from 'fastify';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { readerOf } from '../http/person-guard.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { noSuchCapture } from './no-such-capture.ts';

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
