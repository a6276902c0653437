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
