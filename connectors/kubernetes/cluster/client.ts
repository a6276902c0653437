/**
 * The only file that talks to a cluster. The Kubernetes client builds a request; the Agent's
 * client sends it, under the gate, limits, proxy and authority that hold for every connector.
 */
import type {
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  HttpInfo,
  NetworkingV1Api,
  RequestContext,
  VersionApi,
} from '@kubernetes/client-node/dist/gen/index.js';
import type { z } from 'zod';
import { isPlainAnswer } from '../../../src/connector/ask-json.ts';
import { DecodedResponse } from '../../../src/connector/decoded-response.ts';
import { type LibrarySender, runLibrary } from '../../../src/connector/run-library.ts';
import { diagnose, type Symptom } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';
import { parseAnswer } from '../../../src/core/parse-answer.ts';
import type { Cluster, ClusterContext, ClusterFinder } from './cluster.ts';
import { type Kubernetes, loadKubernetes } from './load-kubernetes.ts';

/** The groups of the interface that are read. */
export interface ClusterApis {
  readonly core: CoreV1Api;
  readonly apps: AppsV1Api;
  readonly networking: NetworkingV1Api;
  readonly authorization: AuthorizationV1Api;
  readonly version: VersionApi;
}

/** One call of the library. */
export type ClusterCall = (apis: ClusterApis) => Promise<HttpInfo<unknown>>;

/**
 * The schema reads the text of the answer and not what the library made of it: that has other names
 * (`_continue`) and dates for texts, lacks what a newer cluster adds, and takes anything for an object.
 * @throws Fault as the symptoms of the finder tell it from the answer, or what prevented an answer.
 */
export async function askCluster<C extends ClusterContext, F extends Cluster, S extends z.ZodType>(
  context: C,
  finder: ClusterFinder<C, F>,
  { schema, call }: { readonly schema: S; readonly call: ClusterCall },
): Promise<z.infer<S>> {
  const cluster = await finder.find(context);
  const kubernetes = await loadKubernetes();
  const { answer } = await runLibrary<RequestContext, HttpResponse, HttpInfo<unknown>>(
    (request) =>
      send(context, finder, cluster, request).catch(async (error: unknown) => {
        throw error instanceof Fault ? await finder.explain(error, cluster, context) : error;
      }),
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
    version: new library.VersionApi(configuration),
  };
}

/**
 * An answer that is none is diagnosed here: the library takes a web page for an empty object, and its error
 * holds the whole answer. Of its headers only the type of a body is sent.
 */
async function send(
  context: ClusterContext,
  { symptoms }: { readonly symptoms: readonly Symptom[] },
  { endpoint, options }: Cluster,
  request: RequestContext,
): Promise<HttpResponse> {
  const { href, pathname } = new URL(request.getUrl());
  const method = String(request.getHttpMethod());
  if (method !== 'GET' && method !== 'POST') throw new Error(`${pathname} is sent by ${method}, which no read is`);
  const content = request.getBody();
  const response = await context.httpTo(endpoint, options).send({
    method,
    // The library ends the path of the version with a slash.
    path: href.replace(/\/$/u, ''),
    ...(typeof content === 'string' && { built: { headers: { 'content-type': 'application/json' }, content } }),
    access: 'read',
  });
  if (isPlainAnswer(new DecodedResponse(response))) return response;
  const variable = (name: string): string | undefined => context.config.describe(name);
  throw diagnose(symptoms, { response, path: pathname, nowMs: context.clock.now(), variable });
}
