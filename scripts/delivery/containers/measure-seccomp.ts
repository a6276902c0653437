/**
 * Measures which system calls the Profiler's container makes: boot, self-test, enrolment and a capture with every
 * probe, that of memory allocations too, in the real image, and writes `measured-calls.json`. `npm run generate` makes the profile of it.
 *
 *     FAROL_RELEASE_DIR=release node scripts/delivery/containers/measure-seccomp.ts v1.2.3
 *
 * A call counts from the moment at which the container's filter is in force: what runc does before that is not
 * filtered, and what it does afterwards has to be allowed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callsInContainer } from './calls-in-container.ts';
import { buildTarget, Installation, until } from './installation.ts';

/** Of podman: it refuses little, so that everything that is tried is seen. */
const permissive = '/usr/share/containers/seccomp.json';

const [tag = 'v0.1.0'] = process.argv.slice(2);
const release = process.env['FAROL_RELEASE_DIR'];
if (release === undefined) throw new Error('FAROL_RELEASE_DIR is not set: name the folder of a release');

const workload = `measured${process.pid}`;
const installation = await Installation.prepare({
  release,
  tag,
  workloads: [workload],
  settings: { FAROL_SECCOMP_PROFILE: permissive, FAROL_ALLOCATIONS: workload },
});
const target = spawn(buildTarget(path.join(installation.folder, 'target'), workload, 2), { stdio: 'ignore' });
try {
  installation.engine.compose(installation.folder, 'up', '-d');
  // Until it finds its authority it is started again and again, and a start that podman begins is not traced.
  await until('the Profiler is up', 60_000, () => installation.log('profiler').includes('"booted"') || undefined);
  const profiler = installation.container('profiler');
  const podman = installation.engine;
  podman.read('stop', '--time', '5', profiler);
  const trace = path.join(installation.folder, 'trace');
  const strace = spawn('strace', ['-f', '-qq', '-o', trace, 'podman', 'start', profiler], {
    env: podman.env,
    stdio: 'ignore',
  });
  const ended = once(strace, 'close');
  await installation.enableProfiler();
  await installation.waitUntilLive('profiler-1');
  const record = await installation.capture({ workload, version: '1', duration_sec: 10, warmup_sec: 0 });
  const missing = record.instances[0]?.probes?.missing;
  if (record.outcome !== 'pushed' || missing === undefined || missing.length > 0) {
    throw new Error(
      `a probe did not measure (${missing?.map(({ probe }) => probe).join(', ')}): ${record.reason?.text}`,
    );
  }
  console.error(record.reason?.text);
  podman.read('stop', '--time', '20', profiler);
  await ended;
  const text = readFileSync(trace, 'utf8');
  if (!text.includes('"--also", "allocations"')) throw new Error('no capture with allocations was traced');
  const calls = callsInContainer(text);
  writeFileSync(path.join(import.meta.dirname, 'measured-calls.json'), `${JSON.stringify(calls, null, 2)}\n`);
  console.error(`${calls.length} system calls`);
} catch (error) {
  console.error(installation.log('profiler').slice(-4000));
  throw error;
} finally {
  target.kill();
  await installation.close();
}
