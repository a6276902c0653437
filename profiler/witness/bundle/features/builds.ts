/** Which executables the processes of a target ran, in which containers, and what each had of an axis. */
import { compareText } from '../keys/key-text.ts';
import type { Build, Feature } from '../record/bundle.ts';
import type { AxisId, CollectorRecord } from '../record/collector-record.ts';

type Process = CollectorRecord['processes'][number];

/** One entry for each path and content, in the order of their paths. A sum exists where one of its processes was measured. */
export function listBuilds(processes: readonly Process[]): Build[] {
  const builds = new Map<string, Build>();
  for (const one of processes) {
    const key = JSON.stringify([one.exe_path, one.exe_sha256]);
    builds.set(key, addTo(builds.get(key) ?? emptyBuild(one), one));
  }
  return [...builds.values()].toSorted(
    (a, b) => compareText(a.exe_path, b.exe_path) || compareText(a.exe_sha256, b.exe_sha256),
  );
}

export function listContainers(processes: readonly Process[]): string[] {
  const ids = processes.flatMap(({ container_id: id }) => (id === undefined ? [] : [id]));
  return [...new Set(ids)].toSorted(compareText);
}

function emptyBuild({ exe_path, exe_sha256, build_id, exe_bytes }: Process): Build {
  const identity = { exe_path, exe_sha256, ...(build_id !== undefined && { build_id }), bytes: exe_bytes };
  return { ...identity, processes: 0, initial: 0 };
}

function addTo(build: Build, { forked, cpu_ns: cpu, samples, runtime }: Process): Build {
  return {
    ...build,
    processes: build.processes + 1,
    initial: build.initial + (forked ? 0 : 1),
    ...(cpu !== undefined && { cpu_ns: (build.cpu_ns ?? 0) + cpu }),
    ...(samples !== undefined && { samples: (build.samples ?? 0) + samples }),
    ...(runtime !== undefined && build.runtime === undefined && { runtime }),
  };
}

export interface SeparatedAxis {
  /** SHA-256 of the executables, in order. */
  readonly builds?: string[];
  /** In the order they came in, those that are known by executable with `by_build`. */
  readonly features: Feature[];
}

/** More are no two builds of a program. */
const mostBuilds = 64;

/**
 * What each executable had of an axis, where the processes of a target ran several, as two builds do in a rolling
 * deploy. Only CPU time and its stacks are known by process; what else the target did is known of all together.
 * `features`: of the whole axis, before any was cut. Without a separation they come back as they are.
 */
export function separateBuilds(axis: AxisId, features: Feature[], record: CollectorRecord): SeparatedAxis {
  const parts = partsOf(axis, features, record);
  const builds = [...new Set(parts.flatMap((one) => [...(one?.keys() ?? [])]))].toSorted(compareText);
  if (builds.length < 2 || builds.length > mostBuilds) return { features };
  const separated: Feature[] = [];
  for (const [at, feature] of features.entries()) {
    const part = parts[at];
    if (part === undefined) {
      separated.push(feature);
      continue;
    }
    const amounts = builds.map((build) => part.get(build) ?? 0);
    let rest = feature.amount;
    for (const amount of amounts) rest -= amount;
    // Parts that exceed their whole are wrong, and so may be all others.
    if (rest < 0) return { features };
    separated.push({ ...feature, by_build: [...amounts, rest] });
  }
  return { builds, features: separated };
}

/** Of each feature the amount by executable; undefined where that is not known. */
function partsOf(axis: AxisId, features: readonly Feature[], record: CollectorRecord): (Parts | undefined)[] {
  if (axis === 'cpu_stacks') {
    const { functions = [] } = record.axes.cpu_stacks ?? {};
    if (!functions.some((one) => one.self_by_build !== undefined)) return [];
    // One function is one feature, in the same order.
    return functions.map(({ self_by_build: shares = [] }) => new Map(shares.map((one) => [one.exe_sha256, one.self])));
  }
  if (axis !== 'cpu_time') return [];
  const times: Parts = new Map();
  for (const { exe_sha256: build, cpu_ns: cpu } of record.processes) {
    if (build !== '' && cpu !== undefined) times.set(build, (times.get(build) ?? 0) + cpu);
  }
  return features.map(({ key }) => (key === 'total' ? times : undefined));
}

type Parts = Map<string, number>;
