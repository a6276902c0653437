/** Gathers the facts, has them judged, and hands over everything the Agent needs, or everything that is wrong. */
import { readFileSync } from 'node:fs';
import { catalog } from '../../../catalog/index.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import type { Redactor } from '../../core/redact.ts';
import { findBootstrapToken } from '../../secrets/bootstrap-token.ts';
import type { SecretSource } from '../../secrets/secret-source.ts';
import { openIdentity } from '../../tunnel/identity/open-identity.ts';
import { type InstanceConfig, parseInstanceConfig } from '../../tunnel/instance/config.ts';
import type { Environment } from '../connector-setup.ts';
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
  /** Arguments of the process, looked at only for a token that must not be there. */
  readonly args: readonly string[];
  readonly registry: readonly RegisteredConnector[];
  readonly redactor: Redactor;
}

export async function boot({ env, args, registry, redactor }: BootInput): Promise<Boot> {
  const { config, problems } = parseInstanceConfig(env);
  const identity =
    config === undefined
      ? undefined
      : await openIdentity(config.identityDir, { class: 'agent', tenant: config.tenant, instance: config.instance });
  const token = findBootstrapToken(env, redactor, identity?.found === 'enrolled');
  const { settings, facts } = await readSettings({ env, catalog, registry, redactor });
  const { refusals, warnings } = judgeBoot({
    ...facts,
    config: problems,
    token: token.problems,
    isTokenInArguments: args.some((argument) => argument.includes('rboot_')),
    identity: identity?.found === 'unusable' ? identity.problems : [],
  });
  if (config === undefined || refusals.length > 0) return { refusals, warnings };
  return { booted: { ...settings, config, token: token.source, warnings } };
}

export interface LocallyBooted extends AgentSettings {
  /** PEM of an additional authority, read from RUNNER_CA_FILE. */
  readonly ca: string | undefined;
  readonly warnings: readonly BootProblem[];
}

/** As `boot`, for what answers on this machine and for nobody else: no control plane, no identity, no token. */
export async function bootLocally(
  input: Omit<BootInput, 'args'>,
): Promise<{ readonly booted: LocallyBooted } | Refused> {
  const { settings, facts } = await readSettings({ ...input, catalog });
  const authority = parseInstanceConfig(input.env).problems.filter(({ variable }) => variable === caVariable);
  const { refusals, warnings } = judgeBoot({
    ...facts,
    settings: [...facts.settings, ...authority],
    config: [],
    token: [],
    isTokenInArguments: false,
    identity: [],
  });
  if (refusals.length > 0) return { refusals, warnings };
  return { booted: { ...settings, ca: readAuthority(input.env[caVariable]), warnings } };
}

const caVariable = 'RUNNER_CA_FILE';

/** The file was read a moment ago without a problem. */
function readAuthority(file: string | undefined): string | undefined {
  return file === undefined || file === '' ? undefined : readFileSync(file, 'utf8');
}
