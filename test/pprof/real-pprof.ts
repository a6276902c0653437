/** The real pprof, compiled from the release that the module file beside this one pins. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findGo } from '../../connectors/eks/upstream/cluster/control-plane-binaries.ts';

const digest = createHash('sha256');
for (const file of ['go.mod', 'go.sum']) digest.update(readFileSync(path.join(import.meta.dirname, file)));
const folder = path.resolve(import.meta.dirname, '../../.farol', `pprof-${digest.digest('hex').slice(0, 12)}`);

/** Returns its file. Compiles it unless it is there, under another name first, so that half a build is never used. */
export function buildPprof(say: (line: string) => void): string {
  const program = path.join(folder, 'pprof');
  if (existsSync(program)) return program;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    const go = findGo(making, say);
    say('compiling pprof, once for this version');
    execFileSync(go, ['build', '-trimpath', '-o', path.join(making, 'pprof'), 'github.com/google/pprof'], {
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        GOFLAGS: '-mod=readonly -buildvcs=false',
        GOTOOLCHAIN: 'local',
        GOWORK: 'off',
        CGO_ENABLED: '0',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    rmSync(path.join(making, 'compiler'), { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return program;
}

/** What it prints, without asking anything of the machine: no configuration, no search for binaries. */
export function runPprof(args: readonly string[], home: string): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, PPROF_TMPDIR: home, PPROF_BINARY_PATH: home };
  return execFileSync(
    buildPprof(() => undefined),
    args,
    { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
}
