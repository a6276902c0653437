/**
 * What new instances of this machine need to enrol, as files of one folder: the authority, and for each class that has
 * no instance yet a bootstrap token of one use and 24 hours. Repeatable: a token that still works stays, one that
 * does not is replaced, and one that nobody needs any more is removed.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, sleep } from '../../core/clock.ts';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import { parseControlConfig } from '../config/config.ts';
import { parseBootstrapToken } from '../enrolment/bootstrap-tokens.ts';
import { lastStartFile } from './last-start.ts';
import { OperatorProblem } from './operator-problem.ts';
import { openOperatorStore, type OperatorStore } from './operator-store.ts';

const classes = ['agent', 'profiler'] as const;
type InstanceClass = (typeof classes)[number];
const waitMs = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a line for each file. Waits a minute for the first start of the control plane. @throws OperatorProblem */
export async function prepareEnrolment(env: Environment, folder: string, clock: Clock): Promise<readonly string[]> {
  if (!existsSync(folder)) throw new OperatorProblem(`--dir ${folder} does not exist. Create it.`);
  await waitForStart(env, clock);
  const store = await openOperatorStore(env);
  try {
    const lines = [await writeAuthority(store, path.join(folder, 'ca.pem'))];
    const enrolled = await store.listEnrolledClasses();
    for (const one of classes) {
      const file = path.join(folder, `${one}-token`);
      lines.push(enrolled.includes(one) ? await removeToken(file, one) : await writeToken(store, { file, class: one }));
    }
    return lines;
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new OperatorProblem(
      `--dir ${folder} cannot be used (${error.code}). Give its owner the user of this command.`,
    );
  } finally {
    await store.close();
  }
}

/** Opening a store that is not there would create it, beside a control plane that does the same. */
async function waitForStart(env: Environment, clock: Clock): Promise<void> {
  // Only its directory: what else a start needs is as at the last one, which is waited for.
  const { dataDir } = parseControlConfig({ ...env, FAROL_HOST: undefined });
  for (const until = clock.now() + waitMs; clock.now() < until;) {
    if (existsSync(lastStartFile(dataDir))) return;
    await sleep(clock, 250);
  }
  throw new OperatorProblem(
    `No control plane has started on ${dataDir} within ${waitMs / 1000} s. Read its log, then run this again.`,
  );
}

async function writeAuthority({ caPem }: OperatorStore, file: string): Promise<string> {
  if (caPem === undefined) {
    await rm(file, { force: true });
    return `${file}: not needed, the certificate comes from files of the operator`;
  }
  await replaceFile(systemDisk, file, Buffer.from(caPem));
  return `${file}: authority of the control plane`;
}

async function removeToken(file: string, of: InstanceClass): Promise<string> {
  await rm(file, { force: true });
  return `${file}: not needed, an instance of class ${of} is enrolled`;
}

async function writeToken(store: OperatorStore, to: { file: string; class: InstanceClass }): Promise<string> {
  const { file } = to;
  if (await stillWorks(store, file)) return `${file}: a bootstrap token that still works`;
  const name = `enrolment-files ${to.class}`;
  const { value } = await store.createToken({ kind: 'bootstrap', class: to.class, name });
  await replaceFile(systemDisk, file, Buffer.from(`${value}\n`));
  return `${file}: a new bootstrap token, for one ${to.class} within 24 hours`;
}

async function stillWorks(store: OperatorStore, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const id = parseBootstrapToken((await readFile(file, 'utf8')).trim());
  return id !== undefined && (await store.canEnrol(id));
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
