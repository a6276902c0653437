/**
 * `identity.json`: the private key of this instance and, once enrolled, what it may trust. Written
 * when the key is born, when enrolment succeeds, and when the control plane changes its command key.
 * While the key before is still believed the format is v2; otherwise v1, which every version reads.
 */
import path from 'node:path';
import { z } from 'zod';
import { Secret } from '../../core/secret.ts';
import { InstanceClass } from '../messages.ts';
import type { PinnedKeys } from '../session/pinned-keys.ts';
import type { Disk } from './disk.ts';
import {
  IdentityNotWritten,
  type IdentityProblem,
  newerFormat,
  problemOfRead,
  problemOfWrite,
  reenrol,
} from './identity-problem.ts';
import type { KeyPair } from './key-pair.ts';
import { replaceFile } from './replace-file.ts';

const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/u);
const stamp = {
  class: InstanceClass,
  tenant: z.string(),
  instance: z.string(),
  public_key: key,
  private_key: key,
};
const v1 = { ...stamp, format: z.literal('farol.identity.v1') };
const enrolled = {
  state: z.literal('enrolled'),
  organization: z.string().min(1),
  command_key: key,
  enrolled_at: z.string(),
};
const IdentityFile = z.union([
  z.strictObject({ ...v1, state: z.literal('enrolling') }),
  z.strictObject({ ...v1, ...enrolled }),
  z.strictObject({
    ...stamp,
    format: z.literal('farol.identity.v2'),
    ...enrolled,
    previous_command_key: z.strictObject({ key, until: z.number().int().min(0).max(8.64e15) }),
  }),
]);

/** The owner of an identity. No other instance can use it. */
export interface IdentityStamp {
  readonly class: InstanceClass;
  readonly tenant: string;
  readonly instance: string;
}

export interface Enrolment {
  readonly organization: string;
  /** The control plane's command key, pinned from now on. */
  readonly commandKey: string;
  /** The one before, which is believed until the control plane has signed with `commandKey`. */
  readonly previousCommandKey?: PinnedKeys['previous'];
  /** RFC 3339, by the control plane's clock. */
  readonly enrolledAt: string;
}

export interface StoredIdentity {
  readonly stamp: IdentityStamp;
  readonly keys: KeyPair;
  /** Undefined while enrolment has not been answered. */
  readonly enrolment: Enrolment | undefined;
}

export function identityPath(directory: string): string {
  return path.join(directory, 'identity.json');
}

/** A whole old directory would count as a copy: its generation is behind. */
export const restoreAlone = `Restore identity.json alone from a backup and leave the other files as they are. Without a backup, ${reenrol}`;

/** Undefined when there is none. A problem is returned, not thrown, so that a boot can print all of them. */
export async function readIdentity(
  disk: Disk,
  directory: string,
): Promise<{ identity: StoredIdentity } | { problem: IdentityProblem } | undefined> {
  const file = identityPath(directory);
  let found: Awaited<ReturnType<Disk['read']>>;
  try {
    found = await disk.read(file);
  } catch (error) {
    return { problem: problemOfRead(file, error) };
  }
  if (found === undefined) return undefined;
  if ((found.mode & 0o007) !== 0) {
    const cause = `${file} holds a private key and everyone on this machine may read it.`;
    return { problem: { code: 'exposed', path: file, cause, remedy: `Run: chmod 600 ${file}` } };
  }
  const identity = parseIdentity(found.bytes);
  if (identity !== undefined) return { identity };
  const newer = newerFormat(file, found.bytes, { name: 'identity', known: 2 });
  return { problem: newer ?? { code: 'corrupt', path: file, cause: `${file} is damaged.`, remedy: restoreAlone } };
}

/** @throws IdentityNotWritten; an identity that was there is still there. */
export async function writeIdentity(disk: Disk, directory: string, identity: StoredIdentity): Promise<void> {
  const { stamp: owner, keys, enrolment } = identity;
  const common = {
    class: owner.class,
    tenant: owner.tenant,
    instance: owner.instance,
    public_key: keys.publicKey,
    private_key: keys.privateKey.reveal(),
  };
  await writeJson(disk, identityPath(directory), toContent(enrolment, common));
}

function toContent(
  enrolment: Enrolment | undefined,
  common: Omit<z.infer<typeof IdentityFile>, 'format' | 'state'>,
): z.infer<typeof IdentityFile> {
  if (enrolment === undefined) return { format: 'farol.identity.v1', ...common, state: 'enrolling' };
  const { organization, commandKey, enrolledAt, previousCommandKey } = enrolment;
  const state = {
    ...common,
    state: 'enrolled',
    organization,
    command_key: commandKey,
    enrolled_at: enrolledAt,
  } as const;
  return previousCommandKey === undefined
    ? { format: 'farol.identity.v1', ...state }
    : { format: 'farol.identity.v2', ...state, previous_command_key: previousCommandKey };
}

/** @throws IdentityNotWritten */
export async function writeJson(disk: Disk, file: string, content: object): Promise<void> {
  try {
    await replaceFile(disk, file, Buffer.from(`${JSON.stringify(content, null, 2)}\n`));
  } catch (error) {
    throw new IdentityNotWritten(problemOfWrite(file, error), { cause: error });
  }
}

function parseIdentity(bytes: Uint8Array): StoredIdentity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
  const { data } = IdentityFile.safeParse(value);
  if (data === undefined) return undefined;
  return {
    stamp: { class: data.class, tenant: data.tenant, instance: data.instance },
    keys: { publicKey: data.public_key, privateKey: new Secret(data.private_key) },
    enrolment:
      data.state === 'enrolling'
        ? undefined
        : {
            organization: data.organization,
            commandKey: data.command_key,
            enrolledAt: data.enrolled_at,
            previousCommandKey: 'previous_command_key' in data ? data.previous_command_key : undefined,
          },
  };
}
