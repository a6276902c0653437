/**
 * The control plane's settings, read once from FAROL_ variables. Parsing is strict and reports every
 * problem together. A FAROL_ variable that is not in the list is warned about, because a misspelt
 * setting is otherwise ignored in silence; it does not refuse the boot, because the command line has
 * variables of its own under the same prefix.
 */
import { defaultSpacingMs } from '../../../profiler/witness/judge/captures/occasions.ts';
import { homedir } from 'node:os';
import path from 'node:path';
import type { NetworkOptions } from '../../core/network-agent.ts';
import { readProxySettings } from '../../core/proxy-settings.ts';
import { Secret } from '../../core/secret.ts';
import { findIgnoredFiles } from '../../secrets/ignored-files.ts';
import { readSecretNow } from '../../secrets/read-secret-now.ts';
import { SecretUnreadable } from '../../secrets/secret-source.ts';
import { defaultExpiryHours } from '../captures/expire-requests.ts';
import { capturesPerHourLimits, defaultCapturesPerHour } from '../captures/hourly-ceiling.ts';
import { TrustedProxies } from '../peers/client-address.ts';
import { StoreKey, storeKeyShapes } from '../keys/store-key.ts';
import { readSsoSettings, type SsoSettings, ssoVariables } from '../people/sso/sso-settings.ts';
import { defaultRetention, type RetentionLimits } from '../captures/removed-captures.ts';
import { organizationName, organizationNameRule } from '../people/organization.ts';

export interface ControlConfig {
  /** Holds the embedded store, the own CA and the command-signing key. Created with mode 0700. */
  readonly dataDir: string;
  /** `sqlite:<path>` or `postgres://…`; a secret because the latter carries a password. */
  readonly databaseUrl: Secret;
  /** Encrypts the CA and the command key in the store. Undefined: they are files of the data directory. */
  readonly storeKey: StoreKey | undefined;
  /** Replaces `storeKey` when `farol control rotate-keys --store-key` is run; nothing else reads it. */
  readonly newStoreKey: StoreKey | undefined;
  readonly host: string;
  /** 0 chooses a free port, which the `listening` line reports. */
  readonly port: number;
  readonly tunnelPort: number;
  /** `proxy`: the tunnel port speaks plain WebSocket, to the trusted proxies alone. */
  readonly tunnelTls: 'here' | 'proxy';
  /** Undefined: derived from host and port once they are bound. */
  readonly publicUrl: URL | undefined;
  readonly tunnelUrl: URL | undefined;
  /** Whose `X-Forwarded-For` says from which address a request comes. */
  readonly trustedProxies: TrustedProxies;
  /** Undefined: the own CA issues the certificate. */
  readonly tlsFiles: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Made when it is not there yet; instances name it in RUNNER_TENANT. Undefined: the first one of the store. */
  readonly organization: string | undefined;
  /** Before the names of images in the commands that enrol instances. Undefined: images are loaded on each machine. */
  readonly imageRegistry: string | undefined;
  /** Undefined: no metrics listener. It speaks plain HTTP, so it binds to loopback by default. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly sessionIdleHours: number;
  readonly sessionMaxHours: number;
  /** A request that no Profiler took for so long has failed. */
  readonly captureExpiryHours: number;
  /** Between the beginnings of two captures of a version that count as two. */
  readonly capturesPerHour: number;
  readonly replicateSpacingSec: number;
  readonly retention: RetentionLimits;
  /** Undefined: no identity provider. */
  readonly sso: SsoSettings | undefined;
  readonly logLevel: LogLevel;
  readonly webDir: string | undefined;
  readonly json: boolean;
  /** Names of FAROL_ variables that the control plane does not know. */
  readonly unknown: readonly string[];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];

