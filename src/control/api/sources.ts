/**
 * Bodies of a read of several sources at once. Not part of `api.ts`: no page reads them, because the page asks each
 * source by itself.
 */
import { z } from 'zod';
import { actors } from '../../core/fault.ts';
import { OperationResult, SourceName } from '../../tunnel/messages.ts';

/** Most sources of one question. */
export const mostSources = 200;

/** `all`: every source that answers the operation, at each Agent that has it. */
export const WantedSources = z.union([
  z.literal('all'),
  z
    .array(SourceName)
    .min(1)
    .max(mostSources)
    .refine((names) => new Set(names).size === names.length, 'must name each source once'),
]);
export type WantedSources = z.infer<typeof WantedSources>;

/** POST /api/operations/{name}/sources. `args`: the same for each source. `instance`: the only Agent that is asked. */
export const SourcesRequest = z.strictObject({
  args: z.record(z.string(), z.unknown()),
  sources: WantedSources,
  instance: z.string().optional(),
});

/** Why a source gave no result. `layer`: who refused or failed. */
export const SourceFailure = z.strictObject({
  code: z.string(),
  layer: z.enum(['agent', 'control_plane']),
  actor: z.enum(actors),
  message: z.string(),
  field: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  retry_after_seconds: z.int().optional(),
  request_id: z.string(),
});
export type SourceFailure = z.infer<typeof SourceFailure>;

/** What each source answered, in the order of the request or, of `all`, by name. Nothing of two sources is mixed. */
export const SourcesResponse = z.strictObject({
  operation: z.string(),
  /** Only if every source was asked and every answer is complete. */
  complete: z.boolean(),
  /** What is missing, if it is not. */
  because: z.string().optional(),
  answers: z.array(
    z.union([
      z.strictObject({ source: z.string(), instance: z.string(), result: OperationResult }),
      z.strictObject({ source: z.string(), instance: z.string().optional(), error: SourceFailure }),
    ]),
  ),
});
export type SourcesResponse = z.infer<typeof SourcesResponse>;

/** What one of several sources gave: a result, or the code of why there is none. */
export type AnsweredSource =
  | { readonly source: string; readonly code?: undefined; readonly complete: boolean; readonly truncated: boolean }
  | { readonly source: string; readonly code: string };

/** What is missing in the answers together, with a sentence for each kind; undefined if nothing is. */
export function describeMissing(
  answers: readonly AnsweredSource[],
  unreported: readonly string[] = [],
): string | undefined {
  const failed = answers.flatMap((one) => (one.code === undefined ? [] : [`${one.source} (${one.code})`]));
  const given = answers.flatMap((one) => (one.code === undefined ? [one] : []));
  const partial = given.filter(({ complete }) => !complete);
  const cut = given.filter(({ complete, truncated }) => complete && truncated);
  const says = (names: readonly string[], what: string, then = ''): string[] =>
    names.length === 0 ? [] : [`${names.length} of ${answers.length} sources ${what}: ${listed(names)}.${then}`];
  const sentences = [
    ...says(failed, 'did not answer'),
    ...says(
      partial.map(({ source }) => source),
      'answered in part',
    ),
    ...says(
      cut.map(({ source }) => source),
      'have further rows',
      ' Ask each alone for its next page.',
    ),
    ...(unreported.length === 0
      ? []
      : [`The sources of ${listed(unreported)} are not known, because no health was reported yet.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const mostListed = 20;

function listed(names: readonly string[]): string {
  const further = names.length - mostListed;
  return further > 0 ? `${names.slice(0, mostListed).join(', ')} and ${further} more` : names.join(', ');
}
