/** What an Agent or a Profiler needs on its host, asked and checked. */
import { rmSync } from 'node:fs';
import { proxyVariables } from '../../core/proxy-settings.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { Asker } from './answers/ask.ts';
import { askConnection } from './answers/ask-connection.ts';
import { askInstance } from './answers/ask-instance.ts';
import type { ChosenTargets } from './answers/ask-targets.ts';
import { authorityFile, type HostProgram, targetsFile } from './host-program.ts';
import { mergeSettings, parseSettings } from './plan/settings-file.ts';
import type { Place } from './render-outcome.ts';
import type { Prepared, SetupOptions } from './prepared.ts';

const proxyNames = Object.keys(proxyVariables).flatMap((name) => [name, name.toLowerCase()]);

export async function prepareInstance(
  program: HostProgram & { readonly kind: InstanceClass },
  options: SetupOptions,
  { settings, asker }: { readonly settings: string; readonly asker: Asker },
): Promise<Prepared> {
  const present = parseSettings(settings);
  // As the unit will go: what its settings say, and otherwise the proxy of this shell, which is then written there.
  const proxies = Object.fromEntries(
    proxyNames.flatMap((name) => {
      const value = present[name] ?? process.env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const connection = await askConnection(options, present, { asker, env: proxies });
  const ports = { program, connection, asker, env: proxies, isTried: options.print !== true };
  const { tenant, instance, token } = await askInstance(options, present, ports);
  const targets = program.kind === 'profiler' ? await chooseTargets(options, asker) : undefined;
  const { enrollUrl, tunnelUrl, authority } = connection;
  const variables = {
    RUNNER_TENANT: tenant,
    RUNNER_INSTANCE_ID: instance,
    RUNNER_TUNNEL_URL: tunnelUrl.href.replace(/\/$/u, ''),
    RUNNER_ENROLL_URL: enrollUrl.href,
    RUNNER_CA_FILE: authority === undefined ? undefined : authorityFile,
    ...proxies,
  };
  return {
    installation: {
      settings: mergeSettings(settings, variables),
      authority,
      token: token?.reveal(),
      targets: targets?.text,
    },
    identity: `${program.title} ${instance} is live: it is enrolled in ${tenant} at ${enrollUrl.host}.`,
    places: [
      ...(authority === undefined ? [] : [['authority', authorityFile] satisfies Place]),
      ...(targets === undefined ? [] : [['targets', `${targetsFile}: ${sayTargets(targets)}`] satisfies Place]),
    ],
    finish: () => {
      // It is used up; a later start needs none.
      rmSync(program.token, { force: true });
      return sayNext(program, { origin: enrollUrl.origin, hasAuthority: authority !== undefined, targets });
    },
  };
}

async function chooseTargets({ target = [] }: SetupOptions, asker: Asker): Promise<ChosenTargets> {
  const { askTargets } = await import('./answers/ask-targets.ts');
  return askTargets(target, asker);
}

function sayTargets({ targets, running }: ChosenTargets): string {
  const shown = 8;
  const words = targets.slice(0, shown).map(({ workload }) => `${workload} (${sayCount(running.get(workload) ?? 0)})`);
  return [...words, ...(targets.length > shown ? [`${targets.length - shown} more`] : [])].join(', ');
}

function sayCount(processes: number): string {
  if (processes === 0) return 'does not run now';
  return processes === 1 ? '1 process' : `${processes} processes`;
}

function sayNext(
  { kind, settings, name }: HostProgram,
  {
    origin,
    hasAuthority,
    targets,
  }: { readonly origin: string; readonly hasAuthority: boolean; readonly targets: ChosenTargets | undefined },
): string[] {
  if (kind === 'agent') {
    return [
      `Next: give it what it may read. Write the variables of a connector into ${settings}, then:`,
      `  systemctl restart ${name} && farol doctor`,
    ];
  }
  const running = targets?.targets.find(({ workload }) => (targets.running.get(workload) ?? 0) > 0);
  const workload = running?.workload ?? targets?.targets[0]?.workload ?? '<name>';
  const login = `farol login --url ${origin}${hasAuthority ? ` --ca-file ${authorityFile}` : ''}`;
  return [
    `Next: capture ${workload}, from a machine with the command line of the control plane (${login}):`,
    `  farol capture wait "$(farol capture request --workload ${workload} --version 1.0.0 --duration 10)"`,
  ];
}
