import type { Finding } from '../../src/connector/connector.ts';
import { refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { type Area, thatNeed } from './areas.ts';
import { ask, type Question } from './ask.ts';
import { type GcpContext, projectOf } from './context.ts';
import { grantRole, roleOf } from './grants.ts';
import { missingOf } from './held-permissions.ts';
import type { AreaProbe, Method } from './slice.ts';
import { type MethodId, methods } from './slices.ts';

/**
 * Is the interface enabled, and are its permissions held? The two look alike in an answer and are told
 * apart here: a disabled interface says so by itself, and permissions can be asked for without it.
 */
export async function checkArea(context: GcpContext, area: Area): Promise<Finding> {
  const { permissions } = area;
  const missing = new Set(permissions.length === 0 ? [] : await missingOf(context, permissions));
  const disabled: Fault[] = [];
  for (const probe of area.probes) {
    const fault = await refusalOf(context, probe);
    if (fault?.kind === 'feature_disabled') disabled.push(fault);
    else if (fault === undefined) {
      // Held after all, below the project or under a condition.
      const { permission }: Method = methods[probe.method];
      if (permission !== undefined) missing.delete(permission);
    } else if (fault.kind !== 'permission_missing' || missing.size === 0) throw fault;
  }
  return describe(area, { missing: [...missing], permissions, disabled, project: projectOf(context) });
}

async function refusalOf(
  context: GcpContext,
  { method, path, query }: AreaProbe<MethodId>,
): Promise<Fault | undefined> {
  try {
    // Sound because each probe names the parts of its own method's path.
    const question = { path: { project: projectOf(context), ...path }, query } as Question<typeof method>;
    await ask(context, method, question);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

interface Seen {
  readonly missing: readonly string[];
  readonly permissions: readonly string[];
  readonly disabled: readonly Fault[];
  readonly project: string;
}

function describe(area: Area, { missing, permissions, disabled, project }: Seen): Finding {
  const held = permissions.filter((permission) => !missing.includes(permission));
  const [first] = disabled;
  if (first !== undefined && disabled.length === area.probes.length) {
    return notEnabled(area, first, { missing, held, project });
  }
  const [lacking] = missing;
  if (lacking !== undefined) {
    const fault = new Fault(
      'permission_missing',
      { grant: lacking, layer: roleOf(lacking)?.on ?? 'project' },
      `${grantRole(lacking, project)}${missing.length > 1 ? ` Missing in all: ${missing.join(', ')}.` : ''}`,
    );
    if (held.length === 0) throw fault;
    return {
      status: 'degraded',
      summary: `${area.title} answers, and ${missing.length} of ${permissions.length} permissions are missing.`,
      fault,
      remedy: fault.remedy,
      held,
      missing,
      affects: thatNeed(missing, area.operations),
    };
  }
  const partly = first === undefined ? '' : ` ${first.remedy}`;
  return { status: 'ok', summary: `${area.title} answers, and every permission is held.${partly}`, held };
}

/** A customer's choice, and no fault of the credential; what is missing as well is said at once. */
function notEnabled(
  area: Area,
  fault: Fault,
  { missing, held, project }: Omit<Seen, 'permissions' | 'disabled'> & { held: readonly string[] },
): Finding {
  const [lacking] = missing;
  const remedy =
    lacking === undefined
      ? fault.remedy
      : `${fault.remedy.replace(' No role is missing.', '')} Then: ${grantRole(lacking, project)}`;
  const refined =
    fault.kind === 'feature_disabled' && 'feature' in fault.data
      ? refineFault(fault, 'feature_disabled', fault.data, remedy)
      : fault;
  return {
    status: 'pending_configuration',
    summary: `${area.title} is not enabled in the project.`,
    fault: refined,
    remedy,
    held,
    missing,
  };
}
