/** From the verdicts on the actions of one statement to what its check says: which actions are missing, what could not be judged and why. */
import type { OperationName } from '../../../catalog/index.ts';
import type { Finding } from '../../../src/connector/connector.ts';
import { refineFault } from '../../../src/connector/symptom.ts';
import type { GrantVerdict } from '../../../src/connector/verdict.ts';
import { type DenyingLayer, remedyFor } from '../../../src/cloud/aws/denied.ts';
import { Fault } from '../../../src/core/fault.ts';
import { declarations, freeAction, type Sid } from '../statements.ts';
import { type Outcomes, serviceOf } from './ask-probes.ts';

export interface Judged {
  readonly verdicts: readonly GrantVerdict[];
  readonly outcomes: Outcomes;
  /** Whom the policy is attached to; undefined when it could not be asked. */
  readonly identity: string | undefined;
}

/** True when not one of the actions that were asked about is allowed and at least one is denied. */
export function isAllDenied(verdicts: readonly GrantVerdict[], outcomes: Outcomes): boolean {
  const asked = verdicts.filter(({ grant }) => grant !== freeAction);
  const isOpen = [...outcomes.values()].some(({ is }) => is === 'failed' || is === 'off');
  return !isOpen && asked.some(isDenied) && !asked.some(({ verdict }) => verdict === 'allowed');
}

export function judgeStatement(sid: Sid, judged: Judged): Finding {
  const { verdicts, outcomes } = judged;
  const denied = verdicts.filter(isDenied).map(({ grant }) => grant);
  const held = verdicts.filter(({ verdict }) => verdict === 'allowed').map(({ grant }) => grant);
  const common = { held, judged: verdicts };
  if (isAllDenied(verdicts, outcomes)) return { ...common, ...statementMissing(sid, denied, judged) };
  const troubles = troublesOf(outcomes);
  const summary = `${sid}: ${[...deniedSentence(denied), ...troubles.map(({ said }) => said), progressOf(verdicts)].join(' ')}`;
  const remedy = [
    ...(denied.length === 0 ? [] : remediesOf(sid, denied, judged)),
    ...new Set(troubles.map(({ fault }) => fault.remedy)),
  ].join(' ');
  const concerned = [...denied, ...troubles.flatMap(({ actions }) => actions)];
  const affects = operationsThatCall(concerned);
  if (denied.length > 0) {
    return {
      ...common,
      status: 'degraded',
      summary,
      fault: denialOf(denied, judged),
      remedy,
      missing: denied,
      affects,
    };
  }
  const [first] = troubles;
  if (first === undefined) return { ...common, status: 'ok', summary };
  const failure = troubles.find(({ is }) => is === 'failed');
  const status = failure === undefined ? 'pending_configuration' : 'degraded';
  return { ...common, status, summary, fault: (failure ?? first).fault, remedy, affects };
}

function isDenied({ verdict }: GrantVerdict): boolean {
  return verdict === 'denied';
}

/** The specification names this one: a policy from before the statement existed denies every read of it. */
function statementMissing(sid: Sid, denied: readonly string[], judged: Judged): Omit<Finding, 'judged' | 'held'> {
  const layers = new Set(denied.map((action) => layerOf(action, judged.outcomes)));
  const [layer = 'unknown'] = layers;
  const isPolicy = layers.size === 1 && (layer === 'identity policy' || layer === 'unknown');
  const name = sid === 'BiQuickSightSomenteLeitura' ? 'the BI statement' : 'the statement';
  const whom = judged.identity ?? 'this identity';
  const others =
    layer === 'unknown'
      ? ' AWS does not say which policy denied: if the policy contains the statement, check the permissions boundary, the session policy and the service control policies of the organization.'
      : '';
  const remedy = isPolicy
    ? `Add ${name} ${sid} to the policy; do not rotate the credential. The identity is ${whom}. Run \`farol policy print aws\` for its text. If you do not want its operations, leave it out: nothing else needs it.${others}`
    : remediesOf(sid, denied, judged).join(' ');
  const data = { grant: sid, layer };
  const before = denialOf(denied, judged);
  return {
    status: 'failed',
    summary: `${sid}: every tested action is denied (${denied.join(', ')}).`,
    fault: refineFault(before, 'permission_missing', data, remedy),
    remedy,
    missing: [sid],
    affects: operationsThatCall(denied),
  };
}

