/** The real pprof, of the release that the module file beside this one pins. */
import { execFileSync } from 'node:child_process';
import { buildGoTool } from '../../scripts/go-tool.ts';

/** Returns its file. */
export function buildPprof(say: (line: string) => void): string {
  return buildGoTool({ name: 'pprof', moduleFolder: import.meta.dirname, package: 'github.com/google/pprof' }, say);
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
