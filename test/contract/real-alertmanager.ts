/** A real Alertmanager on a free loopback port, alone, that notifies nobody. */
import { type RealProcess, startProcess } from './real-process.ts';

export function startAlertmanager(): Promise<RealProcess> {
  return startProcess({
    program: '/usr/bin/prometheus-alertmanager',
    files: () => ({
      'alertmanager.yml': { route: { receiver: 'on-call', group_wait: '1s' }, receivers: [{ name: 'on-call' }] },
    }),
    args: (folder, port) => [
      `--config.file=${folder}/alertmanager.yml`,
      `--storage.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    ready: { path: '/api/v2/status', word: '"cluster"' },
  });
}
