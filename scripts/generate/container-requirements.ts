import { capabilities } from '../../profiler/host/boot/capabilities.ts';
import { wrongSettings } from '../delivery/containers/wrong-settings.ts';
import { callGroups } from '../delivery/containers/seccomp-groups.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';

const outcomes = { refused: 'is refused, exit status 2', reported: 'starts, and reports it as a warning' } as const;

export function render(): Page[] {
  return [
    toPage('container-requirements.md', 'profiler/host/boot/capabilities.ts and scripts/delivery/containers', [
      '# Requirements of the Profiler container',
      'The Profiler reports every missing requirement at once, each with its cost and what to do. `test/delivery/containers/wrong-settings.delivery.test.ts` starts the image once for each line of the first table.',
      '## What happens without a requirement',
      renderTable(
        ['without', 'the Profiler', 'code'],
        wrongSettings.map((one) => [one.missing, outcomes[one.outcome], code(one.code)]),
      ),
      '## The five capabilities',
      'The collector file carries them. The process that is connected to the network runs as user 9000 and holds none.',
      renderTable(
        ['capability', 'without it'],
        capabilities.map(({ name, cost }) => [code(name), cost]),
      ),
      '## System calls that the seccomp profile allows',
      'Every other call fails with EPERM. The list is measured: `scripts/delivery/containers/measure-seccomp.ts` traces the image through boot, self-test, enrolment and a capture with every probe, that of memory allocations too, on amd64; forms of the same calls that arm64, other kernels and longer runs use are added by rule. `clone` is allowed without flags for new namespaces. `clone3`, whose flags a filter cannot read, fails with ENOSYS, and the C library then uses `clone`. `uretprobe` is no call of a program: since Linux 6.11 the kernel places it where a probed function returns, on amd64, and refuses it anywhere else. Until Linux 6.14 a filter decides about it, and a process whose filter does not allow it ends: on these kernels the probe of memory allocations leaves every process with a filter alone. An engine that does not know the name ignores it.',
      renderTable(
        ['for', 'calls'],
        callGroups().map(({ purpose, calls }) => [purpose, codes(calls)]),
      ),
    ]),
  ];
}
