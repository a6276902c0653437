/** Asks a cluster for each right of the cluster role, and for some beyond it. */
import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { type AccessQuestion, unwanted, wanted } from './access-questions.ts';
import { askCluster } from './client.ts';
import type { Cluster, ClusterContext, ClusterFinder } from './cluster.ts';
import { clusterRoleName } from './cluster-role.ts';
import { operationsThatNeed } from './declarations.ts';

const AccessReview = z.looseObject({ status: z.looseObject({ allowed: z.boolean() }) });

interface Rights {
  readonly held: readonly string[];
  readonly missing: readonly string[];
  readonly excess: readonly string[];
}

/** What a connector says of an identity that is granted too little or too much. */
interface Remedies {
  readonly binding: (cluster: string) => string;
  readonly tooMuch: (excess: string) => string;
  /** Adds who the identity is, where that is known. */
  readonly named: (remedy: string) => string | Promise<string>;
}

/** @throws Fault `permission_missing` when nothing of the cluster role is granted, or what prevented an answer. */
export async function checkRights<C extends ClusterContext, F extends Cluster>(
  context: C,
  finder: ClusterFinder<C, F>,
  { binding, tooMuch, named }: Remedies,
): Promise<Finding> {
  const held: string[] = [];
  const excess: string[] = [];
  // One after the other: the cluster counts how much one identity asks at once.
  for (const question of wanted) if (await isAllowed(context, finder, question)) held.push(question.grant);
  for (const question of unwanted) if (await isAllowed(context, finder, question)) excess.push(question.grant);
  const missing = wanted.map(({ grant }) => grant).filter((grant) => !held.includes(grant));
  return judge(await finder.nameOf(context), { held, missing, excess }, { binding, tooMuch, named });
}

/** A review creates nothing, and every identity that the cluster knows may ask for its own. */
async function isAllowed<C extends ClusterContext, F extends Cluster>(
  context: C,
  finder: ClusterFinder<C, F>,
  { group, resource, subresource, verb }: AccessQuestion,
): Promise<boolean> {
  const resourceAttributes = { group, resource, ...(subresource !== undefined && { subresource }), verb };
  const { status } = await askCluster(context, finder, {
    schema: AccessReview,
    call: ({ authorization }) =>
      authorization.createSelfSubjectAccessReviewWithHttpInfo({
        body: {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes },
        },
      }),
  });
  return status.allowed;
}

async function judge(
  cluster: string,
  { held, missing, excess }: Rights,
  { binding, tooMuch, named }: Remedies,
): Promise<Finding> {
  if (missing.length === 0 && excess.length === 0) {
    const summary = `The cluster ${cluster} grants exactly the permissions that the Agent needs.`;
    return { status: 'ok', summary, held };
  }
  const ofExcess = excess.length === 0 ? [] : [tooMuch(excess.join(', '))];
  if (held.length === 0) {
    const remedy = `The cluster knows this identity but grants it none of the permissions that the Agent needs. ${binding(cluster)}`;
    throw new Fault(
      'permission_missing',
      { grant: clusterRoleName, layer: 'cluster role binding' },
      [await named(remedy), ...ofExcess].join(' '),
    );
  }
  const ofMissing = missing.length === 0 ? [] : [await named(binding(cluster))];
  return {
    status: missing.length === 0 ? 'pending_configuration' : 'degraded',
    summary: `The cluster ${cluster} grants ${[
      ...(missing.length === 0 ? [] : [`too little (${missing.join(', ')})`]),
      ...(excess.length === 0 ? [] : [`too much (${excess.join(', ')})`]),
    ].join(' and ')}.`,
    remedy: [...ofMissing, ...ofExcess].join(' '),
    held,
    missing,
    excess,
    affects: operationsThatNeed(missing),
  };
}
