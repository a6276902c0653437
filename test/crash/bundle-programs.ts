/**
 * The programs that die, each joined into few files: they are started a hundred times, and finding their
 * modules would take most of the time. The places of the commit points are carried over by the source map.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type CommitPoint, repository } from './commit-points.ts';

/** Where a stack shows a commit point. */
export interface Place {
  readonly kind: CommitPoint['kind'];
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
}

export interface BundledPrograms {
  readonly places: readonly Place[];
  /** File of a program. */
  program(name: keyof typeof programs): string;
  /** Folder of what Node compiled of them. */
  readonly compiled: string;
  remove(): void;
}

const programs = {
  farol: 'test/crash/dying-farol.ts',
  retention: 'test/crash/run-retention.ts',
  tunnel: 'test/tunnel-process.ts',
  agent: 'test/crash/work-of-an-agent.ts',
  profiler: 'test/crash/work-of-a-profiler.ts',
  // Found by the control plane beside itself.
  'bundle-worker': 'src/control/bundles/bundle-worker.ts',
  'answer-worker': 'src/control/operations/answers/answer-worker.ts',
  watcher: 'test/crash/die-at-new-point.ts',
} as const;

/** What every commit point begins or ends with. */
const tokens =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|execute|sync|datasync|rename|send|[\w$#]+)\(/gu;

export async function bundlePrograms(points: readonly CommitPoint[]): Promise<BundledPrograms> {
  const dist = path.join(repository, 'dist');
  mkdirSync(dist, { recursive: true });
  // Two folders below the manifest, as the compiled programs are.
  const folder = mkdtempSync(path.join(dist, 'crash-'));
  const input = Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(repository, file)]));
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: 'hidden',
    chunkFileNames: '[name]-[hash].js',
    banner: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  });
  await bundle.close();
  const places = output.flatMap((chunk) => {
    if (chunk.type !== 'chunk' || chunk.map === null) return [];
    const file = path.join(folder, chunk.fileName);
    return placesIn(file, chunk.map as unknown as SourceMapPayload, points);
  });
  return {
    places,
    program: (name) => path.join(folder, `${name}.js`),
    compiled: path.join(folder, 'compiled'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function placesIn(file: string, map: SourceMapPayload, points: readonly CommitPoint[]): Place[] {
  const byFile = Map.groupBy(points, (point) => path.join(repository, point.file));
  const sources = new SourceMap(map);
  const places: Place[] = [];
  for (const [line, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { index } of text.matchAll(tokens)) {
      const entry = sources.findEntry(line, index);
      if (!('originalSource' in entry)) continue;
      const inFile = byFile.get(path.resolve(path.dirname(file), entry.originalSource)) ?? [];
      for (const { kind, name, from, to } of inFile) {
        if (from - 1 <= entry.originalLine && entry.originalLine <= to - 1) {
          places.push({ kind, name, file, line: line + 1 });
        }
      }
    }
  }
  return places;
}
