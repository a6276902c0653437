import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BootEnd, collectorGroup, nobody, ProfilerBench, theFive } from '../../../test/unprivileged-profiler.ts';
import { createMemoryCgroup } from '../../../demo/memory-cgroup.ts';
import { systemDisk } from '../../../src/tunnel/identity/disk.ts';
import { writeIdentity } from '../../../src/tunnel/identity/identity-file.ts';
import { generateKeyPair } from '../../../src/tunnel/identity/key-pair.ts';
import { capabilities } from './capabilities.ts';

/** Every test starts the real process; nothing of it is replaced. */
let bench: ProfilerBench;
beforeAll(() => {
  bench = new ProfilerBench();
});
afterAll(() => bench.close());

/** It refused with exit code 2 for exactly these causes, and said so to people and to programs. */
function refusalFor(causes: readonly string[]) {
  const many = causes.length === 1 ? '1 problem' : `${causes.length} problems`;
  return {
    status: 2,
    event: { event: 'boot_refused', class: 'profiler', problems: causes.map((cause) => ({ cause })) },
    stderr: expect.stringContaining(`The Profiler refuses to boot: ${many}.`) as string,
  };
}

const like = (pattern: RegExp): string => expect.stringMatching(pattern) as string;

describe('a Profiler with everything in order', () => {
  test('declares its class and its number of targets, and SIGTERM ends it with 0 even while it cannot enrol [P-BOOT-1]', async () => {
    const { status, event, stderr } = await bench.boot();
    expect(event).toMatchObject({ event: 'booted', class: 'profiler', targets: 2 });
    expect(stderr).toContain('Farol Profiler, class profiler, 2 targets in its list.');
    expect(status).toBe(0);
  });

  test('says how many targets it read and never which [P-BOOT-1] [P-TARGET-10]', async () => {
    const list = bench.write('private.json', '{"targets":[{"workload":"canary-target","namespace":"canary-space"}]}');
    const { event, stdout, stderr } = await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: list } });
    expect(event.targets).toBe(1);
    expect(stdout + stderr).not.toMatch(/canary-(?:target|space)/u);
  });

  test('is not root and holds no capability; only the collector file does [P-SVC-3]', async () => {
    const child = bench.start();
    try {
      await once(child.stdout!, 'data');
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:\\s+${nobody}\\s+${nobody}\\s+${nobody}\\s+${nobody}$`, 'mu'));
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) {
        expect(status).toMatch(new RegExp(`^${set}:\\s+0{16}$`, 'mu'));
      }
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('never repeats its token, not even when it refuses [P-CONFIG-7]', async () => {
    const refused = await bench.boot({ env: { RUNNER_TENANT: undefined } });
    const booted = await bench.boot();
    for (const { stdout, stderr } of [refused, booted]) expect(stdout + stderr).not.toContain('canary');
  });

  test('takes its token from a file as well [P-CONFIG-7]', async () => {
    const file = bench.write('token', 'rboot_from_a_file_0123456789');
    const { event } = await bench.boot({
      env: { RUNNER_BOOTSTRAP_TOKEN: undefined, RUNNER_BOOTSTRAP_TOKEN_FILE: file },
    });
    expect(event.event).toBe('booted');
  });
});

describe('capabilities', () => {
  test.each(capabilities)(
    '$name outside the bounding set is named with what it costs [P-CONT-1] [P-ERR-6] [P-BOOT-2]',
    async ({ name, cost }) => {
      const refused = await bench.boot({ privileges: [`--bounding-set=-${name.toLowerCase()}`] });
      expect(refused).toMatchObject(
        refusalFor([`The capability ${name} is missing from the bounding set of the container`]),
      );
      expect(refused.event.problems?.[0]?.cost).toBe(cost);
    },
  );

  test('all five outside the bounding set are named in one run [P-CONT-1] [P-ERR-6]', async () => {
    const privileges = [`--bounding-set=${capabilities.map(({ name }) => `-${name.toLowerCase()}`).join(',')}`];
    expect(await bench.boot({ privileges })).toMatchObject(
      refusalFor(
        capabilities.map(({ name }) => `The capability ${name} is missing from the bounding set of the container`),
      ),
    );
  });

  test('no_new_privs is refused as itself, because the kernel ignores file capabilities without an error [P-BOOT-3]', async () => {
    expect(await bench.boot({ privileges: ['--no-new-privs'] })).toMatchObject(
      refusalFor([like(/^no_new_privs is set/u)]),
    );
  });

  test.each(capabilities)(
    '$name missing from the collector file is refused [P-CONT-1] [P-BOOT-3]',
    async ({ name }) => {
      const others = theFive.split(',').filter((one) => one !== `cap_${name.toLowerCase()}`);
      await withFile(`${others.join(',')}=ep`, async () => {
        expect(await bench.boot()).toMatchObject(
          refusalFor([`The collector file does not carry the capability ${name}`]),
        );
      });
    },
  );

  test('a collector file without any capability is refused for all five [P-SVC-3] [P-BOOT-3]', async () => {
    await withFile(undefined, async () => {
      expect(await bench.boot()).toMatchObject(
        refusalFor(capabilities.map(({ name }) => `The collector file does not carry the capability ${name}`)),
      );
    });
  });

  test('a file system mounted nosuid takes them away as well, and the remedy says so [P-BOOT-3]', async () => {
    const before = `mount --bind "${bench.folder}" "${bench.folder}"; mount -o remount,bind,nosuid "${bench.folder}"`;
    const refused = await bench.boot({ before });
    expect(refused.event.problems?.map(({ code }) => code)).toEqual(Array(5).fill('file_capability_missing'));
    expect(refused.event.problems?.[0]?.fix).toContain('nosuid');
  });

  test('capabilities that are permitted but not effective on the file are refused [P-BOOT-3]', async () => {
    await withFile(`${theFive}=p`, async () => {
      expect((await bench.boot()).event.problems).toHaveLength(5);
    });
  });

  test('a surplus capability on the collector file is refused: exactly five [P-CONT-1]', async () => {
    await withFile(`${theFive},cap_net_admin=ep`, async () => {
      expect(await bench.boot()).toMatchObject(
        refusalFor(['The collector file carries capability number 12, which it does not need']),
      );
    });
  });

  test('root is refused [P-SVC-3]', async () => {
    expect(await bench.boot({ asRoot: true })).toMatchObject(
      refusalFor(['The control process runs as root', like(/^The control process holds capabilities \([\da-f]+\)$/u)]),
    );
  });

  test('a control process that holds a capability is refused [P-SVC-3]', async () => {
    expect(await bench.boot({ privileges: ['--ambient-caps=+bpf'], inherit: '+bpf' })).toMatchObject(
      refusalFor(['The control process holds capabilities (8000000000)']),
    );
  });

  async function withFile(granted: string | undefined, run: () => Promise<void>): Promise<void> {
    bench.grant(granted);
    try {
      await run();
    } finally {
      bench.grant(`${theFive}=ep`);
    }
  }
});

describe('the collector', () => {
  test('that is not there, or cannot be started, is refused with its path [P-BOOT-3]', async () => {
    const absent = path.join(bench.folder, 'no-ptop');
    expect(await bench.boot({ env: { RUNNER_PTOP_FILE: absent } })).toMatchObject(
      refusalFor([`The collector ${absent} cannot be started (ENOENT)`]),
    );
    const plain = bench.write('not-executable', 'x');
    expect(await bench.boot({ env: { RUNNER_PTOP_FILE: plain } })).toMatchObject(
      refusalFor([`The collector ${plain} cannot be started (EACCES)`]),
    );
  });

  test('that is another program is refused [P-BOOT-3]', async () => {
    expect(await bench.boot({ env: { RUNNER_PTOP_FILE: '/bin/true' } })).toMatchObject(
      refusalFor(['The collector /bin/true cannot be started (exit status 0)']),
    );
  });
});

describe('the collector file', () => {
  const withFile = async (owner: number, mode: number, run: () => Promise<void>): Promise<void> => {
    bench.give(owner, mode);
    try {
      await run();
    } finally {
      bench.give(0, 0o750);
    }
  };

  test('that every user may execute is refused: five capabilities would be everybody’s [P-SVC-3] [P-CONT-1]', async () => {
    await withFile(0, 0o755, async () => {
      expect(await bench.boot()).toMatchObject(
        refusalFor([`Every user of this machine may execute the collector ${bench.collector} (mode 0755)`]),
      );
    });
  });

  test('that is not root’s is refused [P-SVC-3]', async () => {
    await withFile(nobody, 0o750, async () => {
      expect(await bench.boot()).toMatchObject(
        refusalFor([`The collector ${bench.collector} belongs to user ${nobody} and not to root`]),
      );
    });
  });

  test('that group or others may write is refused, with every other problem of it [P-SVC-3] [P-BOOT-2]', async () => {
    await withFile(0, 0o777, async () => {
      expect(await bench.boot()).toMatchObject(
        refusalFor([
          like(/^Every user of this machine may execute the collector/u),
          `Others than root may write to the collector ${bench.collector} (mode 0777)`,
        ]),
      );
    });
  });

  test('in a folder that somebody else could write is refused, however it is reached [P-SVC-3]', async () => {
    const open = bench.ownDirectory('open');
    const before = `mount --bind "${bench.folder}" "${bench.folder}"; mkdir -p "${open}/bin"; cp -a "${bench.collector}" "${open}/bin/ptop"; chown -R 0 "${open}/bin"; chgrp ${collectorGroup} "${open}/bin/ptop"; chmod 0755 "${open}/bin"; setcap ${theFive}=ep "${open}/bin/ptop"`;
    const refused = await bench.boot({ before, env: { RUNNER_PTOP_FILE: path.join(open, 'bin/ptop') } });
    expect(refused).toMatchObject(
      refusalFor([
        `Others than root may write to ${open}, which holds the collector ${open}/bin/ptop (owner ${nobody}, mode 0700)`,
      ]),
    );
    const link = path.join(bench.folder, 'linked-ptop');
    symlinkSync(path.join(open, 'bin/ptop'), link);
    expect(await bench.boot({ env: { RUNNER_PTOP_FILE: link } })).toMatchObject(
      refusalFor([like(/^Others than root may write to .*open, which holds/u)]),
    );
  });
});

describe('the target list as the collector sees it', () => {
  test('that this user wrote itself is refused, naming file and rule [P-TARGET-10] [P-BOOT-2]', async () => {
    const list = bench.write('own.json', '{"targets":[{"workload":"app"}]}');
    chownSync(list, nobody, nobody);
    const refused = await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: list } });
    expect(refused).toMatchObject(
      refusalFor([
        `${list} is not accepted as the target list by rule file_owner: ${list} belongs to user ${nobody} and not to root`,
      ]),
    );
    expect(refused.event.problems).toMatchObject([{ code: 'target_list_untrusted' }]);
  });

  test('in a folder of this user is refused [P-TARGET-10]', async () => {
    const folder = bench.ownDirectory('lists');
    chmodSync(folder, 0o755);
    const list = bench.write('lists/list.json', '{"targets":[{"workload":"app"}]}');
    expect(await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: list } })).toMatchObject(
      refusalFor([
        `${list} is not accepted as the target list by rule folder_owner: ${folder} belongs to user ${nobody} and not to root`,
      ]),
    );
  });

  test('behind a symbolic link is refused [P-TARGET-10]', async () => {
    const link = path.join(bench.folder, 'link.json');
    symlinkSync(bench.write('behind.json', '{"targets":[{"workload":"app"}]}'), link);
    expect(await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: link } })).toMatchObject(
      refusalFor([`${link} is not accepted as the target list by rule no_symlink: ${link} is a symbolic link`]),
    );
  });

  test('on a read-only mount is accepted in a folder of any mode, as a container mounts it [P-TARGET-6]', async () => {
    const folder = path.join(bench.folder, 'config');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const list = bench.write('config/list.json', '{"targets":[{"workload":"app"}]}');
    const env = { RUNNER_PROFILE_TARGETS_FILE: list };
    expect((await bench.boot({ env })).event.event).toBe('boot_refused');
    const before = `mount --bind "${folder}" "${folder}"; mount -o remount,bind,ro "${folder}"`;
    expect((await bench.boot({ before, env })).event.event).toBe('booted');
  });
});

describe('the target list', () => {
  const withList = (content: string) =>
    bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: bench.write('list.json', content) } });

  test('missing: refused, naming the path [P-TARGET-1] [P-ERR-7] [P-BOOT-2]', async () => {
    const file = path.join(bench.folder, 'none.json');
    expect(await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: file } })).toMatchObject(
      refusalFor([`The target list ${file} cannot be read (ENOENT)`]),
    );
  });

  test('its variable not set: refused [P-TARGET-5] [P-CONFIG-6]', async () => {
    expect(await bench.boot({ env: { RUNNER_PROFILE_TARGETS_FILE: undefined } })).toMatchObject(
      refusalFor(['RUNNER_PROFILE_TARGETS_FILE is not set, so there is no target list']),
    );
  });

  test('not readable for this user: refused [P-ERR-7]', async () => {
    const before = `mount -t tmpfs -o mode=700 none "${bench.folder}/closed" && echo '{}' > "${bench.folder}/closed/list"`;
    mkdirSync(path.join(bench.folder, 'closed'), { recursive: true });
    const closed = path.join(bench.folder, 'closed/list');
    expect(await bench.boot({ before, env: { RUNNER_PROFILE_TARGETS_FILE: closed } })).toMatchObject(
      refusalFor([`The target list ${closed} cannot be read (EACCES)`]),
    );
  });

  test('empty: refused [P-TARGET-2] [P-ERR-7] [P-BOOT-2]', async () => {
    expect(await withList('{"targets":[]}')).toMatchObject(refusalFor(['targets is empty: nothing could be measured']));
  });

  test('with a wildcard: refused [P-TARGET-3] [P-ERR-7] [P-BOOT-2]', async () => {
    expect(await withList('{"targets":[{"workload":"app"},{"workload":"*"}]}')).toMatchObject(
      refusalFor(['targets[1].workload is "*"; a wildcard would list every process of the node']),
    );
  });

  test('with unknown keys, a comment among them: refused for each [P-TARGET-4] [P-ERR-7] [P-BOOT-2]', async () => {
    expect(await withList('{"_comment":"ours","targets":[{"workload":"app","note":"x"}]}')).toMatchObject(
      refusalFor(['targets[0].note is not a key of the target list', '_comment is not a key of the target list']),
    );
  });

  test('and processes whose requests for memory are to be counted although it does not have them: refused', async () => {
    expect(await bench.boot({ env: { RUNNER_PROFILE_ALLOCATIONS: 'node,other' } })).toMatchObject(
      refusalFor(['RUNNER_PROFILE_ALLOCATIONS names "other", which is not in the target list']),
    );
  });

  test('with a JSON comment: refused [P-TARGET-4] [P-ERR-7]', async () => {
    expect(await withList('{"targets":[{"workload":"app"}]} // ours')).toMatchObject(
      refusalFor(['The target list is not JSON']),
    );
  });
});

describe('the identity directory', () => {
  const withDirectory = (directory: string) => bench.boot({ env: { RUNNER_IDENTITY_DIR: directory } });

  test('that cannot be written is refused [P-CONFIG-5]', async () => {
    const directory = path.join(bench.folder, 'roots');
    mkdirSync(directory, { recursive: true, mode: 0o755 });
    expect(await withDirectory(directory)).toMatchObject(
      refusalFor([`${directory} cannot be written (EACCES), so the identity of this instance cannot be kept`]),
    );
  });

  test('that is a file is refused [P-CONFIG-5]', async () => {
    expect(await withDirectory(bench.write('a-file', ''))).toMatchObject(refusalFor([like(/is no directory/u)]));
  });

  test('that holds a damaged identity is refused instead of enrolled over [P-CONFIG-8]', async () => {
    const directory = bench.ownDirectory('damaged');
    const file = path.join(directory, 'identity.json');
    writeFileSync(file, '{"half', { mode: 0o600 });
    chownSync(file, nobody, nobody);
    expect(await withDirectory(directory)).toMatchObject(refusalFor([`${file} is damaged`]));
    expect(readFileSync(file, 'utf8')).toBe('{"half');
  });

  test('that is stamped by an Agent is refused: it is not shared with another artifact [P-CONFIG-8]', async () => {
    const directory = bench.ownDirectory('agents');
    const stamp = { class: 'agent', tenant: 'acme', instance: 'node-1' } as const;
    await writeIdentity(systemDisk, directory, { stamp, keys: generateKeyPair(), enrolment: undefined });
    const file = path.join(directory, 'identity.json');
    chownSync(file, nobody, nobody);
    expect(await withDirectory(directory)).toMatchObject(
      refusalFor([`${file} belongs to an instance of class agent; this process is profiler`]),
    );
  });
});

describe('the configuration', () => {
  test.each([
    ['RUNNER_TENANT', '[P-CONFIG-1]'],
    ['RUNNER_INSTANCE_ID', '[P-CONFIG-2]'],
    ['RUNNER_TUNNEL_URL', '[P-CONFIG-3]'],
    ['RUNNER_ENROLL_URL', '[P-CONFIG-4]'],
    ['RUNNER_IDENTITY_DIR', '[P-CONFIG-5]'],
  ])('%s not set is refused by name %s', async (variable) => {
    expect(await bench.boot({ env: { [variable]: undefined } })).toMatchObject(refusalFor([`${variable} is not set`]));
  });

  test('a bound of the spool that is no number is refused by name', async () => {
    expect(await bench.boot({ env: { RUNNER_SPOOL_MAX_MB: 'all' } })).toMatchObject(
      refusalFor([like(/^RUNNER_SPOOL_MAX_MB is "all", not a whole number of MiB from 16 to 65536/u)]),
    );
  });

  test('a tenant that is no name is refused [P-CONFIG-1]', async () => {
    expect(await bench.boot({ env: { RUNNER_TENANT: 'Acme Inc.' } })).toMatchObject(
      refusalFor([like(/^RUNNER_TENANT must be /u)]),
    );
  });

  test('an instance that is no name is refused [P-CONFIG-2]', async () => {
    expect(await bench.boot({ env: { RUNNER_INSTANCE_ID: '../node' } })).toMatchObject(
      refusalFor([like(/^RUNNER_INSTANCE_ID must be /u)]),
    );
  });

  test('a tunnel address in the clear is refused [P-CONFIG-3] [P-SVC-4]', async () => {
    expect(await bench.boot({ env: { RUNNER_TUNNEL_URL: 'ws://127.0.0.1:8443' } })).toMatchObject(
      refusalFor(['RUNNER_TUNNEL_URL must begin with wss://: nothing is sent in the clear']),
    );
  });

  test('an enrolment address in the clear is refused [P-CONFIG-4] [P-SVC-4]', async () => {
    expect(await bench.boot({ env: { RUNNER_ENROLL_URL: 'http://127.0.0.1:8444/enroll' } })).toMatchObject(
      refusalFor(['RUNNER_ENROLL_URL must begin with https://: nothing is sent in the clear']),
    );
  });

  test.each([
    [{ HTTPS_PROXY: 'socks5://proxy:1080' }, /^HTTPS_PROXY names a SOCKS proxy/u],
    [{ https_proxy: 'http://user:p@ss/word@proxy:3128' }, /^https_proxy has a path, query or fragment/u],
    [
      { HTTPS_PROXY: 'http://one:3128', https_proxy: 'http://two:3128' },
      /^HTTPS_PROXY and https_proxy have different/u,
    ],
    [{ NO_PROXY: '10.0.0.0/33' }, /^NO_PROXY has a network that is not/u],
  ])('a proxy variable that cannot be used is refused: %o', async (env, problem) => {
    expect(await bench.boot({ env })).toMatchObject(refusalFor([like(problem)]));
  });

  test('no bootstrap token before the first enrolment is refused [P-CONFIG-7]', async () => {
    expect(await bench.boot({ env: { RUNNER_BOOTSTRAP_TOKEN: undefined } })).toMatchObject(
      refusalFor(['RUNNER_BOOTSTRAP_TOKEN is not set, and there is no identity in RUNNER_IDENTITY_DIR']),
    );
  });
});

describe('the kernel', () => {
  test('without its type information is refused [P-BOOT-3]', async () => {
    expect(await bench.boot({ before: 'mount -t tmpfs none /sys/kernel/btf' })).toMatchObject(
      refusalFor(['The kernel offers no type information (/sys/kernel/btf/vmlinux)']),
    );
  });

  test('that forbids perf events is refused [P-BOOT-3]', async () => {
    const before = `mount --bind "${bench.write('paranoid', '4\n')}" /proc/sys/kernel/perf_event_paranoid`;
    expect(await bench.boot({ before })).toMatchObject(refusalFor(['kernel.perf_event_paranoid is 4']));
  });
});

test('everything that is wrong is said in one run [P-BOOT-2] [P-ERR-6] [P-ERR-7]', async () => {
  const refused = await bench.boot({
    privileges: ['--bounding-set=-bpf,-sys_ptrace', '--no-new-privs'],
    before: `mount -t tmpfs none /sys/kernel/btf; mount --bind "${bench.write('paranoid', '3\n')}" /proc/sys/kernel/perf_event_paranoid`,
    env: {
      RUNNER_TENANT: undefined,
      RUNNER_TUNNEL_URL: 'ws://127.0.0.1',
      RUNNER_BOOTSTRAP_TOKEN: undefined,
      RUNNER_PROFILE_TARGETS_FILE: bench.write('bad.json', '{"targets":[{"workload":"*"}]}'),
      RUNNER_PTOP_FILE: path.join(bench.folder, 'no-ptop'),
    },
  });
  expect(refused).toMatchObject(
    refusalFor([
      'RUNNER_TENANT is not set',
      like(/^RUNNER_TUNNEL_URL must begin with wss/u),
      like(/^RUNNER_BOOTSTRAP_TOKEN is not set/u),
      like(/^targets\[0\]\.workload is "\*"/u),
      like(/^no_new_privs is set/u),
      like(/^The capability BPF is missing/u),
      like(/^The capability SYS_PTRACE is missing/u),
      like(/cannot be started \(ENOENT\)$/u),
      like(/^The kernel offers no type information/u),
      'kernel.perf_event_paranoid is 3',
    ]),
  );
  for (const { cause, cost, fix } of refused.event.problems ?? []) {
    expect(refused.stderr).toContain(`- ${cause}. Cost: ${cost}. ${fix}\n`);
    expect([cost.length > 10, fix.length > 10]).toEqual([true, true]);
  }
});

describe('what only costs axes or comfort is a warning', () => {
  const codes = ({ event }: BootEnd): string[] => {
    expect(event.event).toBe('booted');
    return event.warnings.map(({ code }) => code);
  };

  test('tracing and debug file systems that are not mounted, naming the cost [P-CONT-4]', async () => {
    const mounts = 'for m in /sys/kernel/tracing /sys/kernel/debug; do while umount $m 2>/dev/null; do :; done; done';
    const bare = await bench.boot({ before: mounts });
    expect(codes(bare)).toEqual(expect.arrayContaining(['tracefs_not_mounted', 'debugfs_not_mounted']));
    expect(bare.stderr).toContain(
      'Warning: /sys/kernel/tracing is not mounted. Cost: nothing in this version, whose probes do not need it',
    );
    const before = `${mounts}; mount -t tracefs none /sys/kernel/tracing; mount -t debugfs none /sys/kernel/debug`;
    expect(codes(await bench.boot({ before })).filter((code) => code.endsWith('_not_mounted'))).toEqual([]);
  });

  test('a process namespace of its own, where only its own processes can be seen [P-CONT-2]', async () => {
    expect(codes(await bench.boot())).not.toContain('not_host_pid_namespace');
    const apart = await bench.boot({ namespaces: ['--pid', '--fork', '--mount-proc'] });
    expect(codes(apart)).toContain('not_host_pid_namespace');
    expect(apart.stderr).toContain('only processes of the same container or pod can be measured');
  });

  test('no memory limit; with the limits of the reference configuration there is no warning [P-CONT-5]', async () => {
    const memory = (end: BootEnd) => codes(end).filter((code) => !code.endsWith('_not_mounted'));
    for (const [limit, expected] of [
      ['unlimited', ['no_memory_limit']],
      [512 << 20, []],
    ] as const) {
      const cgroup = createMemoryCgroup(`farol-boot-${process.pid}`, limit);
      try {
        expect(memory(await bench.boot({ before: `echo $$ > ${cgroup!.procs}` }))).toEqual(expected);
      } finally {
        cgroup?.remove();
      }
    }
  });
});
