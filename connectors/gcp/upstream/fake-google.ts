/**
 * Google as one loopback server plays it, strict both ways: a call, a parameter, a body or an answer that
 * the vendor's own description does not have fails the test. A token is sold only for a statement that
 * the service account signed, and opens only the methods whose scope it was bought for.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { type Described, describedBy } from './discovery.ts';
import { problemsOf } from './fields.ts';
import { type Answers, goodAnswers } from './good-answers.ts';
import { publicKey, serviceAccount } from './project.ts';

export class FakeGoogle {
  /** Why calls were not answered; empty when everything was as the vendor describes it. */
  readonly problems: string[] = [];
  readonly #answers: Answers;
  readonly #key: KeyObject;

  constructor(changed: Answers = {}, key: KeyObject = createPublicKey(publicKey)) {
    this.#answers = { ...goodAnswers, ...changed };
    this.#key = key;
  }

  /** Undefined for a call that may not be made. */
  reply(call: FakeCall): Reply | undefined {
    if (`${call.method} ${call.path}` === 'POST /oauth2.googleapis.com/token') return this.#sellToken(call);
    const described = describedBy(call);
    if (described === undefined) return this.#refuse(`${call.method} ${call.path} is not described`);
    const problems = [...requestProblems(call, described), ...tokenProblems(call, described)];
    if (problems.length > 0) return this.#refuse(`${described.id}: ${problems.join('; ')}`);
    const answer = this.#answers[described.id];
    if (answer === undefined) return this.#refuse(`${described.id} has no answer`);
    const body = typeof answer === 'function' ? answer(call) : answer;
    // An error has the one shape that all methods share.
    if ('error' in body) return { status: Error.parse(body).error.code, body: JSON.stringify(body) };
    const wrong = described.answer === undefined ? [] : problemsOf(body, described.answer);
    return wrong.length > 0
      ? this.#refuse(`${described.id}: ${wrong.join('; ')}`)
      : { status: 200, body: JSON.stringify(body) };
  }

  #refuse(problem: string): undefined {
    this.problems.push(problem);
  }

  #sellToken(call: FakeCall): Reply | undefined {
    const [header = '', claims = '', signature = ''] = (call.form.get('assertion') ?? '').split('.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      this.#key,
      Buffer.from(signature, 'base64url'),
    );
    const said = Claims.parse(decode(claims));
    const nowSec = Date.now() / 1000;
    const isRight =
      call.form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      Header.safeParse(decode(header)).success &&
      said.iss === serviceAccount &&
      said.aud === 'https://oauth2.googleapis.com/token' &&
      Math.abs(said.iat - nowSec) < 60 &&
      said.exp - said.iat <= 3600;
    if (!isSigned || !isRight) return this.#refuse('the statement for a token is not right');
    return {
      status: 200,
      body: JSON.stringify({ access_token: tokenFor(said.scope), expires_in: 3599, token_type: 'Bearer' }),
    };
  }
}

const Error = z.object({ error: z.object({ code: z.number() }) });
const Header = z.object({ alg: z.literal('RS256'), typ: z.literal('JWT'), kid: z.string().min(1) });
const Claims = z.object({ iss: z.string(), aud: z.string(), scope: z.string(), iat: z.number(), exp: z.number() });

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}

/** Says what it opens, so that no state stands between two servers. */
export function tokenFor(scope: string): string {
  return `ya29.${Buffer.from(scope).toString('base64url')}`;
}

function tokenProblems({ headers }: FakeCall, { scopes }: Described): string[] {
  const token = /^Bearer ya29\.([\w-]+)$/u.exec(headers.authorization ?? '')?.[1] ?? '';
  const scope = Buffer.from(token, 'base64url').toString('utf8').split('/').at(-1) ?? '';
  return [
    ...(scopes.includes(scope) ? [] : [`the token is for ${scope || 'nothing'}, and ${scopes.join(', ')} are taken`]),
    ...(headers['x-goog-user-project'] === undefined ? [] : ['it names a quota project']),
  ];
}

function requestProblems(call: FakeCall, { query, request }: Described): string[] {
  const unknown = [...new Set(call.query.keys())].filter((name) => !Object.hasOwn(query, name));
  const twice = [...new Set(call.query.keys())].filter(
    (name) => call.query.getAll(name).length > 1 && query[name] !== 'repeated',
  );
  const sent = call.body === '' ? {} : bodyOf(call);
  const body = request === undefined && call.body !== '' ? ['it has a body'] : problemsOf(sent, request ?? {}, 'body');
  return [...unknown.map((name) => `${name} is no parameter`), ...twice.map((name) => `${name} stands twice`), ...body];
}

function bodyOf({ body }: FakeCall): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(body === '' ? '{}' : body));
}