/** Every FAROL_ variable of the control plane, with its default and meaning. The reference page is made from this list. */
export const controlVariables = {
  FAROL_DATA_DIR:
    'Directory of the store, the CA and the keys. Default: $XDG_STATE_HOME/farol or ~/.local/state/farol.',
  FAROL_DATABASE_URL:
    'sqlite:<path> or postgres://… As secret: also in a file named by FAROL_DATABASE_URL_FILE, which is read at the start. Default: farol.db in the data directory.',
  FAROL_STORE_KEY:
    '32 random bytes (`farol control make-store-key`): the CA and the key that signs commands are stored encrypted with it, and shared by all replicas. As secret: also in a file named by FAROL_STORE_KEY_FILE, which is read at the start. Default: both are files in the data directory.',
  FAROL_STORE_KEY_NEW:
    'The key that replaces FAROL_STORE_KEY. Only `farol control rotate-keys --store-key` reads it. As secret: also in a file named by FAROL_STORE_KEY_NEW_FILE.',
  FAROL_HOST: 'Address to bind. Default: 127.0.0.1, so that nothing is exposed by default.',
  FAROL_PORT: 'Port of app, API and enrolment. Default: 8444; 0 chooses a free one.',
  FAROL_TUNNEL_PORT: 'Port of the tunnel. Default: 8443; 0 chooses a free one.',
  FAROL_TUNNEL_TLS:
    'Where the TLS of tunnels ends: here, or proxy. With proxy the tunnel port speaks plain WebSocket and closes every connection that does not come from FAROL_TRUSTED_PROXIES; both that and FAROL_TUNNEL_URL are required then. Between proxy and port nothing is encrypted. Default: here.',
  FAROL_PUBLIC_URL:
    'https address people and pipelines use. Default: from host and port. Required with a wildcard host.',
  FAROL_TUNNEL_URL: 'wss address instances use. Default: host of the public address and the tunnel port.',
  FAROL_TRUSTED_PROXIES:
    'Addresses and networks of reverse proxies, separated by commas, such as 10.0.0.5, 10.1.0.0/16. X-Forwarded-For is read from these alone, from its right end. Default: none, and the header is ignored.',
  FAROL_TLS_CERT_FILE: 'PEM chain to serve. Default: issued by the own CA in the data directory.',
  FAROL_TLS_KEY_FILE: 'PEM key of FAROL_TLS_CERT_FILE.',
  FAROL_ORGANIZATION:
    'Name of the organization, created if it does not exist. Default: the first one of the store; at the first start, default.',
  FAROL_IMAGE_REGISTRY:
    'Registry and path from which machines get the images, such as registry.example.com/farol. Only the commands that enrol instances show it. Default: none; the images are loaded on each machine.',
  FAROL_METRICS_HOST: 'Address of the metrics listener. Default: 127.0.0.1.',
  FAROL_METRICS_PORT: 'Port of the metrics listener (plain HTTP). Default: no listener; 0 chooses a free one.',
  FAROL_SESSION_IDLE_HOURS: 'A session unused for this long ends. Default: 12.',
  FAROL_SESSION_MAX_HOURS: 'A session ends after this long, used or not. Default: 168.',
  FAROL_CAPTURE_EXPIRY_HOURS: `A capture request that no Profiler accepted for this long fails as expired. From 1 to 720. Default: ${defaultExpiryHours}.`,
  FAROL_CAPTURES_PER_HOUR: `Captures that an organization may queue in an hour; requests that found nothing to push do not count. From ${capturesPerHourLimits.min} to ${capturesPerHourLimits.max}. Default: ${defaultCapturesPerHour}.`,
  FAROL_REPLICATE_SPACING_SEC: `Seconds between two captures of a version that count as two in a comparison; captures closer to each other count as one. From 0 to 86400. Default: ${defaultSpacingMs / 1000}.`,
  FAROL_RETENTION_DAYS: `Captures and health reports older than this are removed, except the captures used as a baseline. From 7 to 3650. Default: ${defaultRetention.days}.`,
  FAROL_RETENTION_GB: `Bundles of an organization beyond this many gigabytes are removed, the oldest first, except those used as a baseline. From 1 to 100000. Default: ${defaultRetention.gigabytes}.`,
  ...ssoVariables,
  FAROL_LOG_LEVEL: `One of ${logLevels.join(', ')}. Default: info.`,
  FAROL_WEB_DIR: 'Directory of the built web app. Default: dist/web beside the program.',
  FAROL_JSON: '1 prints the start-up lines as JSON. Default: JSON unless standard output is a terminal.',
} as const;
type ControlVariable = keyof typeof controlVariables;

/** Given as value, in a file named by `<NAME>_FILE`, or as file:// reference. */
export const controlSecretVariables = [
  'FAROL_DATABASE_URL',
  'FAROL_STORE_KEY',
  'FAROL_STORE_KEY_NEW',
  'FAROL_SSO_CLIENT_SECRET',
] as const satisfies readonly ControlVariable[];
const databaseSchemes = ['sqlite', 'postgres', 'postgresql'];

