/**
 * Gets an instance its identity: the key is born in the identity directory and stays there, the
 * control plane gets the public half and a proof. Safe to repeat after a crash at any point: the
 * same key goes on, and the control plane takes it again for ten minutes.
 */
import type { Agent } from 'node:https';
import { type Clock, sleep } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Secret } from '../../core/secret.ts';
import { Enrolled, EnrolChallenge, enrolmentBytes } from '../enrolment-messages.ts';
import { type Disk, systemDisk } from '../identity/disk.ts';
import { writeFirstGeneration } from '../identity/generation-file.ts';
import { type IdentityStamp, writeIdentity } from '../identity/identity-file.ts';
import type { IdentityProblem } from '../identity/identity-problem.ts';
import { createSignerOf, generateKeyPair, type KeyPair } from '../identity/key-pair.ts';
import { type Identity, openIdentity } from '../identity/open-identity.ts';
import type { InstanceClass } from '../messages.ts';
import { backoffMs } from '../session/backoff.ts';
import { type Random, systemRandom, toBase64Url } from '../session/ports.ts';
import type { InstanceConfig } from './config.ts';
import { explainConnection, triedToEnrol } from './connection-problem.ts';
import { callEnrolment, EnrolmentRefused } from './enrolment-refused.ts';

export interface EnrolOptions {
  readonly config: InstanceConfig;
  readonly class: InstanceClass;
  /** Asked only when a token is needed, so that a restart needs none. */
  readonly token: () => Promise<Secret>;
  /** Made with the proxy and authority of this process; the tunnel uses the same. */
  readonly agent: Agent;
  readonly clock: Clock;
  readonly log: Log;
  readonly disk?: Disk;
  readonly random?: Random;
  /** Calls that got no answer are repeated this often before giving up; endless by default. */
  readonly maxAttempts?: number;
  readonly signal?: AbortSignal;
}

/** The identity directory cannot be used. Lists every problem. */
export class IdentityUnusable extends Error {
  override readonly name = 'IdentityUnusable';
  readonly problems: readonly IdentityProblem[];
  readonly because: string;
  readonly remedy: string;

  constructor(problems: readonly IdentityProblem[]) {
    super(problems.map(({ cause, remedy }) => `${cause} ${remedy}`).join('\n'));
    this.problems = problems;
    this.because = problems.map(({ cause }) => cause).join(' ');
    this.remedy = problems.map(({ remedy }) => remedy).join(' ');
  }
}

/**
 * The identity on the disk, enrolling first when there is none.
 * @throws IdentityUnusable, IdentityNotWritten, EnrolmentRefused, or what the signal was aborted with.
 */
export async function enrol(options: EnrolOptions): Promise<Identity> {
  const { config, disk = systemDisk, random = systemRandom } = options;
  const stamp: IdentityStamp = { class: options.class, tenant: config.tenant, instance: config.instance };
  const found = await openIdentity(config.identityDir, stamp, { disk, random });
  if (found.found === 'unusable') throw new IdentityUnusable(found.problems);
  if (found.found === 'enrolled') return found.identity;
  let keys: KeyPair;
  if (found.found === 'enrolling') ({ keys } = found);
  else {
    keys = generateKeyPair();
    await writeIdentity(disk, config.identityDir, { stamp, keys, enrolment: undefined });
  }
  const enrolled = await askUntilAnswered(options, { stamp, keys, random });
  await writeFirstGeneration(disk, config.identityDir, random);
  await writeIdentity(disk, config.identityDir, {
    stamp,
    keys,
    enrolment: {
      organization: enrolled.organization,
      commandKey: enrolled.command_key,
      enrolledAt: enrolled.enrolled_at,
    },
  });
  const now = await openIdentity(config.identityDir, stamp, { disk, random });
  if (now.found !== 'enrolled') throw new IdentityUnusable(now.found === 'unusable' ? now.problems : []);
  options.log.info({ tenant: stamp.tenant, instance: stamp.instance, class: stamp.class }, 'enrolled');
  return now.identity;
}

/** A lost answer is no refusal: both calls are made again, with the same key. */
async function askUntilAnswered(
  options: EnrolOptions,
  { stamp, keys, random }: { stamp: IdentityStamp; keys: KeyPair; random: Random },
): Promise<Enrolled> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(options, stamp, keys);
    } catch (error) {
      options.signal?.throwIfAborted();
      const isFinal = error instanceof EnrolmentRefused && !error.canRetry;
      if (isFinal || attempt >= (options.maxAttempts ?? Number.POSITIVE_INFINITY)) throw error;
      const retryInMs = backoffMs(attempt, random);
      options.log.warn(
        { ...explainConnection(error, triedToEnrol(options.config.enrollUrl, options)), attempt, retryInMs },
        'enrolment did not succeed; retrying',
      );
      await sleep(options.clock, retryInMs);
    }
  }
}

async function ask(options: EnrolOptions, stamp: IdentityStamp, keys: KeyPair): Promise<Enrolled> {
  const { config, class: instanceClass } = options;
  const subject = {
    tenant: config.tenant,
    class: instanceClass,
    instance: config.instance,
    public_key: keys.publicKey,
  };
  const token = await options.token();
  const { agent, clock, signal } = options;
  const call = { enrollUrl: config.enrollUrl, agent, clock, signal };
  const begun = { ...subject, token: token.reveal() };
  const { challenge } = await callEnrolment({ ...call, step: 'begin', body: begun }, EnrolChallenge);
  const signature = toBase64Url(createSignerOf(keys).sign(enrolmentBytes({ ...subject, challenge })));
  const proved = { ...subject, challenge, signature };
  const enrolled = await callEnrolment({ ...call, step: 'finish', body: proved }, Enrolled);
  if (enrolled.instance !== stamp.instance || enrolled.class !== stamp.class) {
    throw new EnrolmentRefused({
      code: 'invalid_answer',
      status: 200,
      canRetry: false,
      message: 'The control plane enrolled another instance.',
    });
  }
  return enrolled;
}
