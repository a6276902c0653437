/**
 * The only file of this connector that talks to a cluster. The Kubernetes client builds a request; the Agent's
 * client sends it, under the gate, limits, proxy and authority that hold for every connector.
 */
import type {
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  HttpInfo,
  NetworkingV1Api,
  RequestContext,
} from '@kubernetes/client-node/dist/gen/index.js';
import type { z } from 'zod';
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { type LibrarySender, runLibrary } from '../../src/connector/run-library.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';
import { readCredential } from '../aws/access/credentials.ts';
import { configuredCluster, type EksContext } from './context.ts';
import { type Cluster, findCluster, forgetCluster } from './find-cluster.ts';
import { type Kubernetes, loadKubernetes } from './load-kubernetes.ts';
import { symptoms } from './symptoms.ts';
import { signToken } from './token.ts';
import { unreachable } from './unreachable.ts';

/** The groups of the interface that are read. */
export interface ClusterApis {
  readonly core: CoreV1Api;
  readonly apps: AppsV1Api;
  readonly networking: NetworkingV1Api;
  readonly authorization: AuthorizationV1Api;
}

/** One call of the library. */
export type ClusterCall = (apis: ClusterApis) => Promise<HttpInfo<unknown>>;

/**
 * The schema reads the text of the answer and not what the library made of it: that has other names
 * (`_continue`) and dates for texts, lacks what a newer cluster adds, and takes anything for an object.
 * @throws Fault as `symptoms` tells it from the answer, or what prevented an answer.
 */
export async function askCluster<S extends z.ZodType>(
  context: EksContext,
  schema: S,
  call: ClusterCall,
): Promise<z.infer<S>> {
  const cluster = await findCluster(context);
  const kubernetes = await loadKubernetes();
  const { answer } = await runLibrary<RequestContext, HttpResponse, HttpInfo<unknown>>(
    (request) => send(context, cluster, request),
    (forward) => call(openApis(kubernetes, cluster.endpoint, forward)),
  );
  return parseAnswer(schema, answer.body, context.noteUnread);
}

function openApis(
  { createConfiguration, ServerConfiguration, wrapHttpLibrary, ...library }: Kubernetes,
  endpoint: URL,
  forward: LibrarySender<RequestContext, HttpResponse>,
): ClusterApis {
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(endpoint.href.replace(/\/$/u, ''), {}),
    httpApi: wrapHttpLibrary({
      async send(request) {
        const { status, body } = await forward(request);
        const decoded = new library.SelfDecodingBody(Promise.resolve(Buffer.from(body)));
        return new library.ResponseContext(status, { 'content-type': 'application/json' }, decoded);
      },
    }),
  });
  return {
    core: new library.CoreV1Api(configuration),
    apps: new library.AppsV1Api(configuration),
    networking: new library.NetworkingV1Api(configuration),
    authorization: new library.AuthorizationV1Api(configuration),
  };
}

/**
 * An answer that is none is diagnosed here: the library takes a web page for an empty object, and its error
 * holds the whole answer. Of its headers only the type of a body is sent.
 */
async function send(context: EksContext, cluster: Cluster, request: RequestContext): Promise<HttpResponse> {
  const { href, pathname } = new URL(request.getUrl());
  const method = String(request.getHttpMethod());
  if (method !== 'GET' && method !== 'POST') throw new Error(`${pathname} is sent by ${method}, which no read is`);
  const content = request.getBody();
  const http = context.httpTo(cluster.endpoint, { ca: cluster.ca, authorize: () => authorize(context, cluster) });
  const response = await http
    .send({
      method,
      path: href,
      ...(typeof content === 'string' && { built: { headers: { 'content-type': 'application/json' }, content } }),
      access: 'read',
    })
    .catch((error: unknown) => {
      if (!(error instanceof Fault) || error.kind !== 'upstream_down') throw error;
      forgetCluster(context);
      throw unreachable(error, cluster);
    });
  if (isPlainAnswer(new DecodedResponse(response))) return response;
  throw diagnose(symptoms, {
    response,
    path: pathname,
    nowMs: context.clock.now(),
    variable: (name) => describeVariable(context, name),
  });
}

/** Signed again for every try, so that no token is ever held, renewed or found too old. */
async function authorize(context: EksContext, { name, region }: Cluster): Promise<Record<string, string>> {
  const credential = await readCredential(context);
  const token = signToken(credential, { cluster: name, region, nowMs: context.clock.now() });
  return { authorization: `Bearer ${token}` };
}

function describeVariable(context: EksContext, name: string): string | undefined {
  if (name === 'EKS_CLUSTER') return configuredCluster(context).name;
  return name === 'RUNNER_AWS_CRED_MODE' ? context.config.text(name) : undefined;
}
