import { z } from 'zod';
import type { FleetInstance } from '../../api/api.ts';
import { OffsetCursor, pageOf } from './offset-cursor.ts';
import { defineTool, type ToolDeps } from './tool.ts';

const listedAgents = 100;

const Check = z.strictObject({
  instance: z.string(),
  connector: z.string(),
  source: z.string().optional().describe('Where its name is another'),
  check: z.string(),
  status: z.string(),
  summary: z.string(),
  who_acts: z.string().optional(),
  missing: z.array(z.string()).optional().describe('Permissions, the first of them'),
  remedy: z.string(),
});
type Check = z.input<typeof Check>;

export const health = defineTool({
  name: 'health',
  title: 'Health of Agents and connectors',
  description:
    'Which Agents are live, and the last result of each health check: what fails, who acts and how. Ask it when catalog_read is refused or nothing answers.',
  args: z.strictObject({
    instance: z.string().min(1).max(200).optional().describe('One Agent'),
    connector: z.string().min(1).max(64).optional().describe('One connector, or one source'),
    all: z.boolean().default(false).describe('Also checks that are ok or of connectors that are not configured'),
    limit: z.int().min(1).max(100).default(25),
    cursor: OffsetCursor,
  }),
  result: z.strictObject({
    agents: z.array(
      z.strictObject({
        instance: z.string(),
        state: z.string(),
        version: z.string().optional(),
        checks_at: z.string().optional(),
        remedy: z.string().optional(),
      }),
    ),
    further_agents: z.int(),
    checks: z.array(Check),
    total: z.int().describe('Of checks'),
    next_cursor: z.string().optional(),
  }),
  call: async ({ instance: wanted, connector, all, ...paging }, { asker, deps }) => {
    const instances = await readInstances(deps.fleet, asker.organization, wanted);
    const agents = instances.filter((one) => one.class === 'agent');
    const checks = agents.flatMap((agent) =>
      agent.checks
        .filter((one) => isOf(one, connector) && (all || isTrouble(one.status)))
        .map((one) => describeCheck(agent.instance, one)),
    );
    const { entries, total, next } = pageOf(checks, paging);
    return {
      whose: 'the Agents',
      result: {
        agents: agents.slice(0, listedAgents).map(describeAgent),
        further_agents: Math.max(0, agents.length - listedAgents),
        checks: [...entries],
        total,
        ...next,
      },
    };
  },
});

/** A named one is read alone: reports are large. */
async function readInstances(
  fleet: ToolDeps['fleet'],
  organization: string,
  wanted: string | undefined,
): Promise<readonly FleetInstance[]> {
  if (wanted === undefined) return (await fleet.show(organization)).instances;
  const detail = await fleet.detail(organization, wanted);
  return detail === undefined ? [] : [detail.instance];
}

function isOf({ connector, source }: Pick<Check, 'connector' | 'source'>, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === connector || wanted === source;
}

function isTrouble(status: string): boolean {
  return status === 'degraded' || status === 'failed';
}

function describeAgent({ instance, state, version, checks_at, remedy }: FleetInstance) {
  return {
    instance,
    state,
    ...(version !== undefined && { version }),
    ...(checks_at !== undefined && { checks_at }),
    ...(remedy !== undefined && { remedy }),
  };
}

/** A report has up to 1 MiB; a model needs the beginning of each text, and the page has all of it. */
const longestText = 1000;
const mostMissing = 50;

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText).toWellFormed()} [cut]` : text;
}

function describeCheck(instance: string, one: FleetInstance['checks'][number]): Check {
  const { connector, source, check, status, summary, fault, missing, remedy } = one;
  return {
    instance,
    connector,
    ...(source !== undefined && { source }),
    check,
    status,
    summary: shorten(summary),
    ...(fault !== undefined && { who_acts: fault.actor }),
    ...(missing.length > 0 && { missing: missing.slice(0, mostMissing).map(shorten) }),
    remedy: shorten(remedy),
  };
}
