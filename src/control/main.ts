/**
 * `farol control`: the process around the control plane. Standard output carries only the start-up
 * lines, which programs read; the log goes to standard error.
 */
import { systemClock } from '../core/clock.ts';
import { codesOf, controlExits } from '../core/exit-codes.ts';
import { Redactor } from '../core/redact.ts';
import { Secret } from '../core/secret.ts';
import { ConfigProblems, type ControlConfig, parseControlConfig } from './config/config.ts';
import { openLog } from './http/log.ts';
import { rememberStart } from './operator/last-start.ts';
import { KeyRefusal } from './keys/store-key.ts';
import { startControl } from './start-control.ts';
import { NewerStore } from './store/migrate.ts';

const exits = codesOf(controlExits);

/** Sessions move elsewhere within 10 s, then what is under way is answered. */
const stopTimeoutMs = 25_000;

/** Runs until SIGTERM or SIGINT. Never rejects: failures are reported on standard error and by the exit code. */
export async function runControl(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  let config: ControlConfig;
  try {
    config = parseControlConfig(env, process.stdout.isTTY);
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    return refuse(error.problems);
  }
  const log = openLog(config.logLevel, process.stderr, redactorFor(config));
  if (config.unknown.length > 0) log.warn({ variables: config.unknown }, 'not settings of the control plane');
  // Whatever is created from here on, the store above all, is for this user alone.
  process.umask(0o077);
  const stopped = waitForStop();
  try {
    const control = await startControl(config, { log, wall: systemClock });
    await rememberStart({ dataDir: config.dataDir, env, addresses: control.addresses }).catch((error: unknown) =>
      log.warn({ err: error }, 'farol control owner-link will need the variables of this start'),
    );
    if (control.ownerLinkFile !== undefined) print(config, { event: 'owner_link', file: control.ownerLinkFile });
    print(config, {
      event: 'listening',
      ...control.addresses,
      ...(control.caFile !== undefined && { ca_file: control.caFile }),
      ...(control.metricsUrl !== undefined && { metrics: control.metricsUrl }),
    });
    const signal = await stopped;
    log.info({ signal }, 'stopping');
    await withinStopTime(control.close());
    log.info('stopped');
    return exits.stopped;
  } catch (error) {
    if (error instanceof KeyRefusal || error instanceof NewerStore) return refuse([error.message]);
    log.fatal({ err: error }, 'the control plane failed');
    process.stderr.write(`The control plane failed: ${error instanceof Error ? error.message : 'unknown cause'}\n`);
    // Only fires when something still open keeps the process alive.
    setTimeout(() => process.exit(exits.failed), 1000).unref();
    return exits.failed;
  }
}

function refuse(problems: readonly string[]): number {
  process.stderr.write(`The control plane cannot start:\n${problems.map((one) => `  ${one}\n`).join('')}`);
  return exits.startRefused;
}

function redactorFor({ databaseUrl, storeKey, newStoreKey, sso }: ControlConfig): Redactor {
  const redactor = new Redactor();
  for (const key of [storeKey, newStoreKey]) if (key !== undefined) redactor.add(key.given);
  if (sso !== undefined) redactor.add(sso.clientSecret);
  const password = URL.parse(databaseUrl.reveal())?.password ?? '';
  redactor.add(new Secret(password));
  redactor.add(new Secret(decodeURIComponent(password)));
  return redactor;
}

type StartLine =
  | { readonly event: 'owner_link'; readonly file: string }
  | {
      readonly event: 'listening';
      readonly app: string;
      readonly tunnel: string;
      readonly enroll: string;
      readonly ca_file?: string;
      readonly metrics?: string;
    };

function print({ json }: ControlConfig, line: StartLine): void {
  process.stdout.write(`${json ? JSON.stringify(line) : renderForPeople(line)}\n`);
}

function renderForPeople(line: StartLine): string {
  if (line.event === 'owner_link') {
    return `First sign-in (the link works once, within a day): open the link in ${line.file}, or run farol control owner-link for a new one.`;
  }
  return [
    `Farol is at        ${line.app}`,
    `Instances enrol at ${line.enroll}`,
    `and connect to     ${line.tunnel}`,
    ...(line.ca_file === undefined ? [] : [`Own authority      ${line.ca_file} (give it to browsers and instances)`]),
    ...(line.metrics === undefined ? [] : [`Metrics            ${line.metrics}`]),
  ].join('\n');
}

function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}

/** Rejects when closing takes too long; the process then ends with what is still open. */
async function withinStopTime(closing: Promise<void>): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`stopping took longer than ${stopTimeoutMs} ms`)), stopTimeoutMs).unref();
  });
  await Promise.race([closing, late]);
}
