/**
 * The Go programs that the collector is tested against: one source, built in every way that changes where a Go
 * program keeps what is known about its code. Built again when the source or a way changes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findGo } from '../../connectors/eks/upstream/cluster/control-plane-binaries.ts';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'profiler/ptop/crates/ptop/tests/targets/known.go');
const folder = path.join(root, '.farol/go-programs');

const stripped = '-ldflags=-s -w';
const ways: Readonly<Record<string, { readonly flags: readonly string[]; readonly architecture?: string }>> = {
  symbols: { flags: [] },
  stripped: { flags: [stripped] },
  pie: { flags: ['-buildmode=pie', stripped] },
  // Linked by the C compiler, whose own code then lies before Go's.
  external: { flags: ['-ldflags=-s -w -linkmode=external'] },
  x86_64: { flags: [], architecture: 'amd64' },
  aarch64: { flags: [], architecture: 'arm64' },
};

/** Made under another name first, so that an interrupted build is never taken for a whole one. Tells `say` how far it is. */
export function buildGoPrograms(say: (line: string) => void): void {
  const recipe = `${JSON.stringify(ways)}\n${readFileSync(source, 'utf8')}`;
  const kept = path.join(folder, 'recipe');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === recipe) return;
  const making = `${folder}-making-${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    const go = findGo(making, say);
    for (const [name, { flags, architecture }] of Object.entries(ways)) {
      say(`compiling the Go program of the tests: ${name}`);
      const isExternal = name === 'external';
      execFileSync(go, ['build', ...flags, '-o', path.join(making, name), source], {
        cwd: making,
        env: {
          ...process.env,
          GOFLAGS: '-buildvcs=false',
          GOTOOLCHAIN: 'local',
          GOWORK: 'off',
          CGO_ENABLED: isExternal ? '1' : '0',
          ...(architecture !== undefined && { GOARCH: architecture }),
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    }
    rmSync(path.join(making, 'compiler'), { recursive: true, force: true });
    writeFileSync(path.join(making, 'recipe'), recipe);
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

if (import.meta.main) buildGoPrograms((line) => process.stderr.write(`${line}\n`));
