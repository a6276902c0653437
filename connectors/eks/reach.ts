/**
 * The hosts of this connector: the two services of AWS it asks, and the clusters' own. A cluster's host is
 * returned by `DescribeCluster`: https://docs.aws.amazon.com/eks/latest/userguide/cluster-endpoint.html
 */
import type { Reach } from '../../src/connector/manifest.ts';

const region = String.raw`[a-z]{2}(?:-[a-z]+)+-\d{1,2}`;
const service = String.raw`(?:eks|sts)\.${region}\.amazonaws\.com(?:\.cn)?`;
const cluster = String.raw`[a-z0-9-]+\.[a-z0-9-]+\.${region}\.eks\.amazonaws\.com(?:\.cn)?`;
const dualStackCluster = String.raw`[a-z0-9-]+\.[a-z0-9-]+\.eks-cluster\.${region}\.(?:api\.aws|api\.amazonwebservices\.com\.cn)`;

export const reach = {
  hosts: new RegExp(`^(?:${service}|${cluster}|${dualStackCluster})$`, 'u'),
  // A private endpoint of AWS does not serve the clusters.
  beside: new RegExp(`^(?:${cluster}|${dualStackCluster})$`, 'u'),
  words: 'the services eks and sts of AWS, and clusters of EKS',
  override: 'AWS_URL',
} as const satisfies Reach;
