/**
 * `./farol test`, `--quick`, `--deep` and `--delivery`: prepares what the layer needs, runs its gates and counts them.
 * CONTRIBUTING says what each layer holds and how long it takes.
 *
 * What measures nothing runs side by side. The collector's tests measure a machine of two processors and run alone, and
 * so do the containers of the delivery. The soak mostly waits, beside the TypeScript tests.
 */
import { registry } from '../connectors/registry.ts';
import { installJavaRuntimes } from '../test/java/runtimes.ts';
import { installNodeReleases } from '../test/node/releases.ts';
import { buildPprof } from '../test/pprof/real-pprof.ts';
import { installDotnetRuntimes } from '../test/profiler/dotnet-runtimes.ts';
import { buildGoPrograms } from '../test/profiler/go-programs.ts';
import { installLanguageRuntimes } from '../test/profiler/language-runtimes.ts';
import { installInterpreters, installOldestInterpreter } from '../test/profiler/python-interpreters.ts';
import { collectorLints, collectorOnArm64, fuzzingCompiles, runCollectorTests } from './check/collector-gates.ts';
import { whereDelivered } from './check/delivery.ts';
import { deliveryTools, gatesOf } from './check/delivery-tools.ts';
import type { VitestReport } from './check/failures.ts';
import { buildReleases, root, runVitest, sourceGates, type VitestRun } from './check/gates.ts';
import type { Gate } from './check/run-gates.ts';
import { runStages, type Stage } from './check/run-stages.ts';
import type { Layer } from './check/test-files.ts';
import { prepareConnector } from './connector/prepare.ts';
import { runWitnessArm64 } from './witness-arm64.ts';

/** Of the TypeScript tests of every gate, for the list of the slowest files. */
const reports: VitestReport[] = [];

function tests(name: string, project: string, layer: Layer, more: Partial<VitestRun> = {}): Gate {
  return { name, isLive: true, run: (output) => runVitest({ output, project, layer, reports, ...more }) };
}
const quietly = (gate: Gate): Gate => ({ ...gate, isLive: false });

const layers: Record<Layer, readonly Stage[]> = {
  quick: [[sourceGates('quick'), [tests('tests', 'tests', 'quick')]]],
  default: [
    [
      [...sourceGates('default'), whereDelivered(buildReleases('amd64'))],
      [...collectorLints, runCollectorTests('stacks', { threads: 2, isDeep: false })],
    ],
    // One at a time: each measures a program that keeps a CPU busy, and what it asserts must hold on two CPUs.
    [[{ ...runCollectorTests('ptop', { threads: 1, isDeep: false }), isLive: true }]],
    [[tests('tests', 'tests', 'default')]],
    [[whereDelivered(tests('an install of the archives', 'delivery', 'default'))]],
  ],
  deep: [
    [
      [...sourceGates('deep'), whereDelivered(buildReleases('amd64', 'next', 'breaking', 'arm64'))],
      [...collectorLints, fuzzingCompiles, collectorOnArm64, { name: 'witness on arm64', run: runWitnessArm64 }],
    ],
    [
      [
        { ...runCollectorTests('stacks', { threads: 2, isDeep: true }), isLive: true },
        { ...runCollectorTests('ptop', { threads: 1, isDeep: true }), isLive: true },
      ],
    ],
    [[tests('tests', 'tests', 'deep')], [quietly(tests('soak', 'soak', 'deep'))]],
    [gatesOf(deliveryTools)],
    [[whereDelivered(tests('delivery', 'delivery', 'deep'))]],
  ],
  delivery: [
    [gatesOf(deliveryTools)],
    [[buildReleases('amd64', 'next', 'breaking', 'arm64')]],
    [[tests('delivery', 'delivery', 'deep')]],
  ],
};

async function prepare(layer: Layer): Promise<void> {
  if (layer === 'delivery') return;
  const extent = ({ quick: 'contract', default: 'real', deep: 'deep' } as const)[layer];
  for (const { manifest } of registry) await prepareConnector(root, manifest.id, extent);
  if (layer === 'quick') return;
  installJavaRuntimes();
  installNodeReleases();
  installInterpreters(console.log);
  if (layer === 'deep') {
    installOldestInterpreter();
    installLanguageRuntimes(console.log);
    installDotnetRuntimes(console.log);
  }
  buildGoPrograms(console.log);
  buildPprof(console.log);
}

const asked = process.argv[2]?.replace(/^--/u, '') ?? 'default';
if (!Object.hasOwn(layers, asked)) throw new Error(`there is no layer ${asked}: ${Object.keys(layers).join(', ')}`);
const layer = asked as Layer;
// The launcher has installed and compiled before this began.
const beganMs = Number(process.env['FAROL_TEST_BEGAN'] ?? Date.now() / 1000) * 1000;
await prepare(layer);
const preparedSeconds = (Date.now() - beganMs) / 1000;
process.exitCode = await runStages(layers[layer], { layer, preparedSeconds, reports });
