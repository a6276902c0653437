/** Whether cost can be asked for: who may see the billing account, and who may read and query the export. */
import type { Finding } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { readOwnEmail } from '../access/access-token.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';
import { grantRole } from '../grants.ts';
import { missingOf } from '../held-permissions.ts';
import { lastPart } from '../wording.ts';
import { buildCostQuery } from './cost-query.ts';
import { readExportTable, tableVariable } from './export-table.ts';
import { listAccounts } from './list-accounts.ts';
import { tryQuery } from './warehouse.ts';

export const costChecks = {
  billing_account: { run: checkBillingAccount },
  billing_export: { run: checkBillingExport },
};

const dayMs = 86_400_000;
/** The vendor writes the export several times a day; a silence this long is none of its delays. */
const silentMs = 3 * dayMs;

const grant = 'billing.accounts.list';
const where = 'Billing, Account management, Add principal';

async function checkBillingAccount(context: GcpContext): Promise<Finding> {
  const wanted = context.config.text('GCP_BILLING_ACCOUNT');
  const { billingAccounts } = await listAccounts(context, { pageSize: 100 });
  const ids = billingAccounts.map(({ name }) => lastPart(name));
  const isSeen = wanted === undefined ? ids.length > 0 : ids.includes(wanted);
  if (isSeen) {
    return { status: 'ok', summary: `Billing accounts are visible: ${ids.slice(0, 5).join(', ')}.`, held: [grant] };
  }
  const account = wanted === undefined ? 'the billing account' : `the billing account ${wanted}`;
  throw new Fault('permission_missing', { grant, layer: 'billing account' }, await remedyFor(context, account));
}

/** An empty list says nothing of the cause; the project's policy shows the usual one. */
async function remedyFor(context: GcpContext, account: string): Promise<string> {
  const email = await readOwnEmail(context);
  const role = await roleOnProject(context, email);
  const grantIt = `Grant roles/billing.viewer to ${email} on ${account}, under ${where}.`;
  if (role === undefined) return `${grantIt} On a project the role has no effect.`;
  return `${role} was granted on the project ${projectOf(context)}, the wrong level: it shows no billing account there. ${grantIt} Take it away from the project.`;
}

async function roleOnProject(context: GcpContext, email: string): Promise<string | undefined> {
  try {
    const { bindings } = await ask(context, 'cloudresourcemanager.projects.getIamPolicy', {
      path: { project: projectOf(context) },
      json: { options: { requestedPolicyVersion: 3 } },
    });
    const binding = bindings.find(
      ({ role, members }) => role.startsWith('roles/billing.') && members.includes(`serviceAccount:${email}`),
    );
    return binding?.role;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

async function checkBillingExport(context: GcpContext): Promise<Finding> {
  if (!context.config.has(tableVariable)) return notSet();
  const project = projectOf(context);
  const [missing] = await missingOf(context, ['bigquery.jobs.create']);
  if (missing !== undefined) {
    throw new Fault('permission_missing', { grant: missing, layer: 'project' }, grantRole(missing, project));
  }
  const table = await readExportTable(context);
  const nowMs = context.clock.now();
  const query = buildCostQuery(table, usualQuestion, { fromMs: nowMs - dayMs, toMs: nowMs });
  await tryQuery(context, query, table.location);
  const held = ['bigquery.tables.get', 'bigquery.tables.getData', 'bigquery.jobs.create'];
  if (table.partitioning.by === 'nothing') {
    return {
      status: 'degraded',
      summary: 'The export can be asked, and its table is not partitioned by time: every question reads all of it.',
      remedy: `Name a table that is partitioned by time in ${tableVariable}, such as the one the vendor writes.`,
      held,
    };
  }
  if (table.writtenAtMs !== undefined && nowMs - table.writtenAtMs > silentMs) {
    return {
      status: 'degraded',
      summary: `The export can be asked, and nothing was written to its table since ${new Date(table.writtenAtMs).toISOString()}.`,
      remedy: 'Look under Billing, Billing export, whether the export is still enabled and writes to this dataset.',
      held,
    };
  }
  return { status: 'ok', summary: 'The export table is written to, and a question to it may be asked.', held };
}

const usualQuestion = {
  window: { from: 'now-1d', to: 'now' },
  granularity: 'daily' as const,
  groupBy: [],
  filter: [],
  measures: ['net' as const],
};

function notSet(): Finding {
  const fault = new Fault(
    'not_configured',
    { variable: tableVariable },
    `Set ${tableVariable} to use cost.getCostAndUsage.`,
  );
  return {
    status: 'skipped',
    summary: `${tableVariable} is not set; cost.getCostAndUsage fails.`,
    fault,
    remedy: fault.remedy,
  };
}
