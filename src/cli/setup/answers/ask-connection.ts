/** Where the control plane is and which authority it has. Each pair is tried before the next question. */
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../core/clock.ts';
import { createAgents } from '../../../core/network-agent.ts';
import { fingerprintOf } from '../../../core/pem-certificates.ts';
import { parseWebAddress } from '../../../core/web-address.ts';
import { examineNetwork } from '../../../tunnel/doctor/examine-network.ts';
import { offeredAuthority } from '../checks/offered-authority.ts';
import type { Variables } from '../plan/settings-file.ts';
import { SetupProblem } from '../setup-problem.ts';
import { ask, type Asker, askWhether, tell } from './ask.ts';

export interface ConnectionOptions {
  readonly url?: string;
  readonly tunnelUrl?: string;
  readonly caFile?: string;
  readonly caFingerprint?: string;
}

export interface Connection {
  readonly enrollUrl: URL;
  readonly tunnelUrl: URL;
  /** PEM; undefined when the machine trusts the control plane anyway. */
  readonly authority: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `env` has the variables of proxies. @throws SetupProblem with every finding, unless another answer can be asked for. */
export async function askConnection(
  options: ConnectionOptions,
  present: Variables,
  { asker, env }: { readonly asker: Asker; readonly env: Environment },
): Promise<Connection> {
  let known = present;
  for (;;) {
    const connection = await askOnce(options, known, { asker, env });
    const problems = await tryConnection(connection, env);
    if (problems.length === 0) return connection;
    if (!asker.isInteractive || options.url !== undefined) throw new SetupProblem(problems.join('\n'));
    tell(problems.join('\n'));
    known = {};
  }
}

async function askOnce(
  options: ConnectionOptions,
  present: Variables,
  { asker, env }: { readonly asker: Asker; readonly env: Environment },
): Promise<Connection> {
  const enrolled = present['RUNNER_ENROLL_URL']?.replace(/\/enroll\/?$/u, '');
  const url = await ask(
    {
      option: '--url',
      message: 'Address of the control plane, such as https://farol.example.com:8444',
      given: options.url,
      present: enrolled,
      check: (value) => problemOf(value, 'https:'),
    },
    asker,
  );
  const address = new URL(url);
  const isSame = enrolled === url || options.url === undefined;
  const tunnel = await ask(
    {
      option: '--tunnel-url',
      message: 'Address of its tunnel',
      given: options.tunnelUrl,
      present: isSame ? present['RUNNER_TUNNEL_URL'] : undefined,
      usual: `wss://${address.hostname}:8443`,
      check: (value) => problemOf(value, 'wss:'),
    },
    asker,
  );
  const enrollUrl = new URL(`${address.href.replace(/\/+$/u, '')}/enroll`);
  const authority = await chooseAuthority(options, present, { asker, env, url: enrollUrl });
  return { enrollUrl, tunnelUrl: new URL(tunnel), authority };
}

function problemOf(value: string, protocol: 'https:' | 'wss:'): string | undefined {
  const parsed = parseWebAddress(value, [protocol]);
  return typeof parsed === 'string' ? `This ${parsed}.` : undefined;
}

async function chooseAuthority(
  { caFile, caFingerprint }: ConnectionOptions,
  present: Variables,
  { asker, env, url }: { readonly asker: Asker; readonly env: Environment; readonly url: URL },
): Promise<string | undefined> {
  if (caFile !== undefined) return readAuthority(caFile, '--ca-file');
  const offered = await offeredAuthority(url, env);
  if (caFingerprint !== undefined) {
    const wanted = caFingerprint.toLowerCase().replace(/^sha256:/u, '');
    if (offered.state === 'offered' && offered.fingerprint === wanted) return offered.pem;
    if (offered.state === 'trusted' || offered.state === 'unreachable') return undefined;
    const seen = offered.state === 'offered' ? `the one with the fingerprint ${offered.fingerprint}` : 'none';
    throw new SetupProblem(
      `--ca-fingerprint: The server at ${url.host} does not offer that authority, but ${seen}. Copy the fingerprint again from the command for hosts under Settings, Enrolment. If it is the same there, somebody else answers at this address.`,
    );
  }
  const file = present['RUNNER_CA_FILE'];
  if (file !== undefined) return readAuthority(file, 'RUNNER_CA_FILE');
  if (offered.state !== 'offered') return undefined;
  const question = `${url.host} offers an authority of its own, with the fingerprint\n${offered.fingerprint}\nIs it the one in the command for hosts under Settings, Enrolment?`;
  if (await askWhether(question, '--ca-file or --ca-fingerprint', asker)) return offered.pem;
  throw new SetupProblem('The authority was not accepted. Nothing was changed.');
}

function readAuthority(file: string, option: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch {
    throw new SetupProblem(`${option}: ${file} cannot be read.`);
  }
  if (fingerprintOf(pem) === undefined) throw new SetupProblem(`${option}: ${file} has no PEM certificate.`);
  return `${pem.trim()}\n`;
}

/** Names, TLS, answer, tunnel and clock, as the instance will use them; each problem as a sentence. */
async function tryConnection({ enrollUrl, tunnelUrl, authority }: Connection, env: Environment): Promise<string[]> {
  const agents = createAgents({ ca: authority, env });
  // Who it is does not matter for the way.
  const config = { enrollUrl, tunnelUrl, ca: authority, tenant: 'default', instance: 'setup', identityDir: '/' };
  try {
    const diagnoses = await examineNetwork(config, {
      agent: agents.https,
      clock: systemClock,
      signal: new AbortController().signal,
    });
    const failed = diagnoses.flatMap((one) => ('fix' in one ? [one] : []));
    for (const one of failed.filter(({ status }) => status === 'warning')) tell(asOptions(`${one.says} ${one.fix}`));
    return failed
      .filter(({ status }) => status === 'problem')
      .map(({ subject, says, fix }) => asOptions(`${subject}: ${says} ${fix}`));
  } finally {
    agents.close();
  }
}

const optionOf: Readonly<Record<string, string>> = {
  RUNNER_ENROLL_URL: '--url',
  RUNNER_TUNNEL_URL: '--tunnel-url',
  RUNNER_CA_FILE: '--ca-file',
  RUNNER_TENANT: '--organization',
  RUNNER_INSTANCE_ID: '--instance',
  RUNNER_BOOTSTRAP_TOKEN: '--token-file',
};

/** A person at a setup has options, and the variables only later. */
export function asOptions(text: string): string {
  return text.replaceAll(/RUNNER_[A-Z_]+/gu, (name) => optionOf[name] ?? name);
}
