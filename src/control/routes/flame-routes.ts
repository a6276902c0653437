/** Flame graphs: of one capture, and of the two versions that a comparison chooses. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { FlameGraph } from '../../../profiler/witness/say/flame/flame-graph.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { readerOf } from '../http/person-guard.ts';
import type { CaptureDiff } from '../captures/capture-diff.ts';
import { BundleQuery, CaptureParams, DiffQuery } from '../captures/capture-queries.ts';
import type { CaptureReader } from '../captures/capture-reader.ts';
import { sendJson, readOfBundle } from './bundle-answers.ts';

interface FlameRouteDeps {
  readonly reader: CaptureReader;
  readonly diff: CaptureDiff;
  readonly bundles: BundleDesk;
}

export function flameRoutes(app: FastifyInstance, { reader, diff, bundles }: FlameRouteDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/profiling/captures/:id/flame',
    config: {
      access: 'reader',
      summary: 'The flame graph of a pushed capture: whole stacks, merged into one tree.',
      compress: true,
    },
    schema: { params: CaptureParams, querystring: BundleQuery, response: { 200: FlameGraph } },
    handler: async (request, reply) => sendJson(reply, await readOfBundle({ reader, bundles }, 'flame', request)),
  });

  typed.route({
    method: 'GET',
    url: '/api/profiling/diff/flame',
    config: {
      access: 'reader',
      summary: 'The flame graph of two versions of a workload, of the captures that the difference chooses.',
      compress: true,
    },
    schema: { querystring: DiffQuery, response: { 200: FlameGraph } },
    handler: async (request, reply) => sendJson(reply, await diff.readFlame(readerOf(request), request.query)),
  });
}
