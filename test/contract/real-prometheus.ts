/** A real Prometheus on a free loopback port, which scrapes itself. With a user, it answers 401 to everybody else. */
import { type RealProcess, startProcess } from './real-process.ts';

export type RealPrometheus = RealProcess;

export interface BasicUser {
  readonly name: string;
  /** bcrypt of the password, as the web configuration wants it. */
  readonly passwordHash: string;
  readonly password: string;
}

export interface PrometheusOptions {
  /** Host and port of further targets, scraped every second without a credential. */
  readonly targets?: readonly string[];
  /** Further targets by the name of their job, scraped in the same way. */
  readonly scrapes?: readonly { readonly job: string; readonly targets: readonly string[] }[];
  /** Groups of rules, as the rule file has them. */
  readonly rules?: readonly object[];
  /** Address of the Alertmanager that receives alerts. */
  readonly alertmanager?: string;
}

export function startPrometheus(
  user?: BasicUser,
  { targets = [], scrapes = [], rules = [], alertmanager }: PrometheusOptions = {},
): Promise<RealPrometheus> {
  const basicAuth = user === undefined ? {} : { basic_auth: { username: user.name, password: user.password } };
  const staticTargets = (hosts: readonly string[]) => ({ static_configs: [{ targets: hosts }] });
  const authorization = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
  return startProcess({
    program: '/usr/bin/prometheus',
    files: (port) => ({
      'prometheus.yml': {
        global: {
          scrape_interval: '1s',
          scrape_timeout: '1s',
          evaluation_interval: '1s',
          external_labels: { cluster: 'test' },
        },
        rule_files: ['rules.yml'],
        scrape_configs: [
          { job_name: 'self', ...basicAuth, ...staticTargets([`127.0.0.1:${port}`]) },
          ...(targets.length === 0 ? [] : [{ job_name: 'others', honor_labels: true, ...staticTargets(targets) }]),
          ...scrapes.map(({ job, targets: hosts }) => ({ job_name: job, ...staticTargets(hosts) })),
        ],
        ...(alertmanager !== undefined && {
          alerting: { alertmanagers: [staticTargets([new URL(alertmanager).host])] },
        }),
      },
      'rules.yml': { groups: rules },
      'web.yml': user === undefined ? {} : { basic_auth_users: { [user.name]: user.passwordHash } },
    }),
    args: (folder, port) => [
      `--config.file=${folder}/prometheus.yml`,
      `--web.config.file=${folder}/web.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      // An alert that was raised before the Alertmanager was found is sent again soon.
      '--rules.alert.resend-delay=1s',
    ],
    // Ready means that it has scraped itself: `up` has a value.
    ready: { path: '/api/v1/query?query=up', word: '"value"', authorization },
  });
}
