/** Which connections to allow between hosts: ports from the settings' defaults, hosts of other systems from the manifests. */
import { registry } from '../../connectors/registry.ts';
import type { Manifest, Variable } from '../../src/connector/manifest.ts';
import { parseControlConfig } from '../../src/control/config/config.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import { code, type Page, renderTable } from './page.ts';

const page = 'docs/guides/firewall.md';
const { port, tunnelPort } = parseControlConfig({ FAROL_DATA_DIR: '/var/lib/farol' });

export function render(): Page[] {
  const notice =
    '<!-- Generated from scripts/generate/firewall.ts and the manifests of connectors/*/. Change them and run `npm run generate`. -->';
  return [{ path: page, text: `${[notice, ...blocks].join('\n\n')}\n` }];
}

const own: readonly (readonly [from: string, to: string, port: string, purpose: string])[] = [
  ['browsers, pipelines', 'control plane', `${port}/tcp`, 'App and API: HTTPS (`FAROL_PORT`).'],
  ['Agent, Profiler', 'control plane', `${port}/tcp`, 'Enrolment, once: HTTPS.'],
  [
    'Agent, Profiler',
    'control plane',
    `${tunnelPort}/tcp`,
    `The tunnel: one WebSocket over TLS, which stays open (\`FAROL_TUNNEL_PORT\`). A ping crosses it every ${limits.pingEveryMs / 1000} s; allow idle connections of at least a minute.`,
  ],
  [
    'control plane',
    'PostgreSQL',
    'that of `FAROL_DATABASE_URL`, usually 5432/tcp',
    'Only with `FAROL_DATABASE_URL=postgres://…`. Replicas do not connect to each other.',
  ],
  [
    'control plane',
    'its identity provider',
    '443/tcp, or that of `FAROL_SSO_ISSUER`',
    'Only with `FAROL_SSO_ISSUER`: HTTPS, to the hosts that the discovery document of the provider names. A control plane opens no other connection.',
  ],
  [
    'monitoring',
    'control plane',
    'that of `FAROL_METRICS_PORT`',
    'Metrics: plain HTTP. There is no listener unless the variable is set.',
  ],
  ['Agent', 'the systems that it reads', 'see below', 'Only those whose variables are set.'],
  [
    'Agent',
    'its secret store',
    '443/tcp, or that of `RUNNER_SECRET_STORE_URL`',
    'Only with `RUNNER_SECRET_STORE_MODE`.',
  ],
  [
    'Agent',
    'metadata service of its cloud',
    '80/tcp, link-local',
    'Only with `chain` as the mode of a credential of AWS or Google Cloud.',
  ],
  ['every program', 'DNS resolver', '53/udp, 53/tcp', 'Names of the hosts above.'],
];

const blocks: readonly string[] = [
  '# Firewall: which connections to allow',
  'Only the control plane accepts connections. Agents and Profilers open theirs, so nothing has to reach them from outside their network. A Profiler connects to the control plane and to nothing else.',
  renderTable(['from (opens it)', 'to', 'port', 'purpose'], own),
  'Agents and Profilers reach the control plane through the proxy in `HTTPS_PROXY`, with the exceptions in `NO_PROXY`. It must pass TLS through unchanged, because each side verifies the other. The control plane reaches its identity provider in the same way, and does not start with a proxy variable that it cannot use.',
  '## Systems that an Agent reads',
  'An Agent connects to the systems whose variables are set, and refuses every other host. Where a variable replaces the host, a private endpoint or a proxy, only that one is needed. The protocol is HTTPS on 443/tcp unless the address names another port.',
  renderTable(
    ['system', 'hosts', 'replaced by'],
    registry.map(({ manifest }) => toRow(manifest)),
  ),
];

function toRow({ id, title, config, reach }: Manifest): [string, string, string] {
  const system = `[${title}](../reference/connectors/${id}.md)`;
  if (reach !== undefined) {
    const kept = reach.beside === undefined ? '' : ', except hosts of your own';
    return [system, reach.words.replaceAll('<', String.raw`\<`), `${code(reach.override)}${kept}`];
  }
  const addresses = Object.entries<Variable>(config).flatMap(([name, variable]) => hostOf(name, variable));
  return [
    system,
    addresses.map(({ host }) => host).join(', '),
    addresses.flatMap(({ replacedBy }) => replacedBy ?? []).join(', ') || '–',
  ];
}

function hostOf(name: string, variable: Variable): { host: string; replacedBy?: string }[] {
  if (variable.kind === 'url' && variable.default !== undefined) {
    return [{ host: new URL(variable.default).host, replacedBy: code(name) }];
  }
  if (variable.kind === 'url') return [{ host: `that of ${code(name)}` }];
  const carries = variable.kind === 'secret' && variable.carriesAddress !== undefined;
  return carries ? [{ host: `those of ${code(name)}, with their ports` }] : [];
}
