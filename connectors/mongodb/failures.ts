/**
 * What the driver throws, as a fault. An error that the database itself sent is read by the table of symptoms;
 * everything else never came from it, and says how far the connection got. Recognises errors by name, so that the
 * driver need not be loaded.
 */
import { diagnose } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Target } from './connection-string.ts';
import { symptoms } from './symptoms.ts';
import { explainUnreachable } from './unreachable.ts';

export interface Attempt {
  /** Such as `mongodb:find`. */
  readonly call: string;
  readonly database: string;
  readonly target: Target;
  readonly nowMs: number;
}

/** An error as the database sends it. `errmsg` may hold the caller's own question, and never a password. */
interface ServerError {
  readonly code: number;
  readonly codeName: string;
  readonly errmsg: string;
  readonly baseBackoffMS?: number;
}

export function explainFailure(error: unknown, attempt: Attempt): Fault {
  const sent = serverErrorIn(error);
  if (sent !== undefined) return explainAnswer(sent, attempt);
  const name = nameOf(error);
  if (/^(?:MongoParseError|MongoAPIError|MongoInvalidArgumentError|MongoMissing\w+Error)$/u.test(name)) {
    // Without its cause, which may quote the connection string.
    const remedy =
      'Correct MONGO_URI: the driver rejects the combination of its options, or the DNS records of its host contradict them.';
    return new Fault('credential_rejected', { kind: 'connection string', reason: 'malformed' }, remedy);
  }
  if (/^BSON\w*Error$/u.test(name) || /^Mongo(?:Decompression|UnexpectedServerResponse)Error$/u.test(name)) {
    const remedy = 'Check that MONGO_URI names a MongoDB; if it does, report the request.';
    return new Fault('upstream_changed', { path: attempt.call }, remedy, { cause: error });
  }
  if (name === 'MongoRuntimeError') return explainSignIn(error, attempt);
  return explainUnreachable(error, attempt.target);
}

function explainAnswer(sent: ServerError, { call, database, target, nowMs }: Attempt): Fault {
  return diagnose(symptoms, {
    response: {
      status: sent.code,
      headers: {},
      body: JSON.stringify({ ...sent, errmsg: withoutSecrets(sent.errmsg, target) }),
    },
    path: `/${database}/${call.slice(call.indexOf(':') + 1)}`,
    nowMs,
    variable: () => undefined,
  });
}

/** Here and not later: a reason is cut to a length, and a password cut in half is no longer recognised. */
function withoutSecrets(text: string, { secrets }: Target): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]');
  return clean;
}

/** In a sign-in with SCRAM the other side proves that it knows the password too. */
function explainSignIn(error: unknown, { target }: Attempt): Fault {
  const remedy =
    'Check what is between the Agent and the database: the server that answered could not prove that it knows the password of the user. No request was sent to it.';
  return new Fault('wrong_endpoint', { variable: 'MONGO_URI', tried: target.hosts.join(', ') }, remedy, {
    cause: error,
  });
}

function serverErrorIn(error: unknown): ServerError | undefined {
  if (!/^Mongo(?:Server|WriteConcern)Error$/u.test(nameOf(error))) return undefined;
  const { code, codeName, errmsg, message, errorResponse } = error as Readonly<Record<string, unknown>>;
  const backoff = (errorResponse as Readonly<Record<string, unknown>> | undefined)?.['baseBackoffMS'];
  return {
    code: typeof code === 'number' ? code : 8,
    codeName: typeof codeName === 'string' ? codeName : '',
    errmsg: [errmsg, message].find((text) => typeof text === 'string') ?? '',
    ...(backoff !== undefined && Number(backoff) > 0 && { baseBackoffMS: Number(backoff) }),
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
