/** Programs compiled from the releases that a module file of this repository pins, once for each version. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findGo, goOptions, goSettings } from '../connectors/eks/upstream/cluster/control-plane-binaries.ts';

export interface GoTool {
  readonly name: string;
  /** Folder of its go.mod and go.sum. */
  readonly moduleFolder: string;
  /** Its main package. */
  readonly package: string;
  /** Beyond -s -w, which leave names and debug data out. */
  readonly linkerFlags?: string;
}

function folderOf({ name, moduleFolder }: GoTool): string {
  const digest = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) digest.update(readFileSync(path.join(moduleFolder, file)));
  return path.resolve(import.meta.dirname, '../.farol', `${name}-${digest.digest('hex').slice(0, 12)}`);
}

/** Returns its file. Compiles it unless it is there, under another name first, so that half a build is never used. */
export function buildGoTool(tool: GoTool, say: (line: string) => void): string {
  const { name, moduleFolder, package: main, linkerFlags = '' } = tool;
  const folder = folderOf(tool);
  const program = path.join(folder, name);
  if (existsSync(program)) return program;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    const go = findGo(making, say);
    say(`compiling ${name}, once for this version`);
    execFileSync(go, ['build', '-trimpath', ...goOptions(linkerFlags), '-o', path.join(making, name), main], {
      cwd: moduleFolder,
      env: { ...process.env, ...goSettings },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    rmSync(path.join(making, 'compiler'), { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return program;
}

/** How far a compilation is, on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Compiled once for the version that the module file of `folder` pins. @returns its file. */
function buildPinned(folder: string, main: string, report: (line: string) => void): string {
  const moduleFolder = path.resolve(import.meta.dirname, '..', folder);
  return buildGoTool({ name: path.basename(folder), moduleFolder, package: main }, report);
}

/** Only for tests: a registry of another make than Debian's, in one process and in memory. Half a minute. */
export function buildCrane(report: (line: string) => void): string {
  return buildPinned('scripts/release/tools/crane', 'github.com/google/go-containerregistry/cmd/crane', report);
}

/** Renders and judges the chart; a release is packed without it. Four to eight minutes on two cores. */
export function buildHelm(report: (line: string) => void): string {
  return buildPinned('scripts/release/tools/helm', 'helm.sh/helm/v3/cmd/helm', report);
}

export function buildKubectl(report: (line: string) => void): string {
  return buildPinned('test/delivery/kubernetes/kubectl', 'k8s.io/kubernetes/cmd/kubectl', report);
}

/** OpenTofu: about six minutes on two cores. */
export function buildTofu(report: (line: string) => void): string {
  return buildPinned('test/delivery/cloud/tofu', 'github.com/opentofu/opentofu/cmd/tofu', report);
}
