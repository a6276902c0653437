/**
 * Whether the control plane lets this instance in, asked with its key: at the tunnel for one that is enrolled,
 * with its bootstrap token for one that is not. Nothing is claimed or used up, and a running session goes on.
 */
import { systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import type { Secret } from '../../core/secret.ts';
import type { Identity } from '../identity/open-identity.ts';
import { explainConnection, triedToEnrol } from '../instance/connection-problem.ts';
import type { InstanceConfig } from '../instance/config.ts';
import { tryToken } from '../instance/try-token.ts';
import type { InstanceClass } from '../messages.ts';
import { examinedVersion, type Frame, type FrameOf, FramePort, tunnelVersion } from '../session/frame.ts';
import { helloBytes } from '../session/hello.ts';
import { type Net, systemRandom, toBase64Url } from '../session/ports.ts';
import { otherVersion } from '../session/refusal.ts';
import type { Actor, Diagnosis } from './diagnosis.ts';

/** The last frame that the control plane sends: a challenge where nobody has a key to answer it with. */
export function askTunnel(net: Net, identity: Identity | undefined, signal: AbortSignal): Promise<Frame> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(timedOut(signal)), { once: true });
    net
      .dial((wire) => {
        const port = new FramePort(wire);
        const onFrame = (frame: Frame): void => {
          if (frame.t === 'challenge' && frame.v === tunnelVersion && identity !== undefined) {
            port.send(askAs(identity, frame));
            return;
          }
          resolve(frame);
          port.close('examined');
        };
        return {
          onText: (text) => {
            try {
              onFrame(port.read(text));
            } catch (error) {
              reject(new Error('the server does not speak the tunnel protocol', { cause: error }));
              port.close('examined');
            }
          },
          onClose: (because) => reject(new Error(`the connection was closed (${because})`)),
        };
      }, signal)
      .catch(reject);
  });
}

function timedOut(signal: AbortSignal): Error {
  return Object.assign(new Error('no answer in time', { cause: signal.reason }), { code: 'TIMEOUT' });
}

function askAs(identity: Identity, challenge: FrameOf<'challenge'>): Parameters<FramePort['send']>[0] {
  const hello = {
    v: examinedVersion,
    organization: identity.organization,
    instance: identity.instance,
    class: identity.class,
    generation: 1,
    committed: 0,
    lineage: toBase64Url(systemRandom.bytes(32)),
    nonce: toBase64Url(systemRandom.bytes(32)),
    versions: {},
  };
  const signature = toBase64Url(identity.signer.sign(helloBytes(challenge.nonce, hello)));
  return { t: 'hello', ...hello, signature };
}

/** Who acts first; otherwise it is the operator of the control plane. */
const actors: Readonly<Record<string, Actor>> = {
  not_authenticated: 'operator',
  locked: 'operator',
  revoked: 'admin',
  not_enabled: 'admin',
  command_key_retired: 'admin',
};

/** Refusals of an instance that only asks, where nothing is wrong. A control plane from before this question proves the key, and says no more. */
const wellRefused: Readonly<Record<string, string>> = {
  examined: 'The control plane knows this identity and lets it in.',
  unsupported_version: 'The control plane knows this identity; an older one does not say whether it lets it in.',
};

export function judgeStanding(frame: Frame, subject: string): Diagnosis {
  if (frame.t === 'challenge') return judgeChallenge(frame, subject);
  if (frame.t !== 'refused') throw new Error(`the control plane answers with ${frame.t}`);
  const at = { area: 'identity', subject } as const;
  const well = wellRefused[frame.code];
  if (well !== undefined) return { ...at, status: 'ok', says: well };
  const says = `The control plane refuses this instance (${frame.code}).`;
  return { ...at, status: 'problem', says, who: actors[frame.code] ?? 'control_plane', fix: frame.remedy };
}

function judgeChallenge({ v }: FrameOf<'challenge'>, subject: string): Diagnosis {
  const at = { area: 'network', subject } as const;
  if (v === tunnelVersion) return { ...at, status: 'ok', says: 'A control plane answers on the tunnel.' };
  const who = v > tunnelVersion ? 'operator' : 'control_plane';
  const says = 'The control plane is of another version (unsupported_version).';
  return { ...at, status: 'problem', says, who, fix: otherVersion(v) };
}

export interface TokenSource {
  /** Rejects with the words of what is wrong. */
  read(): Promise<Secret>;
}

export interface TokenTried {
  readonly config: InstanceConfig;
  readonly class: InstanceClass;
  readonly token: TokenSource;
  /** Of the enrolment that was begun. */
  readonly publicKey: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const tokenSubject = 'RUNNER_BOOTSTRAP_TOKEN';

export async function examineToken({
  config,
  class: instanceClass,
  token,
  publicKey,
  env,
}: TokenTried): Promise<Diagnosis> {
  const at = { area: 'identity', subject: tokenSubject } as const;
  const { enrollUrl, tenant, instance, ca } = config;
  const agents = createAgents({ ca, env });
  try {
    const stamp = { class: instanceClass, tenant, instance };
    const secret = await token.read();
    const refused = await tryToken({
      enrollUrl,
      stamp,
      token: secret,
      agent: agents.https,
      clock: systemClock,
      publicKey,
    });
    if (refused === undefined) return { ...at, status: 'ok', says: 'The control plane accepts it.' };
    return {
      ...at,
      status: 'problem',
      says: refused.because,
      who: refused.code === 'token_other_class' ? 'admin' : 'operator',
      fix: refused.remedy,
    };
  } catch (error) {
    const tried = triedToEnrol(enrollUrl, { agent: agents.https, clock: systemClock });
    const { cause, remedy } = explainConnection(error, tried);
    return { ...at, status: 'problem', says: cause, who: 'operator', fix: remedy };
  } finally {
    agents.close();
  }
}
