/**
 * The identity that a policy names: a session names who has assumed the role. The path of the role is not in the
 * session's name: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
 */
export function toPrincipal(arn: string): string {
  const session = /^arn:(aws[\w-]*):sts::(\d+):assumed-role\/([^/]+)\//u.exec(arn);
  if (session === null) return arn;
  const [, partition, account, role] = session;
  return `arn:${partition}:iam::${account}:role/${role}`;
}
