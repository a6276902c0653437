/**
 * Every problem that a boot of an Agent or Profiler reports, in its own words: the judges of the two programs are asked
 * with one thing wrong at a time. Names, paths and numbers are samples.
 */
import { type BootFacts as ProfilerFacts, judgeBoot as judgeProfiler } from '../../profiler/host/boot/judge-boot.ts';
import { capabilities } from '../../profiler/host/boot/capabilities.ts';
import { healthyBoot as healthyProfiler } from '../../profiler/host/boot/healthy-boot.ts';
import { parseTargetList, readTargetList } from '../../profiler/host/boot/target-list.ts';
import { readCountedAllocations } from '../../profiler/host/capture/counted-allocations.ts';
import { healthyBoot as healthyAgent } from '../../src/agent/boot/healthy-boot.ts';
import { type BootFacts as AgentFacts, judgeBoot as judgeAgent } from '../../src/agent/boot/judge-boot.ts';
import { parseInstanceConfig } from '../../src/tunnel/instance/config.ts';

export interface ShownProblem {
  readonly refuses: boolean;
  readonly code: string;
  readonly cause: string;
  readonly cost: string;
  readonly fix: string;
}

const { problems: unset } = parseInstanceConfig({});
const { problems: wrong } = parseInstanceConfig({
  RUNNER_TENANT: 'Example Org',
  RUNNER_INSTANCE_ID: '-edge',
  RUNNER_TUNNEL_URL: 'ws://farol.example.com:8443',
  RUNNER_ENROLL_URL: 'https://user@farol.example.com:8444/enroll?a=b',
  RUNNER_IDENTITY_DIR: 'identity',
  RUNNER_CA_FILE: '/none/ca.pem',
});
const directory = '/var/lib/farol/identity';
const identity = [
  {
    cause: `${directory} cannot be written (EACCES), so the identity of this instance cannot be kept.`,
    remedy: 'Mount the volume of RUNNER_IDENTITY_DIR writable for the user of this process.',
  },
];
const lists = ['{"targets": []}', '{"targets": [{"workload": "*"}]}', '{"targets": [{"workload": "a"}], "comment": 1}']
  .concat(['{"targets": [{"workload": "a"}, {"workload": "a"}]}', '// a comment'])
  .flatMap((text) => parseTargetList(Buffer.from(text)).problems);
const { own, collector, collectorFile } = healthyProfiler;
const all = own.bounding;
const masks = collector.state === 'started' ? collector : undefined;

/** One boot each, in which something is wrong. */
export const wrongProfilers: readonly Partial<ProfilerFacts>[] = [
  { config: [...unset, ...wrong] },
  { identity },
  { targets: readTargetList('') },
  { targets: readTargetList('/none/targets.json') },
  { targets: { targets: undefined, problems: lists } },
  {
    collectorsView: {
      isAccepted: false,
      message: '/etc/farol/targets.json is owned by user 1000 and not by root.',
      fix: 'Give the file and every folder above it to root.',
    },
  },
  { allocations: readCountedAllocations('unlisted', [{ workload: 'checkout' }]).problems },
  { own: { ...own, uid: 0 } },
  { own: { ...own, permitted: 1n << 39n } },
  { own: { ...own, noNewPrivs: true } },
  ...capabilities.map(({ bit }) => ({ own: { ...own, bounding: all & ~(1n << BigInt(bit)) } })),
  ...['ENOENT', 'EACCES'].map((code) => ({
    collector: { state: 'not_started' as const, path: '/usr/local/bin/ptop', code },
  })),
  ...(masks === undefined
    ? []
    : [...capabilities.map(({ bit }) => all & ~(1n << BigInt(bit))), all | (1n << 12n)].map((permitted) => ({
        collector: { ...masks, permitted },
      }))),
  ...(collectorFile === undefined
    ? []
    : [
        { collectorFile: { ...collectorFile, mode: 0o755 } },
        { collectorFile: { ...collectorFile, owner: 1000 } },
        { collectorFile: { ...collectorFile, mode: 0o770 } },
        { collectorFile: { ...collectorFile, folders: [{ path: '/opt', owner: 1000, mode: 0o755 }] } },
      ]),
  { hasKernelBtf: false },
  { perfEventParanoid: 3 },
  { mounts: { tracefs: false, debugfs: false } },
  { isHostPidNamespace: false },
  { memory: undefined },
  { memory: { limitBytes: 512 << 20, swapBytes: 512 << 20 } },
];

