/** Asks probes, services side by side and one call of a service after another, so that one that fails or hangs takes nothing from the others. */
import { type Fault, Fault as FaultError, toFault } from '../../../src/core/fault.ts';
import { accountOf } from '../access/account.ts';
import { askOfAbsent } from '../access/ask.ts';
import type { AwsContext } from '../access/context.ts';
import { chooseRegion, homeRegion, partitionOf } from '../access/regions.ts';
import type { ActionProbe, Names } from './action-probe.ts';

export type Outcome =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly fault: Fault<'permission_missing'> }
  /** A service that the account does not use answers so whatever the policy says. */
  | { readonly is: 'off'; readonly fault: Fault }
  | { readonly is: 'failed'; readonly fault: Fault }
  | { readonly is: 'nameless'; readonly what: string };

export type Outcomes = Map<string, Outcome>;

/** Longest time of one call, its repetitions included. */
const callMs = 5_000;
/** After this time of a check nothing more is asked, so that it ends in its own time with what it knows. */
const lastAskMs = 12_000;

/** After these the service has no better answer to the next question. */
const ofService = new Set<Fault['kind']>([
  'credential_rejected',
  'wrong_endpoint',
  'upstream_down',
  'rate_limited',
  'not_configured',
]);

export function namesFor(context: AwsContext): Names {
  const { clock } = context;
  const lastAsk = clock.monotonic() + lastAskMs;
  const region = chooseRegion(context, undefined);
  let account: Promise<string> | undefined;
  return {
    region,
    partition: partitionOf(region),
    account: () => (account ??= accountOf(context.within(callMs))),
    nowMs: clock.now(),
    hasTime: () => clock.monotonic() < lastAsk,
    found: {},
  };
}

/** Adds what each answered to `outcomes`, which may hold failures of the same services. @throws what the caller's signal was aborted with. */
export async function askProbes(
  context: AwsContext,
  probes: readonly ActionProbe[],
  { names, outcomes }: { readonly names: Names; readonly outcomes: Outcomes },
): Promise<void> {
  const services = Map.groupBy(probes, ({ call }) => serviceOf(call));
  await Promise.all(
    [...services.values()].map(async (ofOne) => {
      for (const probe of ofOne) {
        if (!names.hasTime()) return;
        const outcome = failureBefore(probe, outcomes) ?? (await askProbe(context, probe, names));
        outcomes.set(probe.call, outcome);
      }
    }),
  );
}

export function serviceOf(action: string): string {
  return action.slice(0, action.indexOf(':'));
}

/** True when the service, or what leads to it, would answer every other question so too. */
export function isOfService({ kind, data }: Fault): boolean {
  // A 500 is the failure of one call; 502, 503 and 504 come from what is in front of all calls.
  return ofService.has(kind) && (data as { status?: number }).status !== 500;
}

function failureBefore({ call }: ActionProbe, outcomes: Outcomes): Outcome | undefined {
  for (const [action, outcome] of outcomes) {
    const isFailure = outcome.is === 'failed' && isOfService(outcome.fault);
    if (isFailure && serviceOf(action) === serviceOf(call)) return outcome;
  }
  return undefined;
}

async function askProbe(context: AwsContext, probe: ActionProbe, names: Names): Promise<Outcome> {
  const { call, needs, absences = [] } = probe;
  if (needs !== undefined && names.found[needs.name] === undefined) return { is: 'nameless', what: needs.what };
  let hurried = context;
  try {
    const { Client, command, learn } = await probe.prepare(names);
    // From here on: loading the vendor's library is not the service's time.
    hurried = context.within(callMs);
    const output = await askOfAbsent(hurried, { call, region: regionOf(context, probe), Client, command }, absences);
    if (output !== undefined) learn?.(output as never);
    return { is: 'allowed' };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof FaultError) return toOutcome(error);
    if (hurried.signal.aborted) return toOutcome(late(call, error));
    context.log.error({ err: error, call }, 'a probe failed on a bug');
    return toOutcome(toFault(error));
  }
}

function toOutcome(fault: Fault): Outcome {
  if (fault.kind === 'permission_missing') return { is: 'denied', fault: fault as Fault<'permission_missing'> };
  return { is: fault.kind === 'feature_disabled' ? 'off' : 'failed', fault };
}

function late(call: string, cause: unknown): Fault {
  const remedy = `${call} did not answer within ${callMs / 1000} s: check the status of the service and the network path to it.`;
  return new FaultError('upstream_down', { code: 'TIMEOUT' }, remedy, { cause });
}

function regionOf(context: AwsContext, { at }: ActionProbe): string {
  const here = chooseRegion(context, undefined);
  if (at === undefined) return here;
  if (at === 'home') return homeRegion(context);
  // The price list answers in three regions of the first partition, and is the same in each.
  return partitionOf(here) === 'aws-cn' ? 'cn-northwest-1' : 'us-east-1';
}
