/**
 * What `farol login` stores: one control plane and its tokens, in `farol/login.json` of the XDG configuration folder. Only
 * its owner may read the file; one that others may read is refused and not used.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

const StoredLogin = z.strictObject({
  /** Origin of the control plane. A token is sent to no other address. */
  url: z.url({ protocol: /^https$/u }),
  /** PEM of its authority, when that is its own. */
  ca: z.string().optional(),
  tokens: z.strictObject({ capture: z.string().optional(), read: z.string().optional() }),
});
export type StoredLogin = z.infer<typeof StoredLogin>;
export type TokenKind = keyof StoredLogin['tokens'];

/** The file cannot be used; the message says why and what to do. */
export class LoginFileError extends Error {
  override readonly name = 'LoginFileError';
}

/** By the specification of XDG a relative folder does not count. */
export function loginFile(env: Env): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  const folder = path.isAbsolute(given) ? given : path.join(env['HOME'] ?? os.homedir(), '.config');
  return path.join(folder, 'farol', 'login.json');
}

/** Undefined when nobody has signed in. @throws LoginFileError */
export function readLogin(env: Env): StoredLogin | undefined {
  const file = loginFile(env);
  let opened: number;
  try {
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new LoginFileError(`${file} cannot be read (${code}).`, { cause });
  }
  try {
    const { mode, uid } = fstatSync(opened);
    if ((mode & 0o077) !== 0) {
      const rights = (mode & 0o777).toString(8);
      throw new LoginFileError(
        `${file} has the mode ${rights}, so that other users may have read its tokens. Revoke them, run farol logout and then farol login.`,
      );
    }
    if (uid !== process.geteuid?.()) throw new LoginFileError(`${file} belongs to another user. Run farol login.`);
    return StoredLogin.parse(JSON.parse(readFileSync(opened, 'utf8')));
  } catch (cause) {
    if (cause instanceof LoginFileError) throw cause;
    // Without the cause: the words of a parser may repeat a token.
    throw new LoginFileError(`${file} is damaged. Run farol logout and then farol login.`);
  } finally {
    closeSync(opened);
  }
}

/** Replaces the file in one step. @throws LoginFileError */
export function writeLogin(env: Env, login: StoredLogin): string {
  const file = loginFile(env);
  const written = `${file}.${process.pid}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(written, `${JSON.stringify(login, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 });
    renameSync(written, file);
  } catch (cause) {
    rmSync(written, { force: true });
    throw new LoginFileError(`${file} cannot be written (${codeOf(cause)}).`, { cause });
  }
  return file;
}

/** False when there was none. @throws LoginFileError */
export function removeLogin(env: Env): boolean {
  const file = loginFile(env);
  try {
    rmSync(file);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return false;
    throw new LoginFileError(`${file} cannot be removed (${codeOf(cause)}).`, { cause });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}
