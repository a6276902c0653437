/**
 * The files of a release image, a folder for each of its upper layers, laid out as in the image: what changes rarely
 * comes first. Archives for hosts hold the same files.
 */
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeOver, stageProgram } from '../../demo/image.ts';
import { findImportedPackages } from './imported-packages.ts';
import { paths, type ReleaseImage } from './images.ts';

/** Folders of the upper two layers. */
export interface StagedFiles {
  readonly dependencies: string;
  readonly program: string;
}

/** Sources, types, texts and tests of packages, which no program reads; licences stay. */
const leftFolders = /^(?:tests?|__tests__|benchmarks?|examples?|docs|dist-types|\.[^/]*)(?:\/|$)/iu;

/** `name` is below a package. Packages inside it lose the same files as those beside it. */
export function isOfNoUse(name: string): boolean {
  const own = name.replace(/^.*node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?:\/|$)/u, '');
  if (leftFolders.test(own)) return true;
  return /\.(?:d\.[cm]?ts|map|md|markdown|flow|sh)$/iu.test(name) && !/licen[cs]e|notice/iu.test(path.basename(name));
}

/** `version` is written into the manifest, from which every program reads its own. */
export function stageFiles(repository: string, folder: string, image: ReleaseImage, version: string): StagedFiles {
  const [dependencies, program] = [path.join(folder, 'dependencies'), path.join(folder, 'program')];
  const [dependenciesRoot, root] = [path.join(dependencies, paths.program), path.join(program, paths.program)];
  for (const one of [dependenciesRoot, root]) mkdirSync(one, { recursive: true });
  stageProgram(repository, root, image.spec);
  setVersion(path.join(root, 'package.json'), version);
  cpSync(path.join(repository, 'LICENSE'), path.join(root, 'LICENSE'));
  if (image.spec.folders.includes('src/cli')) {
    cpSync(path.join(repository, 'docs/reference/farol.1'), path.join(root, 'share/man/man1/farol.1'));
  }
  const packages = closeOver(repository, findImportedPackages([path.join(root, 'dist')]));
  for (const name of packages) copyPackage(repository, dependenciesRoot, name);
  stageCommands(path.join(program, paths.bin), root);
  setModes(dependencies, () => false);
  setModes(program, (_mode, name) => name.startsWith(paths.bin.slice(1)));
  return { dependencies, program };
}

function setVersion(file: string, version: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const kept = ['name', 'description', 'license', 'type', 'engines'].map((key) => [key, manifest[key]]);
  writeFileSync(file, `${JSON.stringify({ ...Object.fromEntries(kept), version }, null, 2)}\n`);
}

function copyPackage(repository: string, to: string, name: string): void {
  const from = path.join(repository, 'node_modules', name);
  cpSync(from, path.join(to, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (file) => !isOfNoUse(path.relative(from, file)),
  });
}

/** No shell is in the image, so that a command is a file that Node reads. */
function stageCommands(bin: string, program: string): void {
  const commands = { farol: 'dist/src/cli/main.js', witness: 'dist/witness/witness.js' };
  mkdirSync(bin, { recursive: true });
  for (const [name, file] of Object.entries(commands)) {
    if (globSync(file, { cwd: program }).length === 0) continue;
    const target = path.posix.join(paths.program, file);
    writeFileSync(path.join(bin, name), `#!${paths.bin}/node\nimport(${JSON.stringify(target)});\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
}

/** The same wherever and under whatever umask it was built: files are for all to read, and folders to enter. */
export function setModes(folder: string, isProgram: (mode: number, name: string) => boolean): void {
  for (const entry of globSync('**', { cwd: folder, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const isOpen = entry.isDirectory() || isProgram(lstatSync(file).mode, path.relative(folder, file));
    chmodSync(file, isOpen ? 0o755 : 0o644);
  }
}
