/** Captures and their comparisons, for assistants whose token may read them. */
import { z } from 'zod';
import { CaptureQuery, DiffQuery } from '../../captures/capture-queries.ts';
import { capturesScope } from '../../tokens/token-scopes.ts';
import { defineTool } from './tool.ts';
import { Headline } from '../../api/headline.ts';

export const capturesSearch = defineTool({
  name: 'captures_search',
  title: 'Search captures',
  description:
    'Lists captures of the Profiler, newest first: workload, version, environment and outcome. Compare two versions with capture_diff.',
  scope: capturesScope,
  args: CaptureQuery.extend({ limit: z.int().min(1).max(100).default(25) }),
  result: z.strictObject({
    captures: z.array(
      z.strictObject({
        request_id: z.string(),
        workload: z.string(),
        version: z.string(),
        env: z.string(),
        kind: z.string(),
        status: z.string(),
        requested_at: z.string(),
        reason: z.string().optional(),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
  call: async (query, { asker, deps }) => {
    const { captures, next_cursor } = await deps.reader.list(asker.organization, query);
    return {
      whose: 'the requests of captures',
      result: {
        captures: captures.map(({ request_id, workload, version, env, kind, status, requested_at, reason }) => ({
          request_id,
          workload,
          version,
          env,
          kind,
          status,
          requested_at,
          ...(reason !== undefined && { reason: reason.text }),
        })),
        ...(next_cursor !== undefined && { next_cursor }),
      },
    };
  },
});

export const captureDiff = defineTool({
  name: 'capture_diff',
  title: 'Compare two versions of a workload',
  description:
    'What changed between two captured versions, and why: what a request costs now and the cause of that, further causes with where to look first, what the newer version newly reaches, and how many findings are how sure. Without from and to it compares the latest version with the one before.',
  scope: capturesScope,
  args: DiffQuery.omit({ format: true }),
  result: Headline,
  call: async (query, { asker, deps }) => {
    const text = await deps.diff.read(asker.organization, { ...query, format: 'headline' });
    return { whose: 'the captured processes', result: Headline.parse(JSON.parse(text)) };
  },
});
