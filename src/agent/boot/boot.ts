/** Gathers the facts, has them judged, and hands over everything the Agent needs, or everything that is wrong. */
import { readFileSync } from 'node:fs';
import { catalog } from '../../../catalog/index.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import { systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Redactor } from '../../core/redact.ts';
import { findBootstrapToken } from '../../secrets/bootstrap-token.ts';
import type { SecretSource } from '../../secrets/secret-source.ts';
import { type OpenSecretStore, openSecretStore } from '../../secrets/stores/secret-store.ts';
import { needsToken, openIdentity } from '../../tunnel/identity/open-identity.ts';
import { type ConfigProblem, type InstanceConfig, parseInstanceConfig } from '../../tunnel/instance/config.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import { type BootProblem, judgeBoot } from './judge-boot.ts';
import { type AgentSettings, readSettings } from './read-settings.ts';

export interface Booted extends AgentSettings {
  readonly config: InstanceConfig;
  /** Undefined when an identity exists already: a restart needs no token. */
  readonly token: SecretSource | undefined;
  readonly warnings: readonly BootProblem[];
}

export interface Refused {
  readonly booted?: undefined;
  readonly refusals: readonly BootProblem[];
  readonly warnings: readonly BootProblem[];
}

export type Boot = { readonly booted: Booted } | Refused;

export interface BootInput {
  readonly env: Environment;
  /** Arguments of the process, searched only for a token that must not be there. */
  readonly args: readonly string[];
  readonly registry: readonly RegisteredConnector[];
  readonly redactor: Redactor;
  readonly log: Log;
}

export async function boot(input: BootInput): Promise<Boot> {
  const { env, args, registry, redactor } = input;
  const { config, problems } = parseInstanceConfig(env);
  const identity =
    config === undefined
      ? undefined
      : await openIdentity(config.identityDir, { class: 'agent', tenant: config.tenant, instance: config.instance });
  const store = openStore(input);
  const token = findBootstrapToken({ env, redactor, store }, needsToken(identity, env['RUNNER_IDENTITY_DIR']));
  const { settings, facts } = await readSettings({ env, catalog, registry, redactor, store });
  const { refusals, warnings } = judgeBoot({
    ...facts,
    config: problems,
    token: token.problems,
    isTokenInArguments: args.some((argument) => argument.includes('rboot_')),
    identity: identity?.found === 'unusable' ? identity.problems : [],
  });
  if (config === undefined || refusals.length > 0) {
    store.close();
    return { refusals, warnings };
  }
  return { booted: { ...settings, config, token: token.source, warnings } };
}

export interface LocallyBooted extends AgentSettings {
  /** PEM of an additional authority, read from RUNNER_CA_FILE. */
  readonly ca: string | undefined;
  readonly warnings: readonly BootProblem[];
}

export interface LocalBootInput extends Omit<BootInput, 'args'> {
  /** Sends nothing, so that no secret is read from a store. */
  readonly isOffline?: boolean;
}

/** As `boot`, for commands on this machine only: no control plane, no identity, no token. */
export async function bootLocally(input: LocalBootInput): Promise<{ readonly booted: LocallyBooted } | Refused> {
  const store = openStore(input);
  const { settings, facts } = await readSettings({ ...input, catalog, store });
  const authority = authorityProblems(input.env);
  const { refusals, warnings } = judgeBoot({
    ...facts,
    settings: [...facts.settings, ...authority],
    config: [],
    token: [],
    isTokenInArguments: false,
    identity: [],
  });
  if (refusals.length > 0) {
    store.close();
    return { refusals, warnings };
  }
  return { booted: { ...settings, ca: readAuthority(input.env[caVariable]), warnings } };
}

const caVariable = 'RUNNER_CA_FILE';

function authorityProblems(env: Environment): ConfigProblem[] {
  return parseInstanceConfig(env).problems.filter(({ variable }) => variable === caVariable);
}

/** An authority that cannot be read refuses the boot; until then the store is tried without it. */
function openStore({ env, redactor, log }: Pick<BootInput, 'env' | 'redactor' | 'log'>): OpenSecretStore {
  const ca = authorityProblems(env).length === 0 ? readAuthority(env[caVariable]) : undefined;
  return openSecretStore({ env, redactor, ca, clock: systemClock, log });
}

/** The file was read a moment ago without a problem. */
function readAuthority(file: string | undefined): string | undefined {
  return file === undefined || file === '' ? undefined : readFileSync(file, 'utf8');
}
