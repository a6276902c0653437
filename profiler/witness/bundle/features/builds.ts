/** Which executables the processes of a target ran, and in which containers. */
import type { Build } from '../record/bundle.ts';
import type { CollectorRecord } from '../record/collector-record.ts';
import { compareText } from '../keys/compare-text.ts';

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
