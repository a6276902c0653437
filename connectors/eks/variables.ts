/** Which cluster is read, with the credential that the AWS connector reads too. */
import type { TextVariable } from '../../src/connector/manifest.ts';

export const clusterVariables = {
  EKS_CLUSTER: {
    kind: 'text',
    need: 'required',
    pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/u,
    patternWords: 'the name of one cluster: letters, digits, hyphens and underscores',
    description: 'Name of the cluster to read. Without it the connector is off.',
    example: 'shop',
  },
  EKS_REGION: {
    kind: 'text',
    need: 'optional',
    pattern: /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/u,
    patternWords: 'one region such as eu-west-1',
    description: 'Region of the cluster; default: the first of AWS_REGIONS.',
    example: 'eu-west-1',
  },
} as const satisfies Record<string, TextVariable>;
