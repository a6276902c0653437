/** Synthetic checks. The vendor gives them all at once, so pages are cut here. */
import type { DataOf } from '../../../catalog/index.ts';
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { type GrafanaContext, type GrafanaHandlers, openDirect } from '../client.ts';
import { requirePlace } from '../require-place.ts';
import { timeOfSeconds } from '../times.ts';
import { type Check, ChecksAnswer } from './schema.ts';

/** The one call of Synthetic Monitoring. Its token could do more; nothing else is ever sent with it. */
export async function listChecks(context: GrafanaContext): Promise<readonly Check[]> {
  return openDirect(context, 'synthetics').get(ChecksAnswer, '/api/v1/check/list');
}

type Told = DataOf<'synthetics.listChecks'>['checks'][number];

export const checkOperations: GrafanaHandlers<'synthetics.listChecks'> = {
  'synthetics.listChecks': {
    async run({ tag, limit, cursor }, context) {
      const about = ['synthetics.listChecks', tag];
      const [last] = cursor === undefined ? [] : requirePlace(decodeCursor(about, cursor), /^(\d{1,15})$/u);
      const after = Number(last ?? -1);
      const all = await listChecks(context);
      const left = all
        .filter(
          ({ id, labels }) => id > after && (tag === undefined || (labels ?? []).some((label) => isTag(label, tag))),
        )
        .toSorted((a, b) => a.id - b.id);
      const page = left.slice(0, limit);
      const lastTold = page.at(-1);
      const isCut = left.length > limit;
      return {
        data: { checks: page.map(tellCheck) },
        complete: true,
        ...(page.length === 0 && { because: because(all.length, after >= 0) }),
        truncated: isCut,
        ...(isCut && lastTold !== undefined && { nextCursor: encodeCursor(about, String(lastTold.id)) }),
      };
    },
  },
};

function isTag({ name, value }: { name: string; value: string }, tag: string): boolean {
  return tag === name || tag === `${name}:${value}`;
}

function because(all: number, isLater: boolean): string {
  if (isLater) return 'The previous page was the last.';
  return all > 0
    ? `The read was allowed; none of the ${all} checks has this tag.`
    : 'The read was allowed and the stack of this token has no check: a token sees every check of its stack and of no other.';
}

function tellCheck({ id, job, target, settings: type, created, modified, ...check }: Check): Told {
  return {
    id: String(id),
    name: job,
    type,
    target: withoutSecrets(target),
    isActive: check.enabled,
    intervalSec: check.frequency / 1000,
    timeoutSec: check.timeout / 1000,
    locations: (check.probes ?? []).map(String),
    ...(typeof created === 'number' && created > 0 && { createdAt: timeOfSeconds(created) }),
    ...(typeof modified === 'number' && modified > 0 && { updatedAt: timeOfSeconds(modified) }),
    tags: tagsOf(check.labels ?? []),
  };
}

/**
 * An address may carry a user, a password or a key in its query. What is left stays as it is written, because
 * synthetics.queryMetrics compares it with the label of the series.
 */
function withoutSecrets(target: string): string {
  return target.replace(/[?#].*$/su, '').replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/iu, '$1//');
}

function tagsOf(labels: readonly { name: string; value: string }[]): Record<string, string> {
  const byName = Map.groupBy(labels, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(({ value }) => value).join(',')]));
}
