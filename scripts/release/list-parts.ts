/** What an image or archive is made of, each part with the digest of the file that was fetched for it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DebianArchive } from '../debian-archives.ts';
import { readBundledPackages } from '../bundled-packages.ts';
import { readPins } from '../verify-download.ts';
import { readDebianLicenses } from './debian-licenses.ts';

export interface Part {
  readonly kind: 'debian' | 'node' | 'npm' | 'crate' | 'rust' | 'image';
  readonly name: string;
  readonly version: string;
  /** In hexadecimal. */
  readonly digest: { readonly algorithm: 'sha256' | 'sha512'; readonly value: string };
  /** SPDX expressions, or names as Debian writes them, where the package states any. */
  readonly licenses?: readonly string[];
  readonly architecture?: string;
}

export function listDebian(archives: readonly DebianArchive[]): Part[] {
  return archives.map(({ name, version, architecture, sha256, file }) => {
    const licenses = readDebianLicenses(file, name);
    const digest = { algorithm: 'sha256', value: sha256 } as const;
    return { kind: 'debian', name, version, architecture, digest, ...(licenses.length > 0 && { licenses }) };
  });
}

/** `architecture` as Node names it: x64 or arm64. */
export function listNode(version: string, architecture: string): Part {
  const digest = readPins().get(`node-linux-${architecture}-${version}.tgz`);
  if (digest === undefined) throw new Error(`no checksum is pinned for Node ${version} of ${architecture}`);
  return {
    kind: 'node',
    name: 'node',
    version,
    architecture,
    licenses: ['MIT'],
    digest: { algorithm: 'sha256', value: digest },
  };
}

/** Rust's own library in the collector, with the digest of the file that was linked. `architecture` as Node names it. */
export function listRust(version: string, file: string, architecture: string): Part {
  const value = createHash('sha256').update(readFileSync(file)).digest('hex');
  const digest = { algorithm: 'sha256', value } as const;
  return { kind: 'rust', name: 'rust-std', version, architecture, licenses: ['MIT OR Apache-2.0'], digest };
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});
const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

/** Every package below `folder`/node_modules, those inside others included. */
export function listNpm(repository: string, folder: string): Part[] {
  return describeNpm(
    repository,
    globSync('**/node_modules/{*,@*/*}/package.json', { cwd: folder }).map((file) =>
      path.posix.dirname(file.split(path.sep).join('/')),
    ),
  );
}

/** The packages whose code was bundled into these folders of `dist`. */
export function listBundled(repository: string, folders: readonly string[]): Part[] {
  return describeNpm(repository, readBundledPackages(repository, folders));
}

/** A package that is both installed and bundled, or installed in two places, is one part. */
export function listOnce(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [`${part.kind} ${part.name} ${part.version}`, part])).values()];
}

/** `places` are those of package-lock.json, such as `node_modules/zod`. */
function describeNpm(repository: string, places: readonly string[]): Part[] {
  const { packages } = Lock.parse(readJson(path.join(repository, 'package-lock.json')));
  return places.toSorted().flatMap((place) => {
    const locked = packages[place];
    // A folder of a package that only says how its files are to be read.
    if (locked?.integrity === undefined) return [];
    const { name, version, license } = Manifest.parse(readJson(path.join(repository, place, 'package.json')));
    const [algorithm, value = ''] = locked.integrity.split('-');
    if (algorithm !== 'sha512') throw new Error(`${place} is locked by ${algorithm}, not by sha512`);
    const digest = { algorithm, value: Buffer.from(value, 'base64').toString('hex') } as const;
    return [{ kind: 'npm', name, version, digest, ...(license !== undefined && { licenses: [license] }) }];
  });
}

const Metadata = z.object({
  packages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      license: z.string().nullable(),
      targets: z.array(z.object({ kind: z.array(z.string()) })),
    }),
  ),
  resolve: z.object({
    root: z.null(),
    nodes: z.array(
      z.object({
        id: z.string(),
        deps: z.array(z.object({ pkg: z.string(), dep_kinds: z.array(z.object({ kind: z.string().nullable() })) })),
      }),
    ),
  }),
});

/** Crates that are linked into the collector; those that only build it are not in it. */
export function listCrates(repository: string, target: string): Part[] {
  const folder = path.join(repository, 'profiler/ptop');
  const command = ['metadata', '--format-version', '1', '--locked', '--filter-platform', target];
  const said = execFileSync('cargo', command, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { packages, resolve } = Metadata.parse(JSON.parse(said));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const isMacro = new Set(
    packages.filter(({ targets }) => targets.some(({ kind }) => kind.includes('proc-macro'))).map(({ id }) => id),
  );
  const linked = new Set<string>();
  const open = packages.filter(({ name, id }) => name === 'ptop' && id.startsWith('path+')).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (linked.has(id) || isMacro.has(id)) continue;
    linked.add(id);
    const deps = nodes.get(id)?.deps ?? [];
    open.push(...deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null)).map(({ pkg }) => pkg));
  }
  const checksums = readChecksums(path.join(folder, 'Cargo.lock'));
  return packages.flatMap(({ id, name, version, license }) => {
    const value = checksums.get(`${name} ${version}`);
    if (!linked.has(id) || value === undefined) return [];
    return [
      {
        kind: 'crate',
        name,
        version,
        digest: { algorithm: 'sha256', value },
        ...(license !== null && { licenses: [license] }),
      },
    ];
  });
}

function readChecksums(file: string): Map<string, string> {
  const entries = readFileSync(file, 'utf8').matchAll(
    /^name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([0-9a-f]{64})"$/gmu,
  );
  return new Map(Array.from(entries, ([, name, version, checksum = '']) => [`${name} ${version}`, checksum]));
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