/** All problems of one parse. `message` lists them, one a line, each naming its variable; values are not repeated. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigProblems naming every variable that is wrong. */
export function parseControlConfig(env: Environment, stdoutIsTerminal = false): ControlConfig {
  const read = new VariableReader(env);
  const dataDir = read.dataDir();
  const config: ControlConfig = {
    dataDir,
    databaseUrl: read.databaseUrl(dataDir),
    storeKey: read.storeKey('FAROL_STORE_KEY'),
    newStoreKey: read.storeKey('FAROL_STORE_KEY_NEW'),
    ...read.addresses(),
    port: read.integer('FAROL_PORT', { min: 0, max: 65_535 }) ?? 8444,
    tunnelPort: read.integer('FAROL_TUNNEL_PORT', { min: 0, max: 65_535 }) ?? 8443,
    ...read.tunnelTls(),
    tlsFiles: read.tlsFiles(),
    organization: read.organizationName('FAROL_ORGANIZATION'),
    imageRegistry: read.imageRegistry(),
    metrics: read.metrics(),
    sessionIdleHours: read.integer('FAROL_SESSION_IDLE_HOURS', { min: 1, max: 24 * 30 }) ?? 12,
    sessionMaxHours: read.integer('FAROL_SESSION_MAX_HOURS', { min: 1, max: 24 * 90 }) ?? 24 * 7,
    captureExpiryHours: read.integer('FAROL_CAPTURE_EXPIRY_HOURS', { min: 1, max: 24 * 30 }) ?? defaultExpiryHours,
    capturesPerHour: read.integer('FAROL_CAPTURES_PER_HOUR', capturesPerHourLimits) ?? defaultCapturesPerHour,
    replicateSpacingSec:
      read.integer('FAROL_REPLICATE_SPACING_SEC', { min: 0, max: 86_400 }) ?? defaultSpacingMs / 1000,
    retention: {
      days: read.integer('FAROL_RETENTION_DAYS', { min: 7, max: 3650 }) ?? defaultRetention.days,
      gigabytes: read.integer('FAROL_RETENTION_GB', { min: 1, max: 100_000 }) ?? defaultRetention.gigabytes,
    },
    sso: readSsoSettings(read),
    logLevel: read.oneOf('FAROL_LOG_LEVEL', logLevels) ?? 'info',
    webDir: read.text('FAROL_WEB_DIR'),
    json: (read.oneOf('FAROL_JSON', ['0', '1']) ?? (stdoutIsTerminal ? '0' : '1')) === '1',
    unknown: Object.keys(env).filter((name) => name.startsWith('FAROL_') && !knownNames.has(name)),
  };
  read.refuseIgnoredFiles();
  read.finish();
  return config;
}

const knownNames: ReadonlySet<string> = new Set([
  ...Object.keys(controlVariables),
  ...controlSecretVariables.map((name) => `${name}_FILE`),
]);

/** True for the addresses that mean every interface and so cannot be visited. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Of the user who runs the program; the data directory when none is set. */
export function stateDir(env: Environment): string {
  const state = env['XDG_STATE_HOME'];
  return path.join(state === undefined || state === '' ? path.join(homedir(), '.local', 'state') : state, 'farol');
}

class VariableReader {
  readonly #env: Environment;
  readonly #problems: string[] = [];

  constructor(env: Environment) {
    this.#env = env;
  }

  problem(variable: ControlVariable, what: string): void {
    this.#problems.push(`${variable} ${what}`);
  }

  text(variable: ControlVariable): string | undefined {
    const value = this.#env[variable];
    if (value === undefined || value.trim() !== '') return value;
    this.problem(variable, 'is set but empty; unset it or set a value');
    return undefined;
  }

