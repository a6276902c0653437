/** Bytes of a file as text where they are text, cut between characters. */
import { isUtf8 } from 'node:buffer';

export interface TextRead {
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
  /** Bytes told; undefined when that is all of them. */
  readonly cutAt: number | undefined;
}

export function readText(bytes: Buffer, limitBytes: number): TextRead {
  const isText = !bytes.includes(0) && isUtf8(bytes);
  const most = Math.min(bytes.length, limitBytes);
  const end = isText ? characterEnd(bytes, most) : most;
  const told = bytes.subarray(0, end);
  return {
    encoding: isText ? 'utf-8' : 'base64',
    content: told.toString(isText ? 'utf8' : 'base64'),
    cutAt: end === bytes.length ? undefined : end,
  };
}

/** The largest place up to `at` where no character is cut: bytes of the form 10xxxxxx continue one. */
function characterEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
