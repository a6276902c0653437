/**
 * What the environment says about answering questions: what is enabled, how fast, from which systems.
 * The Agent and the commands that answer on its machine read it here, so that they refuse alike.
 */
import { type Catalog, catalog } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import { readProxySettings } from '../../core/proxy-settings.ts';
import type { Redactor } from '../../core/redact.ts';
import { readVersion } from '../../core/version.ts';
import { findIgnoredFiles } from '../../secrets/ignored-files.ts';
import { type SecretSource, SecretUnreadable } from '../../secrets/secret-source.ts';
import type { OpenSecretStore } from '../../secrets/stores/secret-store.ts';
import { storeSecretVariables, storeVariables } from '../../secrets/stores/store-variables.ts';
import { instanceVariables } from '../../tunnel/instance/config.ts';
import type { AuditBody } from '../audit/audit-line.ts';
import type { AuditLimits } from '../audit/audit-retention.ts';
import type { CallLimitSettings } from '../connectors/call-limits.ts';
import {
  clearTextVariables,
  type ConnectorSetup,
  type Environment,
  nameIn,
  type SetupProblem,
} from '../connectors/connector-setup.ts';
import { type ConfiguredSource, type NamedSource, namesGivenTwice, readSources } from '../connectors/sources.ts';
import { type AllowList, type InertOperations, isAllowed } from '../gate/check-enabled.ts';
import {
  agentVariables,
  allowFileVariable,
  lockFileVariable,
  readLimits,
  sourcesFileVariable,
  tokenVariable,
} from './agent-variables.ts';
import type { SettingFacts, SourceFacts } from './judge-boot.ts';
import { readAllowFile } from './read-allow-file.ts';
import { readLockFile } from './read-lock-file.ts';
import { readSourcesFile } from './read-sources-file.ts';

export interface AgentSettings {
  readonly allowed: AllowList;
  readonly inert: InertOperations;
  readonly limits: CallLimitSettings;
  readonly audit: AuditLimits;
  readonly secretStore: OpenSecretStore;
  readonly sources: readonly ConfiguredSource[];
  /** As the sources file has them. */
  readonly named: readonly NamedSource[];
  readonly digests: { readonly allowFile?: string; readonly lockFile?: string; readonly sourcesFile?: string };
}

export interface SettingsInput {
  readonly env: Environment;
  readonly catalog: Catalog;
  readonly registry: readonly RegisteredConnector[];
  readonly redactor: Redactor;
  readonly store: OpenSecretStore;
  /** Reads no secret from the store. */
  readonly isOffline?: boolean;
}

/** Reads every secret once, so that each is known to the redactor from here on. */
export async function readSettings(input: SettingsInput): Promise<{ settings: AgentSettings; facts: SettingFacts }> {
  const { env, catalog, registry, redactor, store, isOffline = false } = input;
  const { limits, audit, problems } = readLimits(env);
  const allow = readAllowFile(env[allowFileVariable], catalog);
  const lock = readLockFile(env[lockFileVariable], catalog);
  const file = readSourcesFile(env[sourcesFileVariable], registry);
  const sources = readSources({ registry, env, named: file.sources }, redactor, store);
  const wouldBeEnabled = (one: Operation): boolean => isAllowed(one, allow.allowed) && lock.inert.has(one.name);
  const inert = lock.problems.length > 0 ? [] : [...catalog.values()].filter(wouldBeEnabled).map(({ name }) => name);
  return {
    settings: {
      allowed: allow.allowed,
      inert: lock.inert,
      limits,
      audit,
      secretStore: store,
      sources,
      named: file.sources,
      digests: {
        ...(allow.digest !== undefined && { allowFile: allow.digest }),
        ...(lock.digest !== undefined && { lockFile: lock.digest }),
        ...(file.digest !== undefined && { sourcesFile: file.digest }),
      },
    },
    facts: {
      settings: problems,
      proxies: readProxySettings(env).problems,
      ignoredFiles: findIgnoredFiles(env, agentVariableNames(registry)),
      secretStore: store.problems,
      allowFile: allow.problems,
      lockFile: lock.problems,
      inert,
      sourcesFile: [...file.problems, ...namesGivenTwice(sources).map(givenTwice)],
      sources: await Promise.all(sources.map(({ setup }) => toFacts(setup, isOffline))),
      unknownVariables: unknownVariables(env, registry),
    },
  };
}

/** What a question may ask for: reads by number, writes by name. */
export function summarizeEnabled(
  catalog: Catalog,
  { allowed, inert }: Pick<AgentSettings, 'allowed' | 'inert'>,
): { reads: number; writes: string[]; inert: number } {
  const enabled = [...catalog.values()].filter((one) => isAllowed(one, allowed) && !inert.has(one.name));
  return {
    reads: enabled.filter(({ access }) => access === 'read').length,
    writes: enabled.filter(({ access }) => access === 'write').map(({ name }) => name),
    inert: inert.size,
  };
}

function givenTwice(name: string): SetupProblem {
  const file = `The file in ${sourcesFileVariable}`;
  const problem = `${file} has a source ${name}, and variables of the Agent configure one of that name too.`;
  const remedy = `Give the source in the file another name, or unset the variables of ${name}.`;
  return { variable: sourcesFileVariable, problem, remedy };
}

/** All at once, so that a store that says nothing costs one wait and not one for each secret. */
async function toFacts(setup: ConnectorSetup, isOffline: boolean): Promise<SourceFacts> {
  const { source: name, isTouched, missing, problems, secrets } = setup;
  const asked = [...secrets.values()].filter(({ reference }) => !isOffline || reference === undefined);
  const unreadable = (await Promise.all(asked.map(problemReading))).filter((one) => one !== undefined);
  const clearText = clearTextVariables(setup).map((one) => nameIn(setup, one));
  return { name, isTouched, missing, problems, unreadable, clearText };
}

async function problemReading(source: SecretSource): Promise<SetupProblem | undefined> {
  try {
    await source.read();
    return undefined;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return error;
  }
}

/** Every variable of an Agent, and those of them that may be given in a file. */
export function agentVariableNames(registry: readonly RegisteredConnector[]): {
  variables: string[];
  secrets: string[];
} {
  const configured = registry.flatMap(({ manifest }) => Object.entries(manifest.config));
  return {
    variables: [
      ...Object.keys({ ...instanceVariables, ...agentVariables, ...storeVariables }),
      ...configured.map(([name]) => name),
    ],
    secrets: [
      tokenVariable,
      ...storeSecretVariables,
      ...configured.filter(([, { kind }]) => kind === 'secret').map(([name]) => name),
    ],
  };
}

function unknownVariables(env: Environment, registry: readonly RegisteredConnector[]): string[] {
  const { variables, secrets } = agentVariableNames(registry);
  const known = new Set([...variables, ...secrets.map((name) => `${name}_FILE`)]);
  return Object.keys(env).filter((name) => name.startsWith('RUNNER_') && !known.has(name));
}

/** The audit record that says what was in force from a start on. `digest`: of the catalog, as reported over the tunnel. */
export function startRecord(settings: AgentSettings, digest: string): Extract<AuditBody, { event: 'started' }> {
  const { allowFile, lockFile, sourcesFile } = settings.digests;
  return {
    event: 'started',
    farol: readVersion(),
    catalog: digest,
    ...summarizeEnabled(catalog, settings),
    ...(allowFile !== undefined && { allow_file: allowFile }),
    ...(lockFile !== undefined && { lock_file: lockFile }),
    ...(sourcesFile !== undefined && { sources_file: sourcesFile }),
  };
}
