/** The function behind a key of the axis `cpu_stacks`, taken apart for formats that keep name and module separately. */
import type { Bundle, SourcePlace } from '../../bundle/record/bundle.ts';

export interface Frame {
  readonly name: string;
  /** File name of the executable or library; empty where the key names none. */
  readonly module: string;
  readonly place?: SourcePlace | undefined;
}

/** All that an export reads of a feature. */
type NamedFunction = Pick<Extract<Bundle['axes'][number], { features: unknown }>['features'][number], 'key' | 'place'>;

export function readFrame({ key, place }: NamedFunction): Frame {
  const start = moduleStart(key);
  if (start === undefined) return { name: key, module: '', place };
  return { name: key.slice(0, start - 2), module: key.slice(start, -1), place };
}

/** Where the module begins in `name (module)`: both may have parentheses of their own, so they are matched from the end. */
function moduleStart(key: string): number | undefined {
  if (!key.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = key.length - 1; at > 1; at--) {
    if (key[at] === ')') depth++;
    if (key[at] === '(') depth--;
    if (depth === 0) return key[at - 1] === ' ' ? at + 1 : undefined;
  }
  return undefined;
}
