/** Two checks for two layers: AWS tells where the cluster is, and the cluster tells what the Agent may read there. */
import { z } from 'zod';
import type { OperationName } from '../../catalog/index.ts';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { type AccessQuestion, unwanted, wanted } from './access-questions.ts';
import { declarations } from './declarations.ts';
import { askCluster } from './client.ts';
import { clusterRoleName } from './cluster-role.ts';
import { configuredCluster, type EksContext } from './context.ts';
import { findAnew } from './find-cluster.ts';
import type { manifest } from './manifest.ts';
import { namedIn, principalOf } from './principal.ts';
import { bindingRemedy } from './symptoms.ts';

const AccessReview = z.looseObject({ status: z.looseObject({ allowed: z.boolean() }) });

export const checks = {
  cluster_found: {
    async run(context) {
      const { name, region, isPublic } = await findAnew(context);
      const summary = `AWS returns the ${isPublic ? 'public' : 'private'} address of the cluster ${name} in ${region}.`;
      return { status: 'ok', summary, held: ['eks:DescribeCluster'] };
    },
  },

  cluster_rights: {
    async run(context) {
      const held: string[] = [];
      const excess: string[] = [];
      // One after the other: the cluster counts how much one identity asks at once.
      for (const question of wanted) if (await isAllowed(context, question)) held.push(question.grant);
      for (const question of unwanted) if (await isAllowed(context, question)) excess.push(question.grant);
      const missing = wanted.map(({ grant }) => grant).filter((grant) => !held.includes(grant));
      if (held.length === 0) throw await nothingGranted(context, excess);
      return judge(configuredCluster(context).name, { held, missing, excess });
    },
  },
} satisfies Checks<typeof manifest>;

/** A review creates nothing, and every identity that the cluster knows may ask for its own. */
async function isAllowed(
  context: EksContext,
  { group, resource, subresource, verb }: AccessQuestion,
): Promise<boolean> {
  const resourceAttributes = { group, resource, ...(subresource !== undefined && { subresource }), verb };
  const { status } = await askCluster(context, AccessReview, ({ authorization }) =>
    authorization.createSelfSubjectAccessReviewWithHttpInfo({
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes },
      },
    }),
  );
  return status.allowed;
}

async function nothingGranted(context: EksContext, excess: readonly string[]): Promise<Fault> {
  const remedy = `The cluster knows this identity but grants it none of the permissions that the Agent needs. ${bindingRemedy(configuredCluster(context).name)}`;
  return new Fault(
    'permission_missing',
    { grant: clusterRoleName, layer: 'cluster role binding' },
    `${namedIn(remedy, await principalOf(context))}${excess.length === 0 ? '' : ` ${tooMuch(excess)}`}`,
  );
}

interface Rights {
  readonly held: readonly string[];
  readonly missing: readonly string[];
  readonly excess: readonly string[];
}

function judge(cluster: string, { held, missing, excess }: Rights): Finding {
  if (missing.length === 0 && excess.length === 0) {
    return {
      status: 'ok',
      summary: `The cluster ${cluster} grants exactly the permissions that the Agent needs.`,
      held,
    };
  }
  const remedies = [
    ...(missing.length === 0 ? [] : [bindingRemedy(cluster)]),
    ...(excess.length === 0 ? [] : [tooMuch(excess)]),
  ];
  return {
    status: missing.length === 0 ? 'pending_configuration' : 'degraded',
    summary: `The cluster ${cluster} grants ${[
      ...(missing.length === 0 ? [] : [`too little (${missing.join(', ')})`]),
      ...(excess.length === 0 ? [] : [`too much (${excess.join(', ')})`]),
    ].join(' and ')}.`,
    remedy: remedies.join(' '),
    held,
    missing,
    excess,
    affects: operationsThatNeed(missing),
  };
}

function tooMuch(excess: readonly string[]): string {
  return `Remove what grants ${excess.join(', ')}: an access policy of the access entry, or another binding of this identity or its groups. The cluster role ${clusterRoleName} is enough.`;
}

function operationsThatNeed(missing: readonly string[]): OperationName[] {
  return Object.entries(declarations).flatMap(([name, { grants }]) =>
    grants.some((grant) => missing.includes(grant)) ? [name as OperationName] : [],
  );
}
