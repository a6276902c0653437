/** What the Agent answers, by every way in, and what it refuses; all asked through the control plane. */
import { OperationRefusal } from '../src/control/api/api.ts';
import type { ControlApi } from '../src/control/api/api-client.ts';
import { askEveryWay } from './ask-every-way.ts';
import { askByMcp, askByRoute } from './asked-ways.ts';
import type { DemoReport } from './demo-report.ts';
import type { Fleet } from './fleet.ts';
import type { Narrator } from './narrator.ts';
import type { Check } from './planted.ts';
import { workloadName } from './workload.ts';

export interface Questions extends Pick<DemoReport, 'operation' | 'refusal' | 'asked'> {
  readonly checks: readonly Check[];
}

const question = 'metrics.query';
/** Off until the operator of an Agent enables it, and nobody did. */
const write = 'chat.postMessage';
/** Looks like an operation and is not one. */
const forbidden = 'metrics.delete';

/** `api`: an owner who is signed in. */
export async function askAgent(
  api: ControlApi,
  fleet: Pick<Fleet, 'tokenApi'>,
  narrator: Narrator,
): Promise<Questions> {
  const text = `rate(${workloadName}_requests_total[20s])`;
  narrator.step(`How many requests a second did ${workloadName} serve? ${text}`);
  const to = new Date();
  const from = new Date(to.getTime() - 60_000);
  const window = { from: from.toISOString(), to: to.toISOString() };
  const { asked, checks } = await askEveryWay({
    api,
    narrator,
    ways: {
      page: askByRoute(api),
      api: askByRoute(await fleet.tokenApi('read', ['operations'])),
      mcp: askByMcp(await fleet.tokenApi('mcp')),
    },
    question: { operation: question, args: { query: { dialect: 'promql', text }, window, stepSec: 5 } },
    write: { operation: write, args: { channel: 'C0123456789', text: 'Hello', idempotencyKey: 'farol-demo' } },
  });

  narrator.step(`Asking the Agent ${forbidden}, which is not in the catalog`);
  const refused = OperationRefusal.safeParse(
    (await api.callRaw({ method: 'POST', path: `/api/operations/${forbidden}`, body: { args: {} } })).body,
  );
  if (refused.success) {
    narrator.say(`${refused.data.error.code}: ${refused.data.error.summary} ${refused.data.error.remedy}`);
  }
  const { answer } = asked.page;
  return {
    operation: answer && { name: answer.name, complete: answer.complete, rows: answer.rows },
    refusal: refused.success ? { name: forbidden, code: refused.data.error.code } : undefined,
    asked,
    checks: [
      ...checks,
      {
        check: `${forbidden} is refused by the Agent`,
        ok: refused.success && refused.data.error.code === 'not_in_catalog',
        detail: refused.success ? refused.data.error.code : 'no refusal',
      },
    ],
  };
}
