/**
 * Which tests each layer runs. A test with the tag `deep` runs in the deep layer alone, and so does a file that has it in
 * `@module-tag`. A file named `*.delivery.test.ts` installs a release. A quick run leaves out the files that start a real
 * system, a browser or a native program, and the long ones.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** `delivery` is a part of `deep` that can be run by itself. */
export type Layer = 'quick' | 'default' | 'deep' | 'delivery';

/** The variable that names the layer. Where it is not set, as when one file is run by hand, no file is left out. */
export const layerVariable = 'FAROL_TEST_LAYER';

export const deepTag = 'deep';

/** The one install of the default layer; it needs no program that takes minutes to compile. */
export const installInEveryRun = 'test/delivery/hosts/journey.delivery.test.ts';

const notTests = ['**/node_modules/**', 'profiler/ptop/**'];
const soak = 'bench/soak/soak.test.ts';

interface Files {
  readonly include: string[];
  readonly exclude: string[];
}

/** The files of each project of vitest.config.ts. */
export function filesOf(root: string, layer: string | undefined): Record<'tests' | 'soak' | 'delivery', Files> {
  const slow = layer === 'quick' ? excludedFromQuickRun(root) : [];
  return {
    tests: {
      include: ['{src,bench,catalog,connectors,demo,profiler,web,test,scripts}/**/*.test.ts'],
      exclude: [...notTests, soak, '**/*.delivery.test.ts', ...slow],
    },
    soak: { include: [soak], exclude: notTests },
    delivery: {
      include: layer === 'default' ? [installInEveryRun] : ['{scripts,test}/**/*.delivery.test.ts'],
      exclude: notTests,
    },
  };
}

/** What a test file uses, directly or by way of helpers, that keeps it out of a quick run; a folder ends with a slash. */
export const reasons: Readonly<Record<string, string>> = {
  'test/postgres.ts': 'PostgreSQL',
  'test/contract/real-process.ts': 'Prometheus or Alertmanager',
  'test/contract/start-emulate.ts': 'an emulator of a vendor',
  'test/started-process.ts': 'a program of somebody else',
  'test/stand-in-collector.ts': 'a compiler',
  'test/control-process.ts': 'a control plane in a process of its own',
  'test/run-farol.ts': 'the command line in a process of its own',
  'test/unprivileged-profiler.ts': 'the collector',
  'test/java/': 'Java',
  'test/node/': 'other versions of Node',
  'test/pprof/': 'a compiler of Go',
  'test/profiler/go-programs.ts': 'a compiler of Go',
  'test/profiler/python-interpreters.ts': 'interpreters of Python',
  'web/test/': 'a browser',
};

/** Paths that are left out by themselves, as globs. */
export const leftOut: Readonly<Record<string, string>> = {
  '**/real-*.test.ts': 'a real system',
  'connectors/aws/sql-guard/**': 'minutes of generated statements',
  'test/{chaos,crash,e2e,egress,simulation}/**': 'whole programs for minutes',
  '{bench,demo}/**': 'measures, and builds of the programs',
  'profiler/ptop/**': 'native code',
  'connectors/aws/**/optional-members.test.ts': 'tens of thousands of answers',
  'scripts/release/**': 'images',
  'scripts/generate/{read-probes,troubleshooting/exits}.test.ts': 'the collector',
  'scripts/generate/manual.test.ts': 'mandoc',
  'scripts/generate/policies.test.ts': 'the generators, several times on a copy',
  'scripts/connector/connector.test.ts': 'types and tests of a whole copy',
  'src/agent/audit/{agent-crash,audit-tampering}.test.ts': 'kills, and every byte of a log changed',
  'src/agent/{main,boot/boot-with-store}.test.ts': 'an Agent in a process of its own',
  'src/agent/health/run-checks-in-worker.test.ts': 'checks in processes of their own',
  'src/cli/completion/*.test.ts': 'three shells',
  'src/cli/commands/{login,token}.test.ts': 'a command in a process of its own, again and again',
  'connectors/{eks/tls,mongodb/{failures,health}}.test.ts': 'time-outs of the vendor’s library',
  'connectors/aws/health/judge-actions.test.ts': 'services that say nothing for seconds',
  'test/contract/{faults,renamed-members,answers-over-mcp,unreadable-rows,encoded-answers}.test.ts':
    'every fault and member of every connector',
  'connectors/aws/every-operation.test.ts': 'every operation of the largest connector, several times',
  'src/control/http/authorization.test.ts': 'every route as every caller',
  'src/control/people/sso/sso.test.ts': 'sign-ins through a provider',
  'src/{cli,control}/main.test.ts': 'programs in processes of their own',
  'src/control/{enrolment/enrolment,hub/start-hub,keys/authority-rotation}.test.ts': 'time-outs of real sockets',
};

/** Helpers that a quick run uses without the real part, as their own text says. */
const harmless = new Set(['test/stores.ts']);

/** Globs to exclude: for a test file that uses a part of `reasons`, the file itself. */
export function excludedFromQuickRun(root: string): string[] {
  const files = globSync('{src,catalog,connectors,profiler,scripts,test,web}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('node_modules'),
  });
  const needs = new Map<string, boolean>();
  return [...Object.keys(leftOut), ...files.filter((file) => usesRealPart(root, file, needs))];
}

function usesRealPart(root: string, file: string, known: Map<string, boolean>): boolean {
  const found = known.get(file);
  if (found !== undefined) return found;
  known.set(file, false);
  const isReal =
    Object.keys(reasons).some((part) => (part.endsWith('/') ? file.startsWith(part) : file === part)) ||
    (!harmless.has(file) && importsOf(root, file).some((one) => usesRealPart(root, one, known)));
  known.set(file, isReal);
  return isReal;
}

/** Files of tests only: programs are not followed, because a test starts no real system by importing them. */
function importsOf(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { staticImports } = parseSync(file, text).module;
  return staticImports
    .map(({ moduleRequest: { value } }) => value)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.join(path.dirname(file), specifier))
    .filter((one) => /^(?:test|web\/test)\/|\/upstream\/|\.test\.ts$/u.test(one) && one.endsWith('.ts'));
}