const [source] = healthyAgent.sources;
const setting = (variable: string, problem: string, remedy: string) => ({ variable, problem, remedy });
const perMinute = 'RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE';

export const wrongAgents: readonly Partial<AgentFacts>[] = [
  { config: [...unset, ...wrong] },
  { isTokenInArguments: true },
  { identity },
  {
    settings: [
      setting(perMinute, `${perMinute} is not a whole number from 1 to 6000.`, `Set ${perMinute}, or leave it out.`),
    ],
  },
  {
    ignoredFiles: [
      setting(
        'RUNNER_TENANT_FILE',
        'RUNNER_TENANT_FILE is set, but RUNNER_TENANT is not a secret.',
        'Set RUNNER_TENANT.',
      ),
    ],
  },
  {
    secretStore: [
      setting('RUNNER_SECRET_STORE', 'The settings of the secret store are not complete.', 'Set what is named.'),
    ],
  },
  {
    allowFile: [
      setting('RUNNER_ALLOW_FILE', 'The file in RUNNER_ALLOW_FILE is not valid: …', 'Name operations of the catalog.'),
    ],
  },
  {
    lockFile: [
      setting(
        'RUNNER_CATALOG_LOCK_FILE',
        'The file in RUNNER_CATALOG_LOCK_FILE is not valid: …',
        'Write it with farol catalog lock.',
      ),
    ],
  },
  {
    sourcesFile: [
      setting(
        'RUNNER_SOURCES_FILE',
        'The file in RUNNER_SOURCES_FILE is not valid: …',
        'Write each source with its name, its connector and its settings.',
      ),
    ],
  },
  ...(source === undefined
    ? []
    : [
        {
          sources: [
            {
              ...source,
              problems: [setting('GRAFANA_METRICS_URL', 'GRAFANA_METRICS_URL is not an address.', 'Correct it.')],
            },
          ],
        },
        { sources: [{ ...source, missing: 'GRAFANA_METRICS_URL' }] },
        { sources: [{ ...source, isTouched: false, missing: 'GRAFANA_METRICS_URL' }] },
        {
          sources: [
            {
              ...source,
              unreadable: [
                setting(
                  'GRAFANA_METRICS_TOKEN',
                  'GRAFANA_METRICS_TOKEN could not be read just now.',
                  'See the reason that follows.',
                ),
              ],
            },
          ],
        },
        { sources: [{ ...source, clearText: ['GRAFANA_METRICS_URL'] }] },
      ]),
  { inert: ['metrics.query'] },
  { unknownVariables: ['RUNNER_TENNANT'] },
];

/** Each problem once, in the order of the boots. */
export function showProfilerProblems(): ShownProblem[] {
  return distinct(wrongProfilers.map((facts) => judgeProfiler({ ...healthyProfiler, ...facts })));
}

export function showAgentProblems(): ShownProblem[] {
  return distinct(wrongAgents.map((facts) => judgeAgent({ ...healthyAgent, ...facts })));
}

type Problem = Omit<ShownProblem, 'refuses'>;

function distinct(verdicts: readonly { refusals: readonly Problem[]; warnings: readonly Problem[] }[]): ShownProblem[] {
  const shown = verdicts.flatMap(({ refusals, warnings }) => [
    ...refusals.map((problem) => ({ ...problem, refuses: true })),
    ...warnings.map((problem) => ({ ...problem, refuses: false })),
  ]);
  return [...new Map(shown.map((problem) => [problem.cause, problem])).values()];
}
