/** The only file of this connector that talks to a cluster. */
import type { z } from 'zod';
import { diagnose } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { HttpRequest } from '../../src/core/http-client.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';
import { readCredential } from '../aws/access/credentials.ts';
import { configuredCluster, type EksContext } from './context.ts';
import { type Cluster, findCluster, forgetCluster } from './find-cluster.ts';
import { symptoms } from './symptoms.ts';
import { signToken } from './token.ts';
import { unreachable } from './unreachable.ts';

type ClusterRequest = Pick<HttpRequest, 'method' | 'path' | 'query' | 'json'>;

/** @throws Fault as `symptoms` tells it from the answer, or what prevented an answer. */
export async function askCluster<S extends z.ZodType>(
  context: EksContext,
  schema: S,
  request: ClusterRequest,
): Promise<z.infer<S>> {
  const cluster = await findCluster(context);
  const http = context.httpTo(cluster.endpoint, { ca: cluster.ca, authorize: () => authorize(context, cluster) });
  const response = await http.send({ ...request, access: 'read' }).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.kind !== 'upstream_down') throw error;
    forgetCluster(context);
    throw unreachable(error, cluster);
  });
  if (response.status === 200 || response.status === 201) return parseAnswer(schema, response.body);
  throw diagnose(symptoms, {
    response,
    path: request.path,
    nowMs: context.clock.now(),
    variable: (name) => describeVariable(context, name),
  });
}

/** Signed anew for every try, so that no token is ever held, renewed or found too old. */
async function authorize(context: EksContext, { name, region }: Cluster): Promise<Record<string, string>> {
  const credential = await readCredential(context);
  const token = signToken(credential, { cluster: name, region, nowMs: context.clock.now() });
  return { authorization: `Bearer ${token}` };
}

function describeVariable(context: EksContext, name: string): string | undefined {
  if (name === 'EKS_CLUSTER') return configuredCluster(context).name;
  return name === 'RUNNER_AWS_CRED_MODE' ? context.config.text(name) : undefined;
}
