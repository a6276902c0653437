/** The settings of the secret store, read from the environment: whole, or every problem at once. A value is never repeated in one. */
import type { Redactor } from '../../core/redact.ts';
import { type SecretProblem, type StoreScheme, storeSchemes } from '../secret-reference.ts';
import type { SecretSource } from '../secret-source.ts';
import { modesOfVariable, type StoreVariable, storeVariables } from './store-variables.ts';
import { StoreReader } from './store-reader.ts';

interface Shared {
  /** Without a separator at its end. */
  readonly prefix: string;
}

export interface AwsStoreSettings extends Shared {
  readonly mode: 'aws';
  readonly region: string;
  readonly url: URL | undefined;
  readonly role: string | undefined;
  /** Undefined: what the workload is given. */
  readonly keys:
    | { readonly id: SecretSource; readonly secret: SecretSource; readonly session?: SecretSource }
    | undefined;
}

export interface GcpStoreSettings extends Shared {
  readonly mode: 'gcp';
  readonly project: string;
  readonly url: URL | undefined;
  /** Undefined: the service account that is bound to the workload. */
  readonly key: SecretSource | undefined;
}

export interface VaultStoreSettings extends Shared {
  readonly mode: 'vault';
  readonly url: URL;
  readonly mount: string;
  readonly version: '1' | '2';
  readonly namespace: string | undefined;
  readonly credential: { readonly token: SecretSource } | { readonly role: string; readonly authMount: string };
}

export interface KubernetesStoreSettings extends Shared {
  readonly mode: 'k8s';
  /** Undefined: the cluster this pod runs in, with the pod's own service account. */
  readonly outside: { readonly url: URL; readonly token: SecretSource } | undefined;
}

export type StoreSettings = AwsStoreSettings | GcpStoreSettings | VaultStoreSettings | KubernetesStoreSettings;

