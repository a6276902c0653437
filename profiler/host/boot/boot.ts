/** Gathers, judges and says: everything that is wrong at once, or what this Profiler is. */
import { readProxySettings } from '../../../src/core/proxy-settings.ts';
import type { Redactor } from '../../../src/core/redact.ts';
import { findIgnoredFiles } from '../../../src/secrets/ignored-files.ts';
import { findBootstrapToken } from '../../../src/secrets/bootstrap-token.ts';
import type { SecretSource } from '../../../src/secrets/secret-source.ts';
import { needsToken, openIdentity } from '../../../src/tunnel/identity/open-identity.ts';
import { type InstanceConfig, instanceVariables, parseInstanceConfig } from '../../../src/tunnel/instance/config.ts';
import { allocationsVariable, readCountedAllocations } from '../capture/counted-allocations.ts';
import { readSpoolLimits, type SpoolLimits, spoolVariables } from '../outbox/spool-limits.ts';
import { readTargetList, type Target, targetsVariable } from './target-list.ts';
import { gatherMachineFacts } from './gather-facts.ts';
import { judgeBoot } from './judge-boot.ts';
import type { BootProblem } from './boot-problem.ts';

export const tokenVariable = 'RUNNER_BOOTSTRAP_TOKEN';

export const collectorVariable = 'RUNNER_PTOP_FILE';

/** Every variable of a Profiler, and those of them that may be given in a file. */
export const profilerVariableNames = {
  variables: [
    ...Object.keys(instanceVariables),
    tokenVariable,
    targetsVariable,
    allocationsVariable,
    ...spoolVariables,
    collectorVariable,
  ],
  secrets: [tokenVariable],
};

export interface Booted {
  readonly config: InstanceConfig;
  readonly targets: readonly Target[];
  /** Where they were read, and where the collector reads them again. */
  readonly targetsFile: string;
  /** Of which of them requests for memory are counted as well. */
  readonly allocationsOf: ReadonlySet<string>;
  /** Undefined when an identity exists already: a restart needs no token. */
  readonly token: SecretSource | undefined;
  readonly spoolLimits: SpoolLimits;
  readonly collectorVersion: string;
  readonly warnings: readonly BootProblem[];
}

export type Boot =
  | { readonly booted: Booted }
  | { readonly refusals: readonly BootProblem[]; readonly warnings: readonly BootProblem[] };

type Environment = Readonly<Record<string, string | undefined>>;

export async function boot(env: Environment, collector: string, redactor: Redactor): Promise<Boot> {
  const { config, problems } = parseInstanceConfig(env);
  const targetsFile = env[targetsVariable];
  const targets = readTargetList(targetsFile);
  const allocations = readCountedAllocations(env[allocationsVariable], targets.targets);
  const spool = readSpoolLimits(env);
  const identity = config === undefined ? undefined : await lookAtIdentity(config);
  const token = findBootstrapToken({ env, redactor }, needsToken(identity, env['RUNNER_IDENTITY_DIR']));
  const machine = gatherMachineFacts(collector, targets.targets && targetsFile);
  const { refusals, warnings } = judgeBoot({
    ...machine,
    config: [
      ...problems,
      ...readProxySettings(env).problems,
      ...spool.problems,
      ...findIgnoredFiles(env, profilerVariableNames),
    ],
    token: token.problems,
    identity: identity?.found === 'unusable' ? identity.problems : [],
    targets,
    allocations: allocations.problems,
  });
  const isComplete = config !== undefined && targets.targets !== undefined && machine.collector.state === 'started';
  if (refusals.length > 0 || !isComplete || targetsFile === undefined) return { refusals, warnings };
  return {
    booted: {
      config,
      targets: targets.targets,
      targetsFile,
      allocationsOf: allocations.workloads,
      token: token.source,
      spoolLimits: spool.limits,
      collectorVersion: machine.collector.version,
      warnings,
    },
  };
}

function lookAtIdentity(config: InstanceConfig): ReturnType<typeof openIdentity> {
  return openIdentity(config.identityDir, { class: 'profiler', tenant: config.tenant, instance: config.instance });
}
