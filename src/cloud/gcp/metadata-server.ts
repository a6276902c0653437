/**
 * What the place a workload runs in says about the service account bound to it. The metadata server is
 * plain http on the machine's own link, never reached through a proxy, and its address may be set by the
 * platform in GCE_METADATA_HOST: the one credential that is read beside the settings. Sources:
 * https://cloud.google.com/compute/docs/metadata/querying-metadata and
 * https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import { networkCodeOf } from '../../core/network-fault.ts';
import { http } from '../../core/node-http.ts';
import { parseAnswer } from '../../core/parse-answer.ts';

/** Addresses of a metadata server: its name, or one that cannot leave the machine's link. */
const ownLink =
  /^(?:metadata\.google\.internal|169\.254\.\d{1,3}\.\d{1,3}|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost)(?::\d{1,5})?$/u;
const usualHost = 'metadata.google.internal';
const timeoutMs = 5000;
const maxBytes = 65_536;

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export interface BoundToken {
  readonly token: string;
  readonly expiresInSec: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface MetadataPlace {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The variable whose value `chain` led here, for messages. */
  readonly mode: string;
}

/** @throws Fault `credential_rejected` when the workload has no service account here. */
export async function readBoundToken(place: MetadataPlace): Promise<BoundToken> {
  refuseKeyFile(place);
  const { access_token: token, expires_in: expiresInSec } = parseAnswer(TokenAnswer, await ask('token', place));
  return { token, expiresInSec };
}

/** The e-mail address of the bound service account. */
export async function readBoundEmail(place: MetadataPlace): Promise<string> {
  return (await ask('email', place)).trim();
}

/** Every library of the vendor would read that file first. Passing over it would act as somebody else than is meant. */
function refuseKeyFile({ env, mode }: MetadataPlace): void {
  if ((env['GOOGLE_APPLICATION_CREDENTIALS'] ?? '') === '') return;
  throw rejected(
    `GOOGLE_APPLICATION_CREDENTIALS is set, and chain takes no key and no federation file: unset it for this Agent to use the bound service account, or set ${mode}=static with the key.`,
  );
}

async function ask(what: 'token' | 'email', { signal, env, mode }: MetadataPlace): Promise<string> {
  const host = env['GCE_METADATA_HOST'] ?? usualHost;
  if (!ownLink.test(host)) {
    throw rejected('GCE_METADATA_HOST must name a metadata server on the own link of this machine.');
  }
  const { status, headers, body } = await get(
    `http://${host}/computeMetadata/v1/instance/service-accounts/default/${what}`,
    { signal, mode },
  );
  // Whatever else answers at this address does not say this.
  if (headers['metadata-flavor'] !== 'Google') throw rejected(notHere(mode));
  if (status === 200) return body;
  if (status >= 500) {
    throw new Fault(
      'upstream_down',
      { status },
      'The metadata server failed: ask again; if it stays, look at the machine or the node it runs on.',
    );
  }
  throw rejected(
    status === 404
      ? 'No service account is bound to this workload: attach one to the machine, or bind the Kubernetes service account to one.'
      : `The metadata server answered ${status}: check that the Kubernetes service account may act as the bound one (roles/iam.workloadIdentityUser).`,
  );
}

const notHere = (mode: string): string =>
  `No metadata server answers: ${mode}=chain works only on Google Cloud. Elsewhere use static with a key.`;

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function get(address: string, { signal, mode }: Pick<MetadataPlace, 'signal' | 'mode'>): Promise<Got> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise<Got>((resolve, reject) => {
    const fail = (cause: Error): void => {
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : cause);
      else reject(rejected(`${notHere(mode)} (${networkCodeOf(cause)})`, cause));
    };
    const sent = http.request(address, { headers: { 'metadata-flavor': 'Google' }, signal: ends }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
        if (body.length > maxBytes) response.destroy(new Error('the answer is too long'));
      });
      response.once('error', fail);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.once('error', fail).end();
  });
}

function rejected(remedy: string, cause?: unknown): Fault {
  return new Fault('credential_rejected', { kind: 'bound service account', reason: 'missing' }, remedy, { cause });
}
