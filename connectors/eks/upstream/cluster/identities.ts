/** Who asks the test cluster: roles of one AWS account, each with another place in the cluster. */
import { groupName } from '../../../kubernetes/cluster/cluster-role.ts';
import type { Identity } from './signed-identity.ts';

export type Role = 'farol' | 'stranger' | 'unbound' | 'narrow' | 'wide';

/** Made for this test and of no use elsewhere; they only have the form of keys. */
const identityOf = (role: Role, digit: number): Identity => ({
  accessKeyId: `AKIAEXAMPLEEXAMPLE0${digit}`,
  secretAccessKey: `${'example/secret+of/'}${role.padEnd(22, 'x')}`,
  arn: `arn:aws:sts::123456789012:assumed-role/${role}/agent`,
});

export const identities: Readonly<Record<Role, Identity>> = {
  farol: identityOf('farol', 1),
  stranger: identityOf('stranger', 2),
  unbound: identityOf('unbound', 3),
  narrow: identityOf('narrow', 4),
  wide: identityOf('wide', 5),
};

/** The stranger has no group because it has no entry; the unbound has one that no binding names. */
const groups: Readonly<Partial<Record<Role, string>>> = {
  farol: groupName,
  unbound: 'nobody-binds-it',
  narrow: 'pods-only',
  wide: 'system:masters',
};

/** As the config map `aws-auth` holds it. JSON is YAML. */
export const mapRoles = JSON.stringify(
  Object.entries(groups).map(([role, group]) => ({
    rolearn: `arn:aws:iam::123456789012:role/${role}`,
    username: 'arn:aws:sts::{{AccountID}}:assumed-role/' + role + '/{{SessionName}}',
    groups: [group],
  })),
);