function deniedSentence(denied: readonly string[]): string[] {
  return denied.length === 0 ? [] : [`${denied.join(', ')} denied.`];
}

/** One remedy for each layer that denied, naming its actions. */
function remediesOf(sid: Sid, denied: readonly string[], { outcomes, identity }: Judged): string[] {
  const byLayer = Map.groupBy(denied, (action) => layerOf(action, outcomes));
  return [...byLayer].map(([layer, actions]) =>
    remedyFor({ action: actions.join(', '), layer }, '', { statement: sid, identity }),
  );
}

function layerOf(action: string, outcomes: Outcomes): DenyingLayer {
  const outcome = outcomes.get(action);
  // Sound because every refusal of AWS is made by a row that reads its layer there; others have one more.
  return outcome?.is === 'denied' ? (outcome.fault.data.layer as DenyingLayer) : 'unknown';
}

/** The refusal of now, with its evidence; made from what an earlier run saw when none was asked again. */
function denialOf(denied: readonly string[], { outcomes }: Judged): Fault<'permission_missing'> {
  for (const action of denied) {
    const outcome = outcomes.get(action);
    if (outcome?.is === 'denied') return outcome.fault;
  }
  return new Fault('permission_missing', { grant: denied.join(', '), layer: 'unknown' }, 'Add it to the policy.');
}

interface Trouble {
  readonly is: 'failed' | 'off';
  readonly actions: readonly string[];
  readonly fault: Fault;
  readonly said: string;
}

/** By service and cause, failures first. */
function troublesOf(outcomes: Outcomes): Trouble[] {
  const all = [...outcomes].flatMap(([action, outcome]) =>
    outcome.is === 'failed' || outcome.is === 'off' ? [{ action, ...outcome }] : [],
  );
  const groups = Map.groupBy(all, ({ action, is, fault }) => `${is} ${serviceOf(action)} ${fault.kind}`);
  return [...groups.values()]
    .flatMap(([first, ...others]): Trouble[] => {
      if (first === undefined) return [];
      const { is, fault, action } = first;
      const actions = [action, ...others.map((one) => one.action)];
      return [{ is, fault, actions, said: sentenceOf({ service: serviceOf(action), is, fault, actions }) }];
    })
    .toSorted((one, other) => one.is.localeCompare(other.is));
}

function sentenceOf({ service, is, fault, actions }: Omit<Trouble, 'said'> & { readonly service: string }): string {
  const named = actions.join(', ');
  return is === 'off'
    ? `${named} failed because of the account, not because of a permission.`
    : `${service} failed (${reasonOf(fault)}), so ${named} could not be judged.`;
}

function reasonOf({ kind, data }: Fault): string {
  const { status, code } = data as { status?: number; code?: string };
  const detail = status ?? code;
  return detail === undefined ? kind : `${kind} ${detail}`;
}

function progressOf(verdicts: readonly GrantVerdict[]): string {
  const count = (is: GrantVerdict['verdict']): number => verdicts.filter(({ verdict }) => verdict === is).length;
  const old = verdicts.filter((one) => one.old === true).map(({ grant }) => grant);
  return `${[
    `${count('allowed')} of ${verdicts.length} actions are allowed`,
    ...(count('undecided') === 0 ? [] : [`${count('undecided')} are not judged yet`]),
    ...(count('not_asked') === 0 ? [] : [`${count('not_asked')} are never tested`]),
    ...(old.length === 0 ? [] : [`the results for ${old.join(', ')} are old`]),
  ].join(', ')}.`;
}

/** By the calls that operations make: a wildcard of the policy covers actions of many. */
function operationsThatCall(actions: readonly string[]): OperationName[] {
  return Object.entries(declarations).flatMap(([name, { upstream }]) =>
    (upstream as readonly string[]).some((call) => actions.includes(call)) ? [name as OperationName] : [],
  );
}
