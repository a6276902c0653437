/**
 * What a control plane was started with, so that `farol control owner-link` finds it without variables: the data
 * directory, where the store is, and the public address. A copy is in the data directory; a list of data directories is
 * in the state directory of the user, because that is found without any variable. Secrets are never written: of an
 * address with a password only the file that holds it is.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import { stateDir } from '../config/config.ts';
import { OperatorProblem } from './operator-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const fileName = 'last-start.json';
const listName = 'control-planes.json';
/** Data directories that are remembered; those that are gone are dropped first. */
const maxListed = 16;

const LastStart = z.record(z.string(), z.string());
const Listed = z.array(z.string());

/** Settings that say where the store and the app are. None is a secret. */
const remembered = ['FAROL_ORGANIZATION', 'FAROL_TLS_CERT_FILE', 'FAROL_TLS_KEY_FILE', 'FAROL_IMAGE_REGISTRY'] as const;

/** What FAROL_SSO_ORGANIZATION was. Not under that name: it is no setting without the others of single sign-on. */
export const ssoOrganization = 'LAST_SSO_ORGANIZATION';

export interface Start {
  readonly dataDir: string;
  readonly env: Environment;
  /** Origins that people and instances use. */
  readonly addresses: { readonly app: string; readonly tunnel: string };
}

/** There once a control plane has started on this data directory. */
export function lastStartFile(dataDir: string): string {
  return path.join(dataDir, fileName);
}

/** @throws the error of the file system. */
export async function rememberStart({ dataDir, env, addresses }: Start): Promise<void> {
  const settings = {
    ...pick(env, remembered),
    ...storeOf(env),
    ...(env['FAROL_SSO_ORGANIZATION'] !== undefined && { [ssoOrganization]: env['FAROL_SSO_ORGANIZATION'] }),
    FAROL_PUBLIC_URL: addresses.app,
    FAROL_TUNNEL_URL: addresses.tunnel,
  };
  await write(lastStartFile(dataDir), settings);
  const state = stateDir(env);
  const earlier = (await readList(state)).filter((one) => one !== dataDir && existsSync(lastStartFile(one)));
  await mkdir(state, { recursive: true, mode: 0o700 });
  await write(path.join(state, listName), [dataDir, ...earlier].slice(0, maxListed));
}

/**
 * `env` completed by what the control plane of its data directory was last started with; what `env` sets wins. Without
 * FAROL_DATA_DIR and FAROL_DATABASE_URL it is the one that this user started.
 * @throws OperatorProblem when there are several, or when the store is only in a variable with a password.
 */
export async function completeFromLastStart(env: Environment): Promise<Environment> {
  const hasStore = storeVariables.some((name) => env[name] !== undefined);
  const dataDir = env['FAROL_DATA_DIR'] ?? (hasStore ? undefined : await findOnly(env));
  if (dataDir === undefined) return env;
  const settings = await read(lastStartFile(dataDir), LastStart);
  const known = Object.entries(settings ?? {}).filter(([name]) => !hasStore || !storeVariables.includes(name));
  if (known.some(([, value]) => value === withPassword)) {
    throw new OperatorProblem(
      `The control plane of ${dataDir} got FAROL_DATABASE_URL with a password, which is stored nowhere. ` +
        'Set FAROL_DATABASE_URL or FAROL_DATABASE_URL_FILE as for the control plane.',
    );
  }
  return { ...Object.fromEntries(known), FAROL_DATA_DIR: dataDir, ...env };
}

const storeVariables: readonly string[] = ['FAROL_DATABASE_URL', 'FAROL_DATABASE_URL_FILE'];

async function findOnly(env: Environment): Promise<string | undefined> {
  const found = (await readList(stateDir(env))).filter((one) => existsSync(lastStartFile(one)));
  if (found.length <= 1) return found[0];
  throw new OperatorProblem(
    `This user has started several control planes: ${found.join(', ')}. Set FAROL_DATA_DIR to one of these directories.`,
  );
}

/** Written instead of an address with a password. */
const withPassword = 'with-password';

function storeOf(env: Environment): Record<string, string> {
  const { FAROL_DATABASE_URL: url, FAROL_DATABASE_URL_FILE: file } = env;
  if (file !== undefined) return { FAROL_DATABASE_URL_FILE: path.resolve(file) };
  if (url === undefined) return {};
  const isPublic = url.startsWith('sqlite:') || url.startsWith('file:') || URL.parse(url)?.password === '';
  return { FAROL_DATABASE_URL: isPublic ? absolute(url) : withPassword };
}

/** A relative file is relative to where the control plane was started. */
function absolute(url: string): string {
  return url.startsWith('sqlite:') ? `sqlite:${path.resolve(url.slice('sqlite:'.length))}` : url;
}

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

async function readList(state: string): Promise<string[]> {
  return (await read(path.join(state, listName), Listed)) ?? [];
}

/** Undefined for a file that is not there. A file that is not of ours counts as not there. */
async function read<T>(file: string, form: z.ZodType<T>): Promise<T | undefined> {
  try {
    return form.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function write(file: string, value: unknown): Promise<void> {
  await replaceFile(systemDisk, file, Buffer.from(`${JSON.stringify(value)}\n`));
}