  secret(variable: (typeof controlSecretVariables)[number], schemes: readonly string[]): string | undefined {
    const blank = [variable, `${variable}_FILE`].filter((name) => this.#env[name]?.trim() === '');
    if (blank.length > 0) {
      this.#problems.push(...blank.map((name) => `${name} is set but empty; unset it or set a value`));
      return undefined;
    }
    try {
      return readSecretNow({ variable, schemes }, this.#env);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      this.#problems.push(error.message);
      return undefined;
    }
  }

  refuseIgnoredFiles(): void {
    const known = { variables: Object.keys(controlVariables), secrets: controlSecretVariables };
    for (const { problem, remedy } of findIgnoredFiles(this.#env, known)) this.#problems.push(`${problem} ${remedy}`);
  }

  integer(variable: ControlVariable, { min, max }: { min: number; max: number }): number | undefined {
    const value = this.text(variable);
    if (value === undefined) return undefined;
    const parsed = /^\d{1,9}$/u.test(value) ? Number(value) : Number.NaN;
    if (parsed >= min && parsed <= max) return parsed;
    this.problem(variable, `must be a whole number from ${min} to ${max}`);
    return undefined;
  }

  oneOf<const T extends string>(variable: ControlVariable, allowed: readonly T[]): T | undefined {
    const value = this.text(variable);
    if (value === undefined) return undefined;
    const found = allowed.find((one) => one === value);
    if (found === undefined) this.problem(variable, `must be one of ${allowed.join(', ')}`);
    return found;
  }

  url(variable: ControlVariable, protocol: 'https:' | 'wss:'): URL | undefined {
    const value = this.text(variable);
    if (value === undefined) return undefined;
    const parsed = URL.parse(value);
    const isOrigin = parsed?.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === '';
    if (parsed !== null && isOrigin && parsed.protocol === protocol) return parsed;
    this.problem(variable, `must be a ${protocol}// address with nothing after host and port`);
    return undefined;
  }

  trustedProxies(): TrustedProxies {
    const text = this.text('FAROL_TRUSTED_PROXIES');
    if (text === undefined) return TrustedProxies.none;
    const parsed = TrustedProxies.parse(text);
    if (!('wrong' in parsed)) return parsed;
    this.problem('FAROL_TRUSTED_PROXIES', `must be addresses or networks separated by commas: ${parsed.wrong}`);
    return TrustedProxies.none;
  }

  tunnelTls(): Pick<ControlConfig, 'trustedProxies' | 'tunnelTls'> {
    const trustedProxies = this.trustedProxies();
    const tunnelTls = this.oneOf('FAROL_TUNNEL_TLS', ['here', 'proxy']) ?? 'here';
    if (tunnelTls === 'proxy') {
      const isRequired = 'is required when FAROL_TUNNEL_TLS is proxy:';
      if (this.#env['FAROL_TRUSTED_PROXIES'] === undefined) {
        this.problem('FAROL_TRUSTED_PROXIES', `${isRequired} only these addresses may then connect to the tunnel port`);
      }
      if (this.#env['FAROL_TUNNEL_URL'] === undefined) {
        this.problem('FAROL_TUNNEL_URL', `${isRequired} instances connect to the address of the proxy`);
      }
    }
    return { trustedProxies, tunnelTls };
  }

  tlsFiles(): ControlConfig['tlsFiles'] {
    const certFile = this.text('FAROL_TLS_CERT_FILE');
    const keyFile = this.text('FAROL_TLS_KEY_FILE');
    if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
    if (certFile !== undefined) this.problem('FAROL_TLS_KEY_FILE', 'is required with FAROL_TLS_CERT_FILE');
    if (keyFile !== undefined) this.problem('FAROL_TLS_CERT_FILE', 'is required with FAROL_TLS_KEY_FILE');
    return undefined;
  }

  addresses(): Pick<ControlConfig, 'host' | 'publicUrl' | 'tunnelUrl'> {
    const host = this.text('FAROL_HOST') ?? '127.0.0.1';
    const publicUrl = this.url('FAROL_PUBLIC_URL', 'https:');
    if (isWildcard(host) && publicUrl === undefined) {
      this.problem(
        'FAROL_PUBLIC_URL',
        `is required when FAROL_HOST is ${host}: a wildcard is not an address that people can open`,
      );
    }
    return { host, publicUrl, tunnelUrl: this.url('FAROL_TUNNEL_URL', 'wss:') };
  }

  databaseUrl(dataDir: string): Secret {
    const url = this.secret('FAROL_DATABASE_URL', databaseSchemes) ?? `sqlite:${path.join(dataDir, 'farol.db')}`;
    if (!/^(?:sqlite:.|postgres(?:ql)?:\/\/)/u.test(url)) {
      this.problem('FAROL_DATABASE_URL', 'must start with sqlite: or postgres://');
    }
    return new Secret(url);
  }

  storeKey(variable: 'FAROL_STORE_KEY' | 'FAROL_STORE_KEY_NEW'): StoreKey | undefined {
    const given = this.secret(variable, []);
    const key = given === undefined ? undefined : StoreKey.parse(new Secret(given));
    if (given !== undefined && key === undefined) this.problem(variable, storeKeyShapes);
    return key;
  }

  network(): NetworkOptions {
    const { problems } = readProxySettings(this.#env);
    this.#problems.push(...problems.map(({ problem, remedy }) => `${problem} ${remedy}`));
    return { env: this.#env };
  }

  isSet(variable: string): boolean {
    return this.#env[variable] !== undefined;
  }

  organizationName(variable: 'FAROL_ORGANIZATION' | 'FAROL_SSO_ORGANIZATION'): string | undefined {
    const name = this.text(variable);
    if (name !== undefined && !organizationName.test(name)) this.problem(variable, organizationNameRule);
    return name;
  }

  imageRegistry(): string | undefined {
    const registry = this.text('FAROL_IMAGE_REGISTRY');
    if (
      registry !== undefined &&
      !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/u.test(registry)
    ) {
      this.problem(
        'FAROL_IMAGE_REGISTRY',
        'must be the host of a registry, with a port and a path if it has them, without https:// and without a final slash',
      );
    }
    return registry;
  }

  metrics(): ControlConfig['metrics'] {
    const port = this.integer('FAROL_METRICS_PORT', { min: 0, max: 65_535 });
    const host = this.text('FAROL_METRICS_HOST') ?? '127.0.0.1';
    return port === undefined ? undefined : { host, port };
  }

  dataDir(): string {
    const given = this.text('FAROL_DATA_DIR');
    return given === undefined ? stateDir(this.#env) : path.resolve(given);
  }

  finish(): void {
    if (this.#problems.length > 0) throw new ConfigProblems(this.#problems);
  }
}
