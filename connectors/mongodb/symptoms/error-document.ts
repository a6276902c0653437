/** What the rows look at in an error of the database. */
import type { DecodedText } from '../../../src/connector/decoded-response.ts';
import type { Seen } from '../../../src/connector/symptom.ts';

/** An error as the database sends it, for an example. */
export function sent(code: number, codeName: string, errmsg: string): { status: number; body: string } {
  return { status: code, body: JSON.stringify({ ok: 0, code, codeName, errmsg }) };
}

/** `/<database>/<command>` of the call that was answered so. */
export function databaseIn({ path }: Seen): string {
  const name = path.split('/')[1];
  return name === undefined || name === '' ? 'the database' : name;
}

export function commandIn({ path }: Seen): string {
  return path.split('/')[2] ?? 'the command';
}

export function fieldIn(body: DecodedText, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Readonly<Record<string, unknown>>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}
