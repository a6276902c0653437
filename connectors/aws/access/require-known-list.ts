/**
 * The vendor's library drops every member that its model does not name, so a list under a new name reads as
 * no list at all. Such an answer is a change of AWS, and never an empty answer.
 */
import { Fault } from '../../../src/core/fault.ts';

/**
 * `body` as received, `output` as the library read it. Only bodies of JSON are judged.
 * @throws Fault `upstream_changed` naming the unknown list, when the output has no element of any list but its errors.
 */
export function requireKnownList(call: string, body: string, output: unknown): void {
  if (!isRecord(output) || Object.entries(output).some(([name, value]) => !isErrors(name) && isFilled(value))) return;
  const received = parse(body);
  if (!isRecord(received)) return;
  const known = new Set(Object.keys(output).map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(received)) {
    if (!isFilled(value) || known.has(name.toLowerCase())) continue;
    throw new Fault(
      'upstream_changed',
      { path: `${call} ${name}` },
      'Report the path to Farol: AWS returned a list under a name that its own library does not know.',
    );
  }
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** What went wrong in part is listed beside what was found and does not replace it. */
function isErrors(name: string): boolean {
  return name.toLowerCase() === 'errors';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if it is not JSON: XML and CBOR. */
function parse(body: string): unknown {
  if (!/^\s*\{/u.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
