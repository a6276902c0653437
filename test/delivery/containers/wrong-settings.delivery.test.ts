/** Each requirement of the Profiler's container left out, one container start each. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectorCapabilities } from '../../../demo/install-collector.ts';
import { Podman } from '../../../scripts/delivery/containers/podman.ts';
import { capabilities } from '../../../profiler/host/boot/capabilities.ts';
import { findRelease } from '../release-images.ts';
import { type WrongSetting, wrongSettings } from '../../../scripts/delivery/containers/wrong-settings.ts';

let podman: Podman;
let withoutHook: Podman;
let image: string;
let base: string;
const user = 9000;

beforeAll(async () => {
  const { folder, tag } = await findRelease();
  base = mkdtempSync(path.join(os.tmpdir(), 'farol-wrong-'));
  chmodSync(base, 0o755);
  podman = new Podman(path.join(base, 'podman'));
  podman.load(folder, tag);
  // The same storage with settings of its own, in which no hook is installed.
  withoutHook = new Podman(path.join(base, 'without-hook'), { withHook: false });
  withoutHook.env['CONTAINERS_STORAGE_CONF'] = podman.env['CONTAINERS_STORAGE_CONF'];
  image = `localhost/farol-profiler:${tag}`;
}, 600_000);
afterAll(() => {
  podman.close();
  withoutHook.close();
  rmSync(base, { recursive: true });
});

interface Event {
  readonly event: string;
  readonly problems?: readonly { code: string; cause: string; fix: string }[];
  readonly warnings?: readonly { code: string; cause: string; fix: string }[];
}

/** The options of the guide, of which a line of the table takes some away. */
function optionsOf({ without = [], instead = [], targets, collector }: WrongSetting, folder: string): string[] {
  const all = [
    '--rm',
    '--network=none',
    '--pid=host',
    '--read-only',
    '--memory=512m',
    '--memory-swap=512m',
    '--cap-drop=all',
    `--cap-add=${capabilities.map(({ name }) => name).join(',')}`,
    '--volume=/sys/kernel/tracing:/sys/kernel/tracing:ro',
    '--volume=/sys/kernel/debug:/sys/kernel/debug:ro',
    `--volume=identity-${path.basename(folder)}:/var/lib/farol`,
    ...(targets === 'absent' ? [] : [`--volume=${path.join(folder, 'targets.json')}:/etc/farol/targets.json:ro`]),
    ...(collector === undefined ? [] : [`--volume=${path.join(folder, 'ptop')}:/usr/local/bin/ptop:ro`]),
    '--env=RUNNER_TENANT=default',
    '--env=RUNNER_INSTANCE_ID=profiler-1',
    '--env=RUNNER_TUNNEL_URL=wss://127.0.0.1:1',
    '--env=RUNNER_ENROLL_URL=https://127.0.0.1:1/enroll',
    '--env=RUNNER_BOOTSTRAP_TOKEN=rboot_not_a_real_one',
    '--env=RUNNER_PROFILE_TARGETS_FILE=/etc/farol/targets.json',
  ];
  const isMemory = (one: string): boolean => without.includes('--memory') && one.startsWith('--memory');
  const kept = all.filter(
    (one) =>
      !isMemory(one) &&
      !without.some(
        (prefix) => one.startsWith(`${prefix}=`) || one.startsWith(`${prefix}:`) || one.startsWith(`${prefix}-`),
      ),
  );
  return [...kept, ...instead];
}

const lists: Readonly<Record<NonNullable<WrongSetting['targets']>, string>> = {
  absent: '',
  empty: '{"targets":[]}',
  wildcard: '{"targets":[{"workload":"*"}]}',
  'unknown key': '{"comment":"ours","targets":[{"workload":"app"}]}',
  'of another user': '{"targets":[{"workload":"app"}]}',
  'writable by others': '{"targets":[{"workload":"app"}]}',
};

function placeFiles({ targets, collector }: WrongSetting): string {
  const folder = mkdtempSync(path.join(podman.folder, 'case-'));
  chmodSync(folder, 0o755);
  const list = path.join(folder, 'targets.json');
  writeFileSync(list, targets === undefined ? '{"targets":[{"workload":"app"}]}' : lists[targets]);
  chmodSync(list, targets === 'writable by others' ? 0o666 : 0o644);
  if (targets === 'of another user') chownSync(list, user, user);
  if (collector !== undefined) placeCollector(path.join(folder, 'ptop'), collector);
  return folder;
}

function placeCollector(file: string, how: NonNullable<WrongSetting['collector']>): void {
  copyFileSync(findCollector(), file);
  chownSync(file, how === 'of another user' ? user : 0, user);
  chmodSync(file, how === 'open to all' ? 0o755 : 0o750);
  if (how !== 'without capabilities') execFileSync('setcap', [collectorCapabilities, file]);
}

/** Of the image, out of its storage. */
function findCollector(): string {
  const mounted = podman.read('image', 'mount', image);
  expect(readdirSync(path.join(mounted, 'usr/local/bin'))).toContain('ptop');
  return path.join(mounted, 'usr/local/bin/ptop');
}

test.each(wrongSettings)(
  'without $missing the container is $outcome [P-CONT-1] [P-CONT-2] [P-CONT-4] [P-CONT-5]',
  (line) => {
    const engine = line.withoutHook === true ? withoutHook : podman;
    const { code, cause, outcome } = line;
    const options = optionsOf(line, placeFiles(line));
    // Where it starts, it would go on for good: what it says at its start is all that is asked for.
    const limited = outcome === 'reported' ? ['--detach', ...options.filter((one) => one !== '--rm')] : options;
    const ran = engine.run('run', ...limited, image);
    const text = outcome === 'reported' ? waitForEvent(ran.stdout.trim()) : ran.stdout;
    const event = JSON.parse(text.split('\n')[0] ?? '') as Event;
    const [status, name] = outcome === 'refused' ? [2, 'boot_refused'] : [0, 'booted'];
    expect([ran.status, event.event]).toEqual([status, name]);
    const said = outcome === 'refused' ? event.problems : event.warnings;
    const found = said?.find((one) => one.code === code && cause.test(one.cause));
    expect([code, said?.map((one) => one.cause), found !== undefined]).toEqual([code, expect.anything(), true]);
    expect(found?.fix).not.toBe('');
  },
);

function waitForEvent(container: string): string {
  try {
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      const { stdout } = podman.run('logs', container);
      if (stdout.includes('"event"')) return stdout;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
    throw new Error('the container said nothing within 20 s');
  } finally {
    podman.run('rm', '--force', '--time', '1', container);
  }
}
