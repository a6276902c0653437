/** Times that AWS sends as text, in several forms of ISO 8601: `2026-11-20T10:00:00.000+0000`, `2026-11-20T10:00:00Z`. */
import { Fault } from '../../../src/core/fault.ts';

/** RFC 3339; undefined for what is absent. @throws Fault `upstream_changed` naming the path of a text that is no time. */
export function timeOfText(text: string | undefined, path: string): string | undefined {
  if (text === undefined || text === '') return undefined;
  // Of an offset, ECMAScript promises to read only the form with a colon.
  const time = new Date(text.replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: AWS writes a time there in an unknown form.',
  );
}
