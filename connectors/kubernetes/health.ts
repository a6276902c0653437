/** Two checks: whether the API server answers this credential, and what it grants. */
import { z } from 'zod';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { symptomOf } from '../../src/connector/symptom.ts';
import { dayMs, wordTimeLeft } from '../../src/connector/time-left.ts';
import { Fault } from '../../src/core/fault.ts';
import { askCluster } from './cluster/client.ts';
import { clusterRoleName } from './cluster/cluster-role.ts';
import { operationsThatNeed } from './cluster/declarations.ts';
import { checkRights } from './cluster/rights.ts';
import type { KubernetesContext } from './context.ts';
import { factsOf } from './credential.ts';
import { isoOf } from './explain.ts';
import { findCluster } from './find-cluster.ts';
import { finder } from './finder.ts';
import { nameIdentity } from './identity.ts';
import type { manifest } from './manifest.ts';
import { bindingRemedy } from './symptoms.ts';

/** `major` and `minor` as vendors write them: `27+`. */
const Version = z.looseObject({ major: z.string(), minor: z.string(), gitVersion: z.string() });
type Version = z.infer<typeof Version>;

/** The first with networking.k8s.io/v1. */
const oldestMinor = 19;
const soonDays = 14;

export const checks = {
  server: {
    async run(context) {
      const version = await readVersion(context);
      return judge(context, version);
    },
  },

  cluster_rights: {
    run: (context) =>
      checkRights(context, finder, {
        binding: bindingRemedy,
        tooMuch: (excess) =>
          `Remove what grants ${excess}: another ClusterRoleBinding or RoleBinding of this identity or of one of its groups. The cluster role ${clusterRoleName} is enough.`,
        named: (remedy) => nameIdentity(context, remedy),
      }),
  },
} satisfies Checks<typeof manifest>;

/** Undefined where a cluster hides its version from everybody but its administrators: it has answered and knows the identity. */
async function readVersion(context: KubernetesContext): Promise<Version | undefined> {
  try {
    return await askCluster(context, finder, {
      schema: Version,
      call: ({ version }) => version.getCodeWithHttpInfo(),
    });
  } catch (error) {
    if (error instanceof Fault && symptomOf(error)?.id === 'cluster_forbidden') return undefined;
    throw error;
  }
}

async function judge(context: KubernetesContext, version: Version | undefined): Promise<Finding> {
  const cluster = await findCluster(context);
  const { name, credential } = cluster;
  if (version !== undefined && isOld(version)) {
    return {
      status: 'degraded',
      summary: `The cluster ${name} has version ${shownVersion(version)}, which has no networking.k8s.io/v1.`,
      remedy: `Upgrade the cluster to Kubernetes 1.${oldestMinor} or later to read ingresses. Everything else is read.`,
      affects: operationsThatNeed(['list ingresses.networking.k8s.io', 'get ingresses.networking.k8s.io']),
    };
  }
  const answered =
    version === undefined
      ? `The cluster ${name} answered, and hides its version.`
      : `The cluster ${name} answered with version ${shownVersion(version)}.`;
  const facts = factsOf(credential);
  if (facts?.endsMs === undefined || cluster.way === 'KUBERNETES_IN_CLUSTER') {
    return { status: 'ok', summary: answered };
  }
  const leftMs = facts.endsMs - context.clock.now();
  const summary = `${answered} The ${facts.what} expires in ${wordTimeLeft(leftMs)}.`;
  if (leftMs >= soonDays * dayMs) return { status: 'ok', summary };
  return {
    status: 'degraded',
    summary,
    affects: [],
    remedy: `Replace the ${facts.what} before ${isoOf(facts.endsMs)}. Until then it works.`,
  };
}

function isOld({ major, minor }: Version): boolean {
  return Number.parseInt(major, 10) === 1 && Number.parseInt(minor, 10) < oldestMinor;
}

function shownVersion({ gitVersion }: Version): string {
  return /^[\w.+-]{1,64}$/u.test(gitVersion) ? gitVersion : 'of an unknown form';
}
