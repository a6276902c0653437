/** One check for each statement of the policy, named by its `Sid`. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration } from '../../src/connector/manifest.ts';
import { declarations } from './declarations.ts';
import { grants, sids } from './grants.ts';
import { type Sid, statementProbes } from './health/statement-probes.ts';

/** Beside the probes: who the credential is, in each of up to forty regions, and the repetitions of a service that fails. */
const callsBeside = 60;

export const checkDeclarations = Object.fromEntries(sids.map((sid) => [sid, declare(sid)])) as Readonly<
  Record<Sid, CheckDeclaration>
>;

function declare(sid: Sid): CheckDeclaration {
  const held = Object.entries(grants).flatMap(([grant, { group }]) => (group === sid ? [grant] : []));
  const calls = statementProbes[sid].map(({ call }) => call);
  return {
    proves: `Which actions of the statement ${sid} are allowed: each is asked about with the smallest read there is, or about a name that cannot exist, over several runs. What costs money or starts something is not asked.`,
    grants: held,
    upstream: ['sts:GetCallerIdentity', ...calls],
    upstreamCalls: calls.length + callsBeside,
    affects: Object.entries(declarations).flatMap(([name, declaration]) =>
      declaration.grants.some((grant) => held.includes(grant)) ? [name as OperationName] : [],
    ),
  };
}
