/** Builds one part of Farol: `programs` (dist/), `web` (dist/web), `native` (the collector and the demo's workload). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { bundleAgent } from './bundle-agent.ts';
import { bundleSpecialFunctions } from './bundle-special-functions.ts';
import { bundleWitness } from './bundle-witness.ts';
import { recordBundledPackages } from './bundled-packages.ts';
import { removeStaleOutput } from './remove-stale-output.ts';

const root = path.resolve(import.meta.dirname, '..');
const TypeScriptBuild = z.object({ include: z.array(z.string()) });

const parts: Record<string, () => void | Promise<void>> = {
  async programs() {
    run('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json']);
    removeStaleOutput(
      root,
      TypeScriptBuild.parse(JSON.parse(readFileSync(path.join(root, 'tsconfig.build.json'), 'utf8'))).include,
    );
    await bundleAgent();
    await bundleSpecialFunctions();
    await bundleWitness();
  },
  async web() {
    const started = Date.now();
    const { buildWebAndDocs } = await import('../web/build.ts');
    recordBundledPackages('web', await buildWebAndDocs());
    sayBuilt('the web app', started);
  },
  native() {
    buildWorkload();
    run('cargo', ['build', '--release', '--locked', '--quiet', '--manifest-path', 'profiler/ptop/Cargo.toml']);
  },
};

/** One source, two versions: the second carries the planted changes. */
function buildWorkload(): void {
  for (const version of ['1', '2']) {
    const folder = path.join(root, 'dist/demo', `v${version}`);
    mkdirSync(folder, { recursive: true });
    run(
      'gcc',
      ['-std=c11', '-Wall', '-Wextra', '-Werror', '-O2', '-g', '-pthread', `-DLANTERN_VERSION=${version}`].concat([
        'demo/workload/lantern.c',
        '-o',
        path.join(folder, 'lantern'),
      ]),
    );
  }
}

function run(command: string, args: readonly string[]): void {
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error !== undefined) throw new Error(`${command} could not be started`, { cause: error });
  if (status !== 0) process.exit(status ?? 1);
  sayBuilt(`${path.basename(command)} ${args[0] ?? ''}`, started);
}

function sayBuilt(what: string, started: number): void {
  process.stderr.write(`farol: built ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

const part = process.argv[2] ?? '';
const build = parts[part];
if (build === undefined) {
  process.stderr.write(`build: unknown part "${part}"; known: ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}
process.stderr.write(`farol: building ${part}\n`);
await build();
