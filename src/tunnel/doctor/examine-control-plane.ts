/** The way to the control plane, and whether it lets this instance in: by its identity, or by its bootstrap token. */
import type { InstanceConfig } from '../instance/config.ts';
import type { InstanceClass } from '../messages.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { IdentityExamined } from './examine-identity.ts';
import { enrolmentSubject, examineWay } from './examine-network.ts';
import { examineToken, type TokenSource } from './examine-standing.ts';

interface Ports {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

interface Known extends Partial<Pick<IdentityExamined, 'identity' | 'publicKey' | 'needsToken'>> {
  readonly token?: TokenSource | undefined;
}

export async function examineControlPlane(
  instanceClass: InstanceClass,
  config: InstanceConfig,
  ports: Ports,
  { identity, publicKey, needsToken = false, token }: Known,
): Promise<Diagnosis[]> {
  const way = await examineWay(config, ports, identity);
  const enrolment = enrolmentSubject(config.enrollUrl);
  const isAnswered = way.some(({ subject, status }) => status === 'ok' && subject === enrolment);
  if (!needsToken || token === undefined || !isAnswered) return way;
  return [...way, await examineToken({ config, class: instanceClass, token, publicKey, env: ports.env })];
}