export interface StoreSettingsRead {
  /** Undefined without a store, or with problems. */
  readonly settings: StoreSettings | undefined;
  readonly problems: readonly SecretProblem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const modeVariable = 'RUNNER_SECRET_STORE_MODE' satisfies StoreVariable;

export function readStoreSettings(env: Environment, redactor: Redactor): StoreSettingsRead {
  const read = new StoreReader(env, redactor);
  const present = Object.keys(storeVariables).filter((name) => [name, `${name}_FILE`].some((one) => isSet(env[one])));
  const given = env[modeVariable]?.trim();
  if (!isSet(given)) {
    const [first] = present;
    if (first === undefined) return { settings: undefined, problems: [] };
    return { settings: undefined, problems: [read.problem(modeVariable, `is not set, and ${first} is`)] };
  }
  const mode = storeSchemes.find((one) => one === given);
  if (mode === undefined) {
    return { settings: undefined, problems: [read.problem(modeVariable, `must be one of ${storeSchemes.join(', ')}`)] };
  }
  for (const name of present) read.refuseStranger(name, mode, modesOfVariable);
  const settings = readOf[mode](read);
  return read.problems.length > 0 ? { settings: undefined, problems: read.problems } : { settings, problems: [] };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/** Undefined exactly when the reader has problems. */
const readOf: Readonly<Record<StoreScheme, (read: StoreReader) => StoreSettings | undefined>> = {
  aws: readAws,
  gcp: readGcp,
  vault: readVault,
  k8s: readKubernetes,
};

const slashed = {
  pattern: /^[\w+=.@-]{1,128}(?:\/[\w+=.@-]{1,128}){0,15}$/u,
  words: 'names joined by /, without a / at either end',
};
const label = { pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, words: 'the name of a namespace' };

function readAws(read: StoreReader): AwsStoreSettings | undefined {
  const prefix = read.text('RUNNER_SECRET_STORE_PREFIX', slashed);
  const region = read.text('RUNNER_SECRET_STORE_AWS_REGION', {
    pattern: /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/u,
    words: 'a region, for example eu-west-1',
  });
  const url = read.optionalUrl('RUNNER_SECRET_STORE_URL');
  const isChain = read.isChain();
  const role = read.optionalText('RUNNER_SECRET_STORE_AWS_ROLE_ARN', {
    pattern: /^arn:aws(?:-cn|-us-gov)?:iam::\d{12}:role\/[\w+=,.@/-]{1,128}$/u,
    words: 'the ARN of a role',
  });
  if (isChain === false && role !== undefined) read.wrong('RUNNER_SECRET_STORE_AWS_ROLE_ARN', 'is for chain only');
  const id = isChain === false ? read.secret('RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID') : undefined;
  const secret = isChain === false ? read.secret('RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY') : undefined;
  const session = isChain === false ? read.optionalSecret('RUNNER_SECRET_STORE_AWS_SESSION_TOKEN') : undefined;
  if (prefix === undefined || region === undefined) return undefined;
  if (isChain === true) return { mode: 'aws', prefix, region, url, role, keys: undefined };
  if (id === undefined || secret === undefined) return undefined;
  const keys = { id, secret, ...(session !== undefined && { session }) };
  return { mode: 'aws', prefix, region, url, role, keys };
}

function readGcp(read: StoreReader): GcpStoreSettings | undefined {
  const prefix = read.text('RUNNER_SECRET_STORE_PREFIX', {
    pattern: /^[\w-]{0,199}[A-Za-z0-9_]$/u,
    words: 'the beginning of names, letters, digits, hyphens and underscores, without the hyphen that ends it',
  });
  const project = read.text('RUNNER_SECRET_STORE_GCP_PROJECT', {
    pattern: /^(?:[a-z0-9.-]{1,63}:)?[a-z0-9][a-z0-9-]{1,62}$/u,
    words: 'the id or number of a project',
  });
  const url = read.optionalUrl('RUNNER_SECRET_STORE_URL');
  const isChain = read.isChain();
  const key = isChain === false ? read.secret('RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY') : undefined;
  if (prefix === undefined || project === undefined) return undefined;
  return { mode: 'gcp', prefix, project, url, key };
}

function readVault(read: StoreReader): VaultStoreSettings | undefined {
  const prefix = read.text('RUNNER_SECRET_STORE_PREFIX', slashed);
  const url = read.url('RUNNER_SECRET_STORE_URL');
  const mount = read.optionalText('RUNNER_SECRET_STORE_VAULT_MOUNT', slashed) ?? 'secret';
  const kv = read.optionalText('RUNNER_SECRET_STORE_VAULT_KV', { pattern: /^[12]$/u, words: '1 or 2' });
  const namespace = read.optionalText('RUNNER_SECRET_STORE_VAULT_NAMESPACE', slashed);
  const authMount = read.optionalText('RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT', slashed) ?? 'kubernetes';
  const isChain = read.isChain();
  const token = isChain === false ? read.secret('RUNNER_SECRET_STORE_TOKEN') : undefined;
  const roleName = { pattern: /^[\w.-]{1,128}$/u, words: 'the name of a role' };
  const role = isChain === true ? read.text('RUNNER_SECRET_STORE_VAULT_ROLE', roleName) : undefined;
  if (prefix === undefined || url === undefined) return undefined;
  const shared = { mode: 'vault', prefix, url, mount, version: kv === '1' ? '1' : '2', namespace } as const;
  if (token !== undefined) return { ...shared, credential: { token } };
  return role === undefined ? undefined : { ...shared, credential: { role, authMount } };
}

function readKubernetes(read: StoreReader): KubernetesStoreSettings | undefined {
  const prefix = read.text('RUNNER_SECRET_STORE_PREFIX', label);
  const isChain = read.isChain();
  const url = isChain === false ? read.url('RUNNER_SECRET_STORE_URL') : undefined;
  const token = isChain === false ? read.secret('RUNNER_SECRET_STORE_TOKEN') : undefined;
  if (isChain === true) read.refuse(['RUNNER_SECRET_STORE_URL', 'RUNNER_SECRET_STORE_TOKEN'], 'is for static only');
  if (prefix === undefined) return undefined;
  if (isChain === true) return { mode: 'k8s', prefix, outside: undefined };
  return url === undefined || token === undefined ? undefined : { mode: 'k8s', prefix, outside: { url, token } };
}
