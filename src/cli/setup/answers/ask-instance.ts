/** Who the instance is, and the token that lets it in: the control plane says at once whether it accepts them. */
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemClock } from '../../../core/clock.ts';
import { createAgents } from '../../../core/network-agent.ts';
import { Secret } from '../../../core/secret.ts';
import { openIdentity } from '../../../tunnel/identity/open-identity.ts';
import { instanceName, tenantName } from '../../../tunnel/instance/config.ts';
import { tryToken } from '../../../tunnel/instance/try-token.ts';
import type { InstanceClass } from '../../../tunnel/messages.ts';
import type { HostProgram } from '../host-program.ts';
import type { Variables } from '../plan/settings-file.ts';
import { SetupProblem } from '../setup-problem.ts';
import { ask, type Asker, tell } from './ask.ts';
import { asOptions, type Connection } from './ask-connection.ts';

export interface InstanceOptions {
  readonly organization?: string;
  readonly instance?: string;
  readonly tokenFile?: string;
}

export interface InstanceAnswers {
  readonly tenant: string;
  readonly instance: string;
  /** Undefined for an instance that is enrolled. */
  readonly token: Secret | undefined;
}

interface Ports {
  readonly program: HostProgram & { readonly kind: InstanceClass };
  readonly connection: Connection;
  readonly asker: Asker;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the control plane may be asked about the token. */
  readonly isTried: boolean;
}

/** Of the refusals those that another token or name may mend, here and now. */
const mendable = new Set(['token_invalid', 'token_other_class', 'token_expired', 'token_revoked', 'token_spent']);

/** @throws SetupProblem */
export async function askInstance(
  options: InstanceOptions,
  present: Variables,
  { program, connection, asker, env, isTried }: Ports,
): Promise<InstanceAnswers> {
  const tenant = await ask(
    {
      option: '--organization',
      message: 'Name of the organization',
      given: options.organization,
      present: present['RUNNER_TENANT'],
      usual: 'default',
      check: (value) => (tenantName.test(value) ? undefined : 'Use lower-case letters, digits and inner hyphens.'),
    },
    asker,
  );
  const instance = await ask(
    {
      option: '--instance',
      message: `Name of this ${program.title} in the organization`,
      given: options.instance,
      present: present['RUNNER_INSTANCE_ID'],
      usual: usualName(program.kind),
      check: (value) => (instanceName.test(value) ? undefined : 'Use letters, digits, dots, hyphens and underscores.'),
    },
    asker,
  );
  const stamp = { class: program.kind, tenant, instance };
  // Opening a folder that is not there would create it, for root.
  const found = existsSync(program.data) ? await openIdentity(program.data, stamp) : ({ found: 'absent' } as const);
  if (found.found === 'unusable') {
    throw new SetupProblem(found.problems.map(({ cause, remedy }) => `${cause} ${remedy}`).join('\n'));
  }
  if (found.found === 'enrolled') return { tenant, instance, token: undefined };
  for (let given = options.tokenFile; ; given = undefined) {
    const token = await askToken(given, asker);
    // An enrolment without an answer goes on with the same key, for which a token counts again.
    if (!isTried || found.found === 'enrolling') return { tenant, instance, token };
    const agents = createAgents({ ca: connection.authority, env });
    const refused = await tryToken({
      enrollUrl: connection.enrollUrl,
      stamp,
      token,
      agent: agents.https,
      clock: systemClock,
    }).finally(() => agents.close());
    if (refused === undefined) return { tenant, instance, token };
    const problem = asOptions(refused.message);
    if (!asker.isInteractive || !mendable.has(refused.code)) throw new SetupProblem(problem);
    tell(problem);
  }
}

/** An Agent and a Profiler may be on one host. */
export function usualName(instanceClass: InstanceClass): string {
  return instanceClass === 'profiler' ? hostname() : `${hostname()}-agent`;
}

async function askToken(file: string | undefined, asker: Asker): Promise<Secret> {
  const given = file === undefined ? undefined : readToken(file);
  const value = await ask(
    {
      option: '--token-file',
      message: 'Bootstrap token, from Settings, Enrolment',
      given,
      isSecret: true,
      check: (text) =>
        /^rboot_\w+$/u.test(text)
          ? undefined
          : 'This is not a bootstrap token: it begins with rboot_ and has no spaces.',
    },
    asker,
  );
  return new Secret(value);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SetupProblem(`--token-file: ${file} cannot be read.`);
  }
}
