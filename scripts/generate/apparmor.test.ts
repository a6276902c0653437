import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { render, renderProfile, variants } from './apparmor.ts';

const profiles = render().map(({ path: file, text }) => [file, text] as const);
const rules = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[a-z].*,$/u.test(line));

/** What Docker and containerd generate for every container, but for the signals of a daemon that has a profile. */
const defaultBody = [
  'network,',
  'capability,',
  'file,',
  'umount,',
  'signal (receive) peer=unconfined,',
  'signal (receive) peer=runc,',
  'signal (receive) peer=crun,',
  'signal (send,receive) peer=farol-profiler,',
  'deny @{PROC}/* w,',
  'deny @{PROC}/{[^1-9],[^1-9][^0-9],[^1-9s][^0-9y][^0-9s],[^1-9][^0-9][^0-9][^0-9/]*}/** w,',
  'deny @{PROC}/sys/[^k]** w,',
  'deny @{PROC}/sys/kernel/{?,??,[^s][^h][^m]**} w,',
  'deny @{PROC}/sysrq-trigger rwklx,',
  'deny @{PROC}/kcore rwklx,',
  'deny mount,',
  'deny /sys/[^f]*/** wklx,',
  'deny /sys/f[^s]*/** wklx,',
  'deny /sys/fs/[^c]*/** wklx,',
  'deny /sys/fs/c[^g]*/** wklx,',
  'deny /sys/fs/cg[^r]*/** wklx,',
  'deny /sys/firmware/** rwklx,',
  'deny /sys/devices/virtual/powercap/** rwklx,',
  'deny /sys/kernel/security/** rwklx,',
  'ptrace (trace,read,tracedby,readby) peer=farol-profiler,',
];

test.each(profiles)('%s has the flags and includes of the specification [P-AA-2]', (_file, text) => {
  expect(text).toMatch(/^profile farol-profiler\S* flags=\(attach_disconnected,mediate_deleted\) \{$/mu);
  expect(text).toMatch(/^#include <tunables\/global>$/mu);
  expect(text).toMatch(/^ {2}#include <abstractions\/base>$/mu);
});

test('beyond the default body there is exactly one rule: ptrace (read) of the target [P-AA-1]', () => {
  const [docker = '', kubernetes = ''] = variants.map(renderProfile);
  const beyond = rules(docker).filter((rule) => rule.startsWith('ptrace') && !rule.includes('peer=farol-profiler,'));
  expect(beyond).toEqual(['ptrace (read) peer=unconfined,']);
  const ofKubernetes = rules(kubernetes).filter((rule) => rule.startsWith('ptrace') && !rule.includes('peer=farol-'));
  expect(ofKubernetes).toEqual(['ptrace (read) peer=cri-containerd.apparmor.d,']);
  const body = (text: string): string[] =>
    rules(text.replaceAll('farol-profiler-kubernetes', 'farol-profiler')).filter(
      (rule) => !beyond.includes(rule) && !ofKubernetes.includes(rule),
    );
  expect(body(kubernetes)).toEqual(body(docker));
  expect(body(docker)).toEqual(defaultBody);
});

test('the compose file names the profile, lets the customer name another, and never says unconfined [P-CONT-3]', () => {
  const read = (file: string): string =>
    readFileSync(path.resolve(import.meta.dirname, '../../deploy/compose', file), 'utf8');
  expect(read('compose.yaml')).toContain('- apparmor=${FAROL_APPARMOR_PROFILE-farol-profiler}\n');
  expect(read('.env.example')).toMatch(/^FAROL_APPARMOR_PROFILE=farol-profiler$/mu);
  for (const file of ['compose.yaml', 'compose.host-network.yaml']) expect(read(file)).not.toContain('unconfined');
});
