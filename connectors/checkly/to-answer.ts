import type { DataOf } from '../../catalog/index.ts';
import { withoutQuery } from '../../src/connector/plain-address.ts';
import type { Check, Result } from './schema.ts';

type CheckData = DataOf<'synthetics.listChecks'>['checks'][number];
type ResultData = DataOf<'synthetics.listResults'>['results'][number];

const longestError = 1000;

export function toCheck(check: Check): CheckData {
  const target = targetOf(check);
  const intervalSec = check.frequency ? check.frequency * 60 : check.frequencyOffset;
  return {
    id: check.id,
    name: check.name,
    type: check.checkType.toLowerCase(),
    ...(target !== undefined && { target }),
    isActive: check.activated,
    ...(typeof check.muted === 'boolean' && { isMuted: check.muted }),
    ...(intervalSec && { intervalSec }),
    ...(check.maxResponseTime && { timeoutSec: check.maxResponseTime / 1000 }),
    locations: [...(check.locations ?? []), ...(check.privateLocations ?? [])],
    ...(check.created_at && { createdAt: new Date(check.created_at).toISOString() }),
    ...(check.updated_at && { updatedAt: new Date(check.updated_at).toISOString() }),
    tags: tagsOf(check),
  };
}

/** A tag is one word; by custom a colon parts its value. Values of a repeated key are joined. */
function tagsOf({ tags }: Check): Record<string, string> {
  const pairs = (tags ?? []).map((tag): [string, string] => {
    const at = tag.indexOf(':');
    return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
  });
  const byKey = Map.groupBy(pairs, ([key]) => key);
  return Object.fromEntries([...byKey].map(([key, same]) => [key, same.map(([, value]) => value).join(',')]));
}

export function hasTag({ tags }: Check, tag: string): boolean {
  return tags?.includes(tag) === true;
}

/** Without user, query and fragment, which may contain a secret. An address with variables is returned up to the first one. */
function targetOf({ request }: Check): string | undefined {
  const address = request?.url ?? request?.hostname;
  if (!address) return undefined;
  const url = URL.parse(address);
  if (url === null || address.includes('{{')) {
    const [told = ''] = withoutQuery(address).split('{{');
    return told === '' ? undefined : told;
  }
  url.username = url.password = url.search = url.hash = '';
  return url.href;
}

export function toResult(result: Result): ResultData {
  const { apiCheckResult: api, responseTime, attempts, resultType, stoppedAt, runLocation } = result;
  const timings = Object.entries(api?.response?.timingPhases ?? {}).filter(([phase]) => phases.has(phase));
  const error = errorOf(result);
  return {
    id: result.id,
    state: stateOf(result),
    startedAt: new Date(result.startedAt).toISOString(),
    ...(stoppedAt && { finishedAt: new Date(stoppedAt).toISOString() }),
    ...(runLocation && { location: runLocation }),
    ...(typeof responseTime === 'number' && { durationSec: responseTime / 1000 }),
    ...(timings.length > 0 && {
      timingsSec: Object.fromEntries(timings.map(([phase, ms]) => [phase, Number(ms) / 1000])),
    }),
    ...(attempts && { attempt: attempts }),
    ...(resultType && { isFinal: resultType === 'FINAL' }),
    ...(api?.response?.status && { statusCode: api.response.status }),
    ...(error && { error }),
  };
}

const phases = new Set(['wait', 'dns', 'tcp', 'firstByte', 'download']);

function stateOf({ hasErrors, hasFailures, isDegraded }: Result): ResultData['state'] {
  if (hasErrors === true || hasFailures === true) return 'failed';
  if (typeof hasErrors !== 'boolean' && typeof hasFailures !== 'boolean') return 'unknown';
  return isDegraded === true ? 'degraded' : 'passed';
}

function errorOf({
  apiCheckResult: api,
  browserCheckResult: browser,
  multiStepCheckResult: steps,
}: Result): string | undefined {
  const told = api?.requestError ?? [...(browser?.errors ?? []), ...(steps?.errors ?? [])].join('\n');
  if (!told) return undefined;
  return told.length > longestError ? `${told.slice(0, longestError)}…` : told;
}
