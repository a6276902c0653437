/** The RUNNER_ variables that say where an instance belongs. Agent and Profiler read the same ones. */
import { errorCode } from '../identity/disk.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseWebAddress } from '../../core/web-address.ts';

export interface InstanceConfig {
  readonly tenant: string;
  readonly instance: string;
  readonly tunnelUrl: URL;
  /** Without a slash at its end; `/begin` and `/finish` are below it. */
  readonly enrollUrl: URL;
  readonly identityDir: string;
  /** PEM of an additional authority, read from RUNNER_CA_FILE. */
  readonly ca: string | undefined;
}

export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
  readonly remedy: string;
}

export type ParsedInstanceConfig =
  | { readonly config: InstanceConfig; readonly problems: readonly [] }
  | { readonly config: undefined; readonly problems: readonly ConfigProblem[] };

/** Every variable read here, with its meaning. The reference page is made from this list. */
export const instanceVariables = {
  RUNNER_TENANT: 'Name of the organization this instance belongs to.',
  RUNNER_INSTANCE_ID:
    'Name of this instance: 1 to 63 letters, digits, dots, hyphens and underscores, unique in the organization.',
  RUNNER_TUNNEL_URL: 'wss address of the control plane; port 8443 unless configured otherwise.',
  RUNNER_ENROLL_URL: 'https address for enrolment, such as https://farol.example.com:8444/enroll.',
  RUNNER_IDENTITY_DIR: 'Directory on a persistent volume of its own that holds the identity of this instance.',
  RUNNER_CA_FILE: 'Optional. PEM file of an additional certificate authority, trusted for https and wss alike.',
} as const;
type InstanceVariable = keyof typeof instanceVariables;

export const tenantName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
export const instanceName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/u;

/** Returns every problem at once; a value is never repeated in one. */
export function parseInstanceConfig(env: Readonly<Record<string, string | undefined>>): ParsedInstanceConfig {
  const read = new VariableReader(env);
  const tenant = read.matching('RUNNER_TENANT', tenantName, '1 to 63 lower-case letters, digits and inner hyphens');
  const instance = read.matching(
    'RUNNER_INSTANCE_ID',
    instanceName,
    '1 to 63 letters, digits, dots, hyphens and underscores, with a letter or digit at both ends',
  );
  const tunnelUrl = read.url('RUNNER_TUNNEL_URL', 'wss:');
  const enrollUrl = read.url('RUNNER_ENROLL_URL', 'https:');
  const identityDir = read.directory('RUNNER_IDENTITY_DIR');
  const ca = read.authority('RUNNER_CA_FILE');
  const isComplete =
    tenant !== undefined &&
    instance !== undefined &&
    tunnelUrl !== undefined &&
    enrollUrl !== undefined &&
    identityDir !== undefined;
  if (!isComplete || read.problems.length > 0) return { config: undefined, problems: read.problems };
  return { config: { tenant, instance, tunnelUrl, enrollUrl, identityDir, ca }, problems: [] };
}

const mountAuthority =
  'Put ca.pem of the control plane at that path, readable for the user of this process, or correct RUNNER_CA_FILE.';

class VariableReader {
  readonly problems: ConfigProblem[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  matching(variable: InstanceVariable, pattern: RegExp, words: string): string | undefined {
    const value = this.#required(variable);
    return value === undefined || pattern.test(value) ? value : this.#wrong(variable, `must be ${words}`);
  }

  directory(variable: InstanceVariable): string | undefined {
    const value = this.#required(variable);
    return value === undefined || path.isAbsolute(value) ? value : this.#wrong(variable, 'must be an absolute path');
  }

  url(variable: InstanceVariable, protocol: 'https:' | 'wss:'): URL | undefined {
    const value = this.#required(variable);
    if (value === undefined) return undefined;
    const url = parseWebAddress(value, [protocol]);
    if (typeof url === 'string') {
      return this.#wrong(variable, url.startsWith('must begin') ? `${url}: nothing is sent in the clear` : url);
    }
    url.pathname = url.pathname.replace(/\/+$/u, '');
    return url;
  }

  authority(variable: InstanceVariable): string | undefined {
    const file = this.#env[variable];
    if (file === undefined || file === '') return undefined;
    let pem: string;
    try {
      pem = readFileSync(file, 'utf8');
    } catch (error) {
      const code = errorCode(error);
      const because = code === undefined ? '' : ` (${code})`;
      return this.#wrong(variable, `names a file that cannot be read${because}`, mountAuthority);
    }
    return pem.includes('-----BEGIN CERTIFICATE-----')
      ? pem
      : this.#wrong(variable, 'names a file without a PEM certificate', mountAuthority);
  }

  #required(variable: InstanceVariable): string | undefined {
    const value = this.#env[variable];
    return value === undefined || value === '' ? this.#wrong(variable, 'is not set') : value;
  }

  #wrong(
    variable: InstanceVariable,
    problem: string,
    remedy = `Set ${variable}. ${instanceVariables[variable]}`,
  ): undefined {
    this.problems.push({
      variable,
      problem: `${variable} ${problem}.`,
      remedy,
    });
  }
}
