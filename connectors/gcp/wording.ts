/** Sentences that every empty answer needs, and the small changes of form that every answer of the vendor needs. */
import { Fault } from '../../src/core/fault.ts';

/** Said when a list is empty: whether it was allowed to see, and what there is not. */
export function noneOf(what: string, project: string, isFiltered = false): string {
  return `The read was allowed: ${isFiltered ? 'nothing matches among' : `${project} has no`} ${what}${isFiltered ? ` of ${project}` : ''}.`;
}

/** A list of what spans all regions, told in answer to a question about one. */
export function withoutRegions<Outcome extends { readonly because?: string }>(
  outcome: Outcome,
  region: string | undefined,
): Outcome {
  if (region === undefined) return outcome;
  const why = `These span all regions, so that ${region} selects nothing.`;
  return { ...outcome, because: outcome.because === undefined ? why : `${outcome.because} ${why}` };
}

/** Last part of a resource's name or address. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The part after a collection's name: `partAfter('projects/p/locations/l', 'locations')` is `l`. */
export function partAfter(name: string, collection: string): string | undefined {
  const parts = name.split('/');
  const at = parts.lastIndexOf(collection);
  return at === -1 ? undefined : parts[at + 1];
}

/** From the address of a resource to its name below the interface: what other answers refer to it by. */
export function relativeName(address: string): string {
  return address.replace(/^https:\/\/[^/]+\/(?:compute\/)?(?:[a-z]+\d+\/)?/u, '');
}

/** An RFC 3339 time, or undefined for what is absent, empty or the vendor's zero. */
export function timeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text.startsWith('0001-') || text.startsWith('1970-01-01T00:00:00Z')) {
    return undefined;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Numbers that the vendor sends as text, because JSON's are not exact. */
export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,16}$/u.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** `3.5s` as the vendor writes durations. */
export function seconds(text: string | undefined): number | undefined {
  const value = /^(-?\d+(?:\.\d+)?)s$/u.exec(text ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

const binary: Readonly<Record<string, number>> = { k: 1000, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** `512Mi` as Kubernetes writes sizes. */
export function bytesOf(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(k|M|G|Ki|Mi|Gi)?$/u.exec(text ?? '');
  if (match === null) return undefined;
  const [, count = '0', unit = ''] = match;
  return Math.round(Number(count) * (binary[unit] ?? 1));
}

export const gibibyte = 2 ** 30;

/** With the members that may be undefined made optional. */
type Present<Members> = {
  [K in keyof Members as undefined extends Members[K] ? never : K]: Members[K];
} & { [K in keyof Members as undefined extends Members[K] ? K : never]?: Exclude<Members[K], undefined> };

/** The same without the members that are undefined: absence is never told as a value. */
export function present<Members extends object>(members: Members): Present<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
}

/** A member that the vendor documents as always there. @throws Fault `upstream_changed` naming its place. */
export function need<Value>(value: Value | undefined, path: string): Value {
  if (value !== undefined) return value;
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: the vendor left out what it documents as always there.',
  );
}
