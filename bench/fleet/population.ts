/**
 * Organizations, people and enrolled instances, written into the store. Instances are written as enrolment leaves
 * them, in batches: two thousand enrolments by HTTP would take longer than the measure, and are not what it measures.
 */
import { BootstrapTokenStore } from '../../src/control/enrolment/bootstrap-tokens.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { ProfilerSettings } from '../../src/control/settings/profiler-setting.ts';
import type { Store } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { generateKeyPair } from '../../src/tunnel/identity/key-pair.ts';
import type { InstanceClass } from '../../src/tunnel/messages.ts';
import { neverConnected } from '../../src/control/fleet/instance-store.ts';

export interface SimulatedInstance {
  readonly organization: string;
  readonly instance: string;
  readonly class: InstanceClass;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly commandKey: string;
}

export interface Population {
  readonly organizations: readonly string[];
  readonly instances: readonly SimulatedInstance[];
}

export interface PopulationSize {
  readonly name: string;
  readonly organizations: number;
  readonly agentsOfEach: number;
  readonly profilersOfEach: number;
}

const batch = 500;
/** Long ago for the control plane: what was enrolled recently is read more often. */
const enrolledAgoMs = 86_400_000;

export async function populate(store: Store, size: PopulationSize): Promise<Population> {
  const commandKey = await readCommandKey(store);
  const organizations: string[] = [];
  const instances: SimulatedInstance[] = [];
  for (let at = 0; at < size.organizations; at += 1) {
    const { id } = await ensureOrganization(store, `${size.name}-${at}`, systemClock);
    organizations.push(id);
    if (size.profilersOfEach > 0) {
      await new ProfilerSettings(store, systemClock).change(id, true, { id: 'bench', name: 'bench' });
    }
    const made = [
      ...make({ organization: id, class: 'agent', commandKey }, size.agentsOfEach),
      ...make({ organization: id, class: 'profiler', commandKey }, size.profilersOfEach),
    ];
    await write(store, id, made);
    instances.push(...made);
  }
  return { organizations, instances };
}

function make(
  of: Pick<SimulatedInstance, 'organization' | 'class' | 'commandKey'>,
  count: number,
): SimulatedInstance[] {
  return Array.from({ length: count }, (_one, at) => {
    const { publicKey, privateKey } = generateKeyPair();
    return { ...of, instance: `${of.class}-${at}`, publicKey, privateKey: privateKey.reveal() };
  });
}

async function write(store: Store, organization: string, made: readonly SimulatedInstance[]): Promise<void> {
  const tokens = new BootstrapTokenStore(store, systemClock);
  const token = { organization, name: 'bench', createdBy: 'bench', expiresInHours: undefined } as const;
  const ids = {
    agent: (await tokens.create({ ...token, class: 'agent' })).view.id,
    profiler: (await tokens.create({ ...token, class: 'profiler' })).view.id,
  };
  const enrolledAt = Date.now() - enrolledAgoMs;
  for (let from = 0; from < made.length; from += batch) {
    const rows = made.slice(from, from + batch).map((one) => ({
      organization_id: organization,
      instance: one.instance,
      class: one.class,
      public_key: one.publicKey,
      enrolled_at: enrolledAt,
      token_id: ids[one.class],
      ...neverConnected,
      command_key: one.commandKey,
    }));
    await store.db.insertInto('instances').values(rows).execute();
  }
}

/** What an instance pins when it enrols now. */
async function readCommandKey(store: Store): Promise<string> {
  const { public_part: key } = await store.db
    .selectFrom('control_keys')
    .select('public_part')
    .where('purpose', '=', 'command')
    .where('state', '=', 'current')
    .executeTakeFirstOrThrow();
  return key;
}
