import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessEntryCommand } from './probes.ts';
import { wanted } from '../kubernetes/cluster/access-questions.ts';
import { clusterRoleName, clusterRules, groupName } from '../kubernetes/cluster/cluster-role.ts';
import { manifest } from './manifest.ts';
import { toPrincipal } from '../aws/access/to-principal.ts';
import { reach } from './reach.ts';

test('the cluster role has exactly the rules of the specification [C-EKS-3]', () => {
  expect(clusterRoleName).toBe('farol-read');
  expect(clusterRules).toEqual([
    { apiGroups: [''], resources: ['pods', 'services', 'endpoints'], verbs: ['get', 'list'] },
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
    { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: ['get', 'list'] },
  ]);
});

test('each of its rules is a grant, and each operation needs exactly one of them', () => {
  const grants = wanted.map(({ grant }) => grant);
  expect(Object.keys(manifest.grants)).toEqual(['eks:DescribeCluster', ...grants]);
  const used = Object.values(manifest.operations).map((binding) => binding.grants);
  expect(used.map(([first]) => first)).toEqual(used.map(() => 'eks:DescribeCluster'));
  expect(used.flatMap(([, ...rest]) => rest).toSorted()).toEqual(grants.toSorted());
});

test('the role is bound to the group that the access entry names [C-EKS-4]', () => {
  const principal = 'arn:aws:iam::123456789012:role/ops/farol';
  const command = accessEntryCommand({ name: 'shop', region: 'eu-west-1' }, principal);
  expect(command).toContain(`--cluster-name shop --region eu-west-1 --principal-arn ${principal}`);
  expect(command).toContain(`--kubernetes-groups ${groupName}`);
  expect(command).not.toContain('policy');
  const [, binding = ''] = readFileSync('policies/kubernetes/farol-read.yaml', 'utf8').split(
    'kind: ClusterRoleBinding',
  );
  expect(binding).toMatch(/kind: ClusterRole\s+name: farol-read/u);
  expect(binding).toMatch(/kind: Group\s+apiGroup: rbac\.authorization\.k8s\.io\s+name: farol-read/u);
});

test('who has assumed a role is named by the role', () => {
  const arn = 'arn:aws-us-gov:sts::123456789012:assumed-role/farol/i-0abc';
  expect(toPrincipal(arn)).toBe('arn:aws-us-gov:iam::123456789012:role/farol');
  expect(toPrincipal('arn:aws:iam::123456789012:user/farol')).toBe('arn:aws:iam::123456789012:user/farol');
});

test.each([
  ['eks.eu-west-1.amazonaws.com', true],
  ['sts.cn-north-1.amazonaws.com.cn', true],
  ['0123456789abcdef.gr7.eu-west-1.eks.amazonaws.com', true],
  ['0123456789abcdef.yl4.cn-north-1.eks.amazonaws.com.cn', true],
  ['0123456789abcdef.gr7.eks-cluster.eu-west-1.api.aws', true],
  ['s3.eu-west-1.amazonaws.com', false],
  ['shop.eks.amazonaws.com.example.com', false],
  ['ec2-203-0-113-7.eu-west-1.compute.amazonaws.com', false],
])('%s is reached: %s', (host, isReached) => {
  expect(reach.hosts.test(host)).toBe(isReached);
});
