/**
 * The only file of this connector that talks to AWS. The vendor's client library builds and signs a
 * request and reads its answer; the Agent's own client sends it, under the gate, limits, proxy and
 * authorities that hold for every connector.
 */
import { createLibraryHandler, isServiceError } from '../../../src/cloud/aws/library-handler.ts';
import { librarySettings } from '../../../src/cloud/aws/library-settings.ts';
import type { AwsCredential } from '../../../src/cloud/aws/workload-credential.ts';
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import { diagnose } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';
import type { AwsContext } from './context.ts';
import { withNeededMembers } from './needed-members.ts';
import { withReadableRows } from './readable-rows.ts';
import { requireAws } from './require-aws.ts';
import { requireKnownList } from './require-known-list.ts';
import { symptoms } from './symptoms.ts';

type ClientConfig = typeof librarySettings & {
  readonly region: string;
  readonly endpoint?: string;
  readonly credentials: () => Promise<AwsCredential>;
  readonly requestHandler: object;
};

/** A command of the library, reduced to the type of its output. */
export interface Command<Output> {
  /** The library's model of the call. */
  readonly schema?: unknown;
  resolveMiddleware(stack: never, configuration: never, options: never): (input: never) => Promise<{ output: Output }>;
}

/** A client of the library. The contract suite checks that its commands are of the same package, which the compiler cannot. */
export type ServiceClient = new (config: ClientConfig) => { send(command: never, options: never): unknown };

export interface Question<Output> {
  /** As the manifest declares it, in the spelling of the policy: `ec2:DescribeInstances`. */
  readonly call: UpstreamCall;
  readonly region: string;
  readonly Client: ServiceClient;
  readonly command: Command<Output>;
  /** Starts something that is billed: sent once, whatever comes back. */
  readonly once?: true;
}

/** The library calls `readCredential` before every request, one that it does not sign included. @throws what the library or the client threw. */
export async function send<Output>(
  context: AwsContext,
  question: Question<Output>,
  readCredential: () => Promise<AwsCredential>,
): Promise<Output> {
  const { region, Client, command } = question;
  const override = context.config.has('AWS_URL') ? context.config.url('AWS_URL').href : undefined;
  let body = '';
  const client = new Client({
    ...librarySettings,
    region,
    ...(override !== undefined && { endpoint: override }),
    credentials: readCredential,
    requestHandler: handlerFor(context, question, async (response) => {
      if (response.status >= 300) return response;
      const { noteUnread } = context;
      body = await withReadableRows(response.body, { call: question.call, schema: command.schema, noteUnread });
      return body === response.body ? response : { ...response, body, bytes: Buffer.from(body) };
    }),
  });
  const sendIt = client.send.bind(client) as (one: Command<Output>, options: object) => Promise<Output>;
  const output = await sendIt(command, { abortSignal: context.signal });
  requireKnownList(question.call, body, output);
  return withNeededMembers(question.call, output, context.noteUnread);
}

/** What the error of `send` means, by `symptoms`. @throws what the caller's signal was aborted with. */
export function toAwsFault(context: AwsContext, question: { readonly call: UpstreamCall }, error: unknown): Fault {
  context.signal.throwIfAborted();
  return error instanceof Fault ? error : faultOf(context, question, error);
}

function handlerFor(
  context: AwsContext,
  { call, once }: { readonly call: UpstreamCall; readonly once?: true },
  readRows: (response: HttpResponse) => Promise<HttpResponse>,
): object {
  return createLibraryHandler(call, async ({ base, ...request }) => {
    const question = { ...request, access: 'read', ...(once !== undefined && { once }) } as const;
    const response = await context.httpTo(base, { call }).send(question);
    return readRows(requireAws(response, { call, origin: base.origin, isOverridden: context.config.has('AWS_URL') }));
  });
}

/** Those that rows look at. */
const shownVariables = [
  'RUNNER_AWS_CRED_MODE',
  'AWS_REGIONS',
  'AWS_ASSUME_ROLE_ARN',
  'AWS_ASSUME_ROLE_EXTERNAL_ID',
] as const;

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
    groupOf: (action) => context.groupOf(action),
    variable: (variable) => {
      const name = shownVariables.find((one) => one === variable);
      return name && context.config.text(name);
    },
  });
}
