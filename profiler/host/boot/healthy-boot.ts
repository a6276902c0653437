/** What a boot finds where nothing is wrong: for tests, and for the page of its problems. Names and numbers are samples. */
import { capabilities, maskOf } from './capabilities.ts';
import type { BootFacts } from './judge-boot.ts';

const all = maskOf(capabilities);

export const healthyBoot: BootFacts = {
  own: { uid: 1000, effective: 0n, permitted: 0n, bounding: all, noNewPrivs: false },
  collector: { state: 'started', permitted: all, effective: all, version: '0.1.0' },
  collectorFile: {
    path: '/usr/local/bin/ptop',
    owner: 0,
    mode: 0o750,
    folders: [{ path: '/usr/local/bin', owner: 0, mode: 0o755 }],
  },
  collectorsView: { isAccepted: true },
  config: [],
  token: [],
  identity: [],
  targets: { targets: [{ workload: 'checkout' }], problems: [] },
  allocations: [],
  hasKernelBtf: true,
  perfEventParanoid: 2,
  mounts: { tracefs: true, debugfs: true },
  isHostPidNamespace: true,
  memory: { limitBytes: 512 << 20, swapBytes: 0 },
};
