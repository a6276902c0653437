/** What systemd sets around each program on a host without containers, with the reason where a reader would ask for one. */
import { capabilities } from '../../../profiler/host/boot/capabilities.ts';
import { collectorGroup, hostPaths, targetsFile } from '../../../src/core/delivered/delivered-programs.ts';
import { paths, type ReleaseImage } from '../../release/images.ts';

/** Name, value and, as a comment above it, why. */
export type Setting = readonly [name: string, value: string, why?: string];

export const programFolder = (image: ReleaseImage): string => `${hostPaths.programs}/${image.name}`;
export const dataFolder = (image: ReleaseImage): string => `${hostPaths.data}/${image.name}`;
export const environmentFile = (image: ReleaseImage): string => `${hostPaths.settings}/${image.name}.env`;

const isControl = ({ name }: ReleaseImage): boolean => name === 'farol-control';

export function identitySettings(image: ReleaseImage): Setting[] {
  const own: Setting[] = [
    ['User', image.name],
    ['Group', image.hasCollector ? collectorGroup : image.name],
    ['StateDirectory', image.name],
    ['StateDirectoryMode', '0700'],
    ['WorkingDirectory', dataFolder(image)],
    ['UMask', '0077'],
  ];
  return own;
}

export function startSettings(image: ReleaseImage): Setting[] {
  const folder = programFolder(image);
  const args = image.start.map((one) => (one.endsWith('.js') ? `${folder}/${one}` : one));
  const environment = { NODE_ENV: 'production', ...image.environment, ...collectorEnvironment(image) };
  const variables = Object.entries(environment).map(([name, value]): Setting => [
    'Environment',
    `${name}=${value === paths.data ? dataFolder(image) : value}`,
  ]);
  return [
    ['Type', 'exec'],
    ['ExecStart', [`${folder}/node`, ...args].join(' ')],
    ...variables,
    ['EnvironmentFile', environmentFile(image), 'What you set; it overrides the lines above.'],
    ...(isControl(image) ? [] : tokenSettings(image)),
  ];
}

function collectorEnvironment(image: ReleaseImage): Record<string, string> {
  if (!image.hasCollector) return {};
  return {
    RUNNER_PTOP_FILE: `${programFolder(image)}/ptop`,
    RUNNER_PROFILE_TARGETS_FILE: targetsFile,
  };
}

function tokenSettings(image: ReleaseImage): Setting[] {
  return [
    [
      'LoadCredential',
      `bootstrap:${image.name}.bootstrap`,
      'From /etc/credstore, where only root reads it. Needed until the instance is enrolled; then it may be removed.',
    ],
    ['Environment', 'RUNNER_BOOTSTRAP_TOKEN_FILE=%d/bootstrap'],
  ];
}

/** Exit codes of the programs after which a start cannot succeed before a person has acted. */
export function restartSettings(image: ReleaseImage): Setting[] {
  const final = isControl(image) ? '2' : '2 3 4';
  const refused = isControl(image)
    ? 'Refused to start'
    : 'Refused to start, enrolment refused, ended by the control plane';
  return [
    ['Restart', 'on-failure'],
    ['RestartSec', '5s'],
    ['RestartPreventExitStatus', final, `${refused}: a person must act first.`],
    ['KillMode', 'mixed', 'The program ends its own processes.'],
    ['TimeoutStopSec', '35s'],
  ];
}

export function limitSettings(image: ReleaseImage): Setting[] {
  if (image.hasCollector) {
    return [
      ['MemoryMax', '512M'],
      ['MemorySwapMax', '0'],
      ['OOMPolicy', 'continue', 'Killing the collector ends one capture, which reports it; the Profiler goes on.'],
      ['TasksMax', '256'],
    ];
  }
  const control: Setting[] = [['LimitNOFILE', '65536']];
  return [['MemoryMax', isControl(image) ? '2G' : '1G'], ['TasksMax', '256'], ...(isControl(image) ? control : [])];
}

/** For a program that needs no privilege at all. */
const closed: readonly Setting[] = [
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['AmbientCapabilities', ''],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['PrivateDevices', 'yes'],
  ['PrivateMounts', 'yes'],
  ['PrivateIPC', 'yes'],
  ['PrivateUsers', 'yes'],
  ['ProtectClock', 'yes'],
  ['ProtectControlGroups', 'yes'],
  ['ProtectHostname', 'yes'],
  ['ProtectKernelLogs', 'yes'],
  ['ProtectKernelModules', 'yes'],
  ['ProtectKernelTunables', 'yes'],
  ['ProtectProc', 'invisible'],
  ['RestrictAddressFamilies', 'AF_UNIX AF_INET AF_INET6 AF_NETLINK'],
  ['RestrictNamespaces', 'yes'],
  ['RestrictRealtime', 'yes'],
  ['RestrictSUIDSGID', 'yes'],
  ['LockPersonality', 'yes'],
  ['RemoveIPC', 'yes'],
  ['KeyringMode', 'private'],
  ['SystemCallArchitectures', 'native'],
  ['SystemCallFilter', '@system-service'],
  ['SystemCallFilter', '~@privileged @resources'],
  ['SystemCallFilter', 'setpriority', 'Threads that read bundles or run checks give way to the others.'],
  ['SystemCallErrorNumber', 'EPERM', 'MemoryDenyWriteExecute is absent: the compiler of Node needs such memory.'],
];

/**
 * The process itself has no capability; the file of the collector has five, which no_new_privs would take away. systemd
 * sets no_new_privs for a service with a user as soon as a setting needs a filter of system calls, so none of those is
 * here.
 */
const privileged: readonly Setting[] = [
  [
    'CapabilityBoundingSet',
    capabilities.map(({ name }) => `CAP_${name}`).join(' '),
    'The five of the file of the collector. This process holds none of them.',
  ],
  ['AmbientCapabilities', ''],
  [
    'NoNewPrivileges',
    'no',
    'With yes the kernel ignores the capabilities of that file. Settings that filter system calls imply yes and are absent.',
  ],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes', 'Files of targets are read below /proc/<pid>/root, which this does not hide.'],
  ['PrivateTmp', 'yes'],
  ['PrivateIPC', 'yes'],
  ['PrivateMounts', 'yes'],
  ['DevicePolicy', 'closed'],
  [
    'ProtectControlGroups',
    'yes',
    'ProtectKernelTunables and PrivateUsers are absent: they hide tracefs and take the capabilities.',
  ],
  ['RemoveIPC', 'yes'],
  ['KeyringMode', 'private'],
];

export const hardeningSettings = (image: ReleaseImage): readonly Setting[] =>
  image.hasCollector ? privileged : closed;

/** Highest exposure that `systemd-analyze security` may print for the unit, of 10. */
export const exposureLimits: Readonly<Record<string, number>> = {
  'farol-agent': 1.2,
  'farol-control': 1.2,
  'farol-profiler': 6.3,
};
