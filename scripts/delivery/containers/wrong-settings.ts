/**
 * What happens when one requirement of the Profiler container is missing: `docs/reference/container-requirements.md`, and what
 * `wrong-settings.delivery.test.ts` starts a container for, line by line.
 */
import { capabilities } from '../../../profiler/host/boot/capabilities.ts';

export interface WrongSetting {
  readonly missing: string;
  /** Options of `podman run` to leave out, by what they begin with. */
  readonly without?: readonly string[];
  readonly instead?: readonly string[];
  /** `refused`: exit status 2. `reported`: it starts, and warns. */
  readonly outcome: 'refused' | 'reported';
  /** Code of the problem or warning. */
  readonly code: string;
  readonly cause: RegExp;
  /** Starts with the hook for podman left out. */
  readonly withoutHook?: true;
  readonly targets?: 'absent' | 'empty' | 'wildcard' | 'unknown key' | 'of another user' | 'writable by others';
  readonly collector?: 'open to all' | 'of another user' | 'without capabilities';
}

const others = (name: string): string[] => capabilities.filter((one) => one.name !== name).map((one) => one.name);

export const wrongSettings: readonly WrongSetting[] = [
  ...capabilities.map(({ name }): WrongSetting => ({
    missing: `capability ${name}`,
    without: ['--cap-add'],
    instead: [`--cap-add=${others(name).join(',')}`],
    outcome: 'refused',
    code: 'capability_missing',
    cause: new RegExp(`^The capability ${name} is missing from the bounding set of the container$`, 'u'),
  })),
  {
    missing: 'all five capabilities',
    without: ['--cap-add'],
    outcome: 'refused',
    code: 'capability_missing',
    cause: /^The capability \w+ is missing from the bounding set of the container$/u,
  },
  {
    missing: 'the hook for podman: capabilities reach the process itself',
    withoutHook: true,
    outcome: 'refused',
    code: 'holds_capabilities',
    cause: /^The control process holds capabilities \(c000280004\)$/u,
  },
  {
    missing: 'a user other than root',
    instead: ['--user=0:0'],
    outcome: 'refused',
    code: 'runs_as_root',
    cause: /^The control process runs as root$/u,
  },
  {
    missing: 'privilege escalation (`no-new-privileges` is set)',
    instead: ['--security-opt=no-new-privileges'],
    outcome: 'refused',
    code: 'no_new_privs',
    cause: /^no_new_privs is set/u,
  },
  {
    missing: 'the host process namespace (`pid: host`)',
    without: ['--pid'],
    outcome: 'reported',
    code: 'not_host_pid_namespace',
    cause: /^This process does not see the processes of the host$/u,
  },
  ...(['tracing', 'debug'] as const).map((name): WrongSetting => ({
    missing: `\`/sys/kernel/${name}\``,
    without: [`--volume=/sys/kernel/${name}`],
    outcome: 'reported',
    code: name === 'tracing' ? 'tracefs_not_mounted' : 'debugfs_not_mounted',
    cause: new RegExp(`^/sys/kernel/${name} is not mounted$`, 'u'),
  })),
  {
    missing: 'a memory limit',
    without: ['--memory'],
    outcome: 'reported',
    code: 'no_memory_limit',
    cause: /^No memory limit is set$/u,
  },
  {
    missing: 'a swap limit equal to the memory limit',
    without: ['--memory-swap'],
    instead: ['--memory-swap=1g'],
    outcome: 'reported',
    code: 'swap_beyond_limit',
    cause: /^Swap is not turned off for this container$/u,
  },
  {
    missing: 'the target list',
    targets: 'absent',
    outcome: 'refused',
    code: 'target_list',
    cause: /^The target list \/etc\/farol\/targets\.json cannot be read \(ENOENT\)$/u,
  },
  {
    missing: 'a target in the list',
    targets: 'empty',
    outcome: 'refused',
    code: 'target_list',
    cause: /^targets is empty/u,
  },
  {
    missing: 'a name in place of a wildcard',
    targets: 'wildcard',
    outcome: 'refused',
    code: 'target_list',
    cause: /^targets\[0\]\.workload is "\*"/u,
  },
  {
    missing: 'a list without unknown keys',
    targets: 'unknown key',
    outcome: 'refused',
    code: 'target_list',
    cause: /^comment is not a key of the target list$/u,
  },
  {
    missing: 'a list that belongs to root',
    targets: 'of another user',
    outcome: 'refused',
    code: 'target_list_untrusted',
    cause: /by rule file_owner: .* belongs to user 9000 and not to root$/u,
  },
  {
    missing: 'a list that only root may write',
    targets: 'writable by others',
    outcome: 'refused',
    code: 'target_list_untrusted',
    cause: /by rule file_mode/u,
  },
  {
    missing: 'the collector for one group alone (mode 0750)',
    collector: 'open to all',
    outcome: 'refused',
    code: 'collector_open_to_all',
    cause: /^Every user of this machine may execute the collector \/usr\/local\/bin\/ptop \(mode 0755\)$/u,
  },
  {
    missing: 'root as the owner of the collector',
    collector: 'of another user',
    outcome: 'refused',
    code: 'collector_not_roots',
    cause: /^The collector \/usr\/local\/bin\/ptop belongs to user 9000 and not to root$/u,
  },
  {
    missing: 'the capabilities of the collector file',
    collector: 'without capabilities',
    outcome: 'refused',
    code: 'file_capability_missing',
    cause: /^The collector file does not carry the capability \w+$/u,
  },
  {
    missing: 'an identity directory that user 9000 may write',
    without: ['--volume=identity'],
    instead: ['--tmpfs=/var/lib/farol:mode=0700'],
    outcome: 'refused',
    code: 'identity',
    cause: /\/var\/lib\/farol/u,
  },
  {
    missing: 'every setting',
    without: ['--env=RUNNER_TENANT', '--env=RUNNER_INSTANCE_ID'],
    outcome: 'refused',
    code: 'configuration',
    cause: /^RUNNER_TENANT is not set$/u,
  },
];
