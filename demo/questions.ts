/** One question the Agent answers, and one it refuses, both asked through the control plane. */
import { OperationRefusal, OperationResponse } from '../src/control/api.ts';
import type { ControlApi } from '../src/control/api-client.ts';
import type { Narrator } from './narrator.ts';
import type { Check } from './planted.ts';
import { workloadName } from './workload.ts';

export interface Questions {
  readonly operation: { readonly name: string; readonly complete: boolean; readonly rows: number } | undefined;
  readonly refusal: { readonly name: string; readonly code: string } | undefined;
  readonly checks: readonly Check[];
}

const question = 'metrics.query';
/** Looks like an operation and is not one. */
const forbidden = 'metrics.delete';

export async function askAgent(api: ControlApi, narrator: Narrator): Promise<Questions> {
  narrator.step(`Asking the Agent ${question}: how many requests a second did ${workloadName} serve?`);
  const to = new Date();
  const from = new Date(to.getTime() - 60_000);
  const text = `rate(${workloadName}_requests_total[20s])`;
  const answer = await api.callRaw({
    method: 'POST',
    path: `/api/operations/${question}`,
    body: {
      args: {
        query: { dialect: 'promql', text },
        window: { from: from.toISOString(), to: to.toISOString() },
        stepSec: 5,
      },
    },
  });
  const answered = OperationResponse.safeParse(answer.body);
  const rows = answered.success ? countPoints(answered.data.result.data) : 0;
  narrator.say(
    answered.success
      ? `${text} → ${rows} points, for example ${JSON.stringify(lastPoint(answered.data.result.data))}`
      : JSON.stringify(answer.body),
  );

  narrator.step(`Asking the Agent ${forbidden}, which is not in the catalog`);
  const refused = OperationRefusal.safeParse(
    (await api.callRaw({ method: 'POST', path: `/api/operations/${forbidden}`, body: { args: {} } })).body,
  );
  if (refused.success) {
    narrator.say(`${refused.data.error.code}: ${refused.data.error.summary} ${refused.data.error.remedy}`);
  }

  return {
    operation: answered.success ? { name: question, complete: answered.data.result.complete, rows } : undefined,
    refusal: refused.success ? { name: forbidden, code: refused.data.error.code } : undefined,
    checks: [
      { check: `${question} is answered with data`, ok: rows > 0, detail: `${rows} points` },
      {
        check: `${forbidden} is refused by the Agent`,
        ok: refused.success && refused.data.error.code === 'not_in_catalog',
        detail: refused.success ? refused.data.error.code : 'no refusal',
      },
    ],
  };
}

interface Series {
  readonly points?: readonly unknown[];
}

function seriesOf(data: unknown): readonly Series[] {
  if (typeof data !== 'object' || data === null || !('series' in data) || !Array.isArray(data.series)) return [];
  return data.series as Series[];
}

function countPoints(data: unknown): number {
  let points = 0;
  for (const { points: some = [] } of seriesOf(data)) points += some.length;
  return points;
}

function lastPoint(data: unknown): unknown {
  return seriesOf(data)[0]?.points?.at(-1);
}
