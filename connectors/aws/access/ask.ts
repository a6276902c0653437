/**
 * The only file of this connector that talks to AWS. The vendor's client library builds and signs a
 * request and reads its answer; the Agent's own client sends it, under the gate, limits, proxy and
 * authorities that hold for every connector.
 */
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import { diagnose } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { AwsContext } from './context.ts';
import { type Credential, readCredential } from './credentials.ts';
import { symptoms } from './symptoms.ts';

export type { AwsContext };

/** What the library hands over to be sent. */
interface BuiltRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface ClientConfig {
  readonly region: string;
  readonly endpoint?: string;
  readonly credentials: () => Promise<Credential>;
  /** The library's own tries are off: the Agent's client decides what is tried again. */
  readonly maxAttempts: 1;
  readonly requestHandler: object;
}

/** A command of the library, as far as it tells the type of its output. */
interface Command<Output> {
  resolveMiddleware(stack: never, configuration: never, options: never): (input: never) => Promise<{ output: Output }>;
}

/** A client of the library. Its commands are its own package's; the compiler cannot tell, the contract suite does. */
type ServiceClient = new (config: ClientConfig) => { send(command: never, options: never): unknown };

export interface Question<Output> {
  /** As the manifest declares it, in the spelling of the policy: `ec2:DescribeInstances`. */
  readonly call: UpstreamCall;
  readonly region: string;
  readonly Client: ServiceClient;
  readonly command: Command<Output>;
  /** Starts something that is billed: sent once, whatever comes back. */
  readonly once?: true;
  /** Needs no credential, because it is how one is obtained. */
  readonly anonymous?: true;
}

/** @throws Fault as `symptoms` tells it from the answer, or what prevented an answer. */
export async function ask<Output>(context: AwsContext, question: Question<Output>): Promise<Output> {
  const { region, Client, command } = question;
  const override = context.config.has('AWS_URL') ? context.config.url('AWS_URL').origin : undefined;
  const client = new Client({
    region,
    ...(override !== undefined && { endpoint: override }),
    // The library does not sign a call that needs no credential, but asks for one all the same.
    credentials: () => (question.anonymous === true ? Promise.resolve(nobody) : readCredential(context)),
    maxAttempts: 1,
    requestHandler: handlerFor(context, question),
  });
  try {
    const send = client.send.bind(client) as (one: Command<Output>, options: object) => Promise<Output>;
    return await send(command, { abortSignal: context.signal });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Fault) throw error;
    throw faultOf(context, question, error);
  }
}

const nobody: Credential = { accessKeyId: '', secretAccessKey: '' };

function handlerFor(
  context: AwsContext,
  { call, once }: { readonly call: UpstreamCall; readonly once?: true },
): object {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => undefined,
    handle: async (request: BuiltRequest) => {
      const { method, protocol, hostname, port, headers, body } = request;
      if (method !== 'GET' && method !== 'POST') throw new Error(`${call} is sent by ${method}, which no read is`);
      const base = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`);
      const answer = await context.httpTo(base, { call }).send({
        method,
        path: `${request.path}${renderQuery(request.query)}`,
        built: { headers, content: contentOf(body, call) },
        access: 'read',
        ...(once !== undefined && { once }),
      });
      return { response: { statusCode: answer.status, headers: flat(answer.headers), body: answer.bytes } };
    },
  };
}

/** Everything that is asked fits in memory; a stream would be an upload, which no read is. */
function contentOf(body: unknown, call: string): string | Uint8Array {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof String) return body.toString();
  throw new Error(`${call} has a body that is neither text nor bytes`);
}

function renderQuery(query: BuiltRequest['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (value === null) return [`${escape(name)}=`];
    return (typeof value === 'string' ? [value] : value).map((one) => `${escape(name)}=${escape(one)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.toSorted().join('&')}`;
}

/** As the signature counts it: everything escaped but the unreserved characters of RFC 3986. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** What the library made of an error answer: https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/ */
interface ServiceError {
  readonly name: string;
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode?: number; readonly requestId?: string };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

function faultOf(context: AwsContext, { call }: { readonly call: UpstreamCall }, error: unknown): Fault {
  const status = isServiceError(error) ? (error.$metadata.httpStatusCode ?? 0) : 0;
  if (!isServiceError(error) || status < 300) {
    return new Fault(
      'upstream_changed',
      { path: call },
      'Report it: AWS answered in a shape that its own library cannot read.',
      {
        cause: error,
      },
    );
  }
  const { name, message, $metadata, $response } = error;
  return diagnose(symptoms, {
    response: {
      status,
      headers: { ...$response?.headers, 'x-request-id': $metadata.requestId },
      body: `${name}: ${message}`,
    },
    path: call,
    nowMs: context.clock.now(),
    variable: (variable) => (variable === 'RUNNER_AWS_CRED_MODE' ? context.config.text(variable) : undefined),
  });
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && '$metadata' in error && typeof error.$metadata === 'object';
}
