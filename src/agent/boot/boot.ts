/** Gathers the facts, has them judged, and hands over everything the Agent needs, or everything that is wrong. */
import { catalog } from '../../../catalog/index.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import type { Redactor } from '../../core/redact.ts';
import { findBootstrapToken } from '../../secrets/bootstrap-token.ts';
import { type SecretSource, SecretUnreadable } from '../../secrets/secret-source.ts';
import { openIdentity } from '../../tunnel/identity/open-identity.ts';
import { instanceVariables, type InstanceConfig, parseInstanceConfig } from '../../tunnel/instance/config.ts';
import { agentVariables, allowFileVariable, readCallLimits, tokenVariable } from '../agent-variables.ts';
import type { CallLimitSettings } from '../call-limits.ts';
import {
  clearTextVariables,
  type ConnectorSetup,
  type Environment,
  readConnectorSetup,
  type SetupProblem,
} from '../connector-setup.ts';
import type { AllowList } from '../dispatch/check-enabled.ts';
import { type BootProblem, type ConnectorFacts, judgeBoot } from './judge-boot.ts';
import { readAllowFile } from './read-allow-file.ts';

export interface Booted {
  readonly config: InstanceConfig;
  /** Undefined when an identity exists already: a restart needs no token. */
  readonly token: SecretSource | undefined;
  readonly allowed: AllowList;
  readonly limits: CallLimitSettings;
  readonly connectors: readonly { readonly registered: RegisteredConnector; readonly setup: ConnectorSetup }[];
  readonly warnings: readonly BootProblem[];
}

export type Boot =
  | { readonly booted: Booted }
  | {
      readonly booted?: undefined;
      readonly refusals: readonly BootProblem[];
      readonly warnings: readonly BootProblem[];
    };

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
  const { limits, problems: settings } = readCallLimits(env);
  const allow = readAllowFile(env[allowFileVariable], catalog);
  const connectors = registry.map((registered) => ({
    registered,
    setup: readConnectorSetup(registered.manifest, env, redactor),
  }));
  const { refusals, warnings } = judgeBoot({
    config: problems,
    token: token.problems,
    isTokenInArguments: args.some((argument) => argument.includes('rboot_')),
    identity: identity?.found === 'unusable' ? identity.problems : [],
    settings,
    allowFile: allow.problems,
    connectors: await Promise.all(connectors.map(({ setup }) => toFacts(setup))),
    unknownVariables: unknownVariables(env),
  });
  if (config === undefined || refusals.length > 0) return { refusals, warnings };
  return { booted: { config, token: token.source, allowed: allow.allowed, limits, connectors, warnings } };
}

async function toFacts(setup: ConnectorSetup): Promise<ConnectorFacts> {
  const { manifest, isTouched, missing, problems } = setup;
  const unreadable: SetupProblem[] = [];
  for (const source of setup.secrets.values()) {
    await source.read().catch((error: unknown) => {
      if (!(error instanceof SecretUnreadable)) throw error;
      unreadable.push(error);
    });
  }
  return { id: manifest.id, isTouched, missing, problems, unreadable, clearTextVariables: clearTextVariables(setup) };
}

function unknownVariables(env: Environment): string[] {
  const known = new Set(Object.keys({ ...instanceVariables, ...agentVariables }));
  return Object.keys(env).filter((name) => name.startsWith('RUNNER_') && !known.has(name) && !isFileOf(name));
}

function isFileOf(name: string): boolean {
  return name === `${tokenVariable}_FILE`;
}
