/** An answer made of several calls is returned without the part that could not be read, and says what is missing. */
import type { Answer } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';

/** Sentences about the parts that could not be read. */
export type Missing = string[];

/** Undefined when the part is denied. @throws what concerns more than this part. */
export async function readPart<Part>(
  missing: Missing,
  part: string,
  read: () => Promise<Part>,
): Promise<Part | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isOf(error, 'permission_missing')) throw error;
    const { grant, layer } = error.data;
    missing.push(`${part} could not be read: ${grant} is missing (${layer}). ${error.remedy}`);
    return undefined;
  }
}

/** Undefined when what is asked about was deleted after the list that named it. @throws everything else. */
export async function readUnlessGone<Part>(
  missing: Missing,
  part: string,
  read: () => Promise<Part>,
): Promise<Part | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isOf(error, 'not_found_or_hidden')) throw error;
    missing.push(`${part} could not be read, because something was deleted meanwhile: retry.`);
    return undefined;
  }
}

function isOf<K extends 'permission_missing' | 'not_found_or_hidden'>(error: unknown, kind: K): error is Fault<K> {
  return error instanceof Fault && error.kind === kind;
}

/** What is missing replaces what was said of an empty answer: the read was then not allowed in full. */
export function withMissing<Data>(answer: Answer<Data>, missing: Missing): Answer<Data> {
  return missing.length === 0 ? answer : { ...answer, complete: false, because: missing.join(' ') };
}
