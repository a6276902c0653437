/** Small changes of form that every answer of the vendor needs. */

/** With the members that may be undefined made optional. */
type Present<Members> = {
  [K in keyof Members as undefined extends Members[K] ? never : K]: Members[K];
} & { [K in keyof Members as undefined extends Members[K] ? K : never]?: Exclude<Members[K], undefined> };

/** The same without the members that are undefined: absence is never told as a value. */
export function present<Members extends object>(members: Members): Present<Members> {
  // Sound because exactly the members that the type makes optional may be undefined, and those are left out.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
}

/** A text that says something; the vendor writes null and the empty text for what is not there. */
export function textOf(text: string | null | undefined): string | undefined {
  return text == null || text === '' ? undefined : text;
}

/** RFC 3339 in UTC; undefined for what is absent or no time. */
export function timeOf(text: string | null | undefined): string | undefined {
  if (text == null || text === '') return undefined;
  return timeOfMs(Date.parse(text));
}

/** The longest time that the language can spell. */
const latestMs = 8_640_000_000_000_000;

export function timeOfMs(ms: number | null | undefined): string | undefined {
  if (ms == null || !Number.isFinite(ms) || Math.abs(ms) > latestMs) return undefined;
  return new Date(ms).toISOString();
}

export function timeOfSec(sec: number | null | undefined): string | undefined {
  return sec == null || sec === 0 ? undefined : timeOfMs(sec * 1000);
}

/** `key:value` tags as one entry a key; a tag without a value has the empty text, values of a repeated key are joined. */
export function tagsOf(tags: readonly string[] | null | undefined): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const tag of tags ?? []) {
    const at = tag.indexOf(':');
    const [key, value] = at === -1 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return Object.fromEntries([...values].map(([key, all]) => [key, [...new Set(all)].join(',')]));
}

/** Answer and reason: incomplete as soon as there is something to say of what is missing. */
export function completeness(missing: readonly string[]): { complete: boolean; because?: string } {
  return missing.length === 0 ? { complete: true } : { complete: false, because: missing.join(' ') };
}
