/** What the SQL guard costs a question, through its worker: nothing else proves a statement read-only, so there is no peer. */
import { measureGuard as timeGuard } from '../connectors/aws/sql-guard/measure.ts';
import type { Findings } from './bench-report.ts';
import type { Bench } from './bench.ts';

const warmUps = 3;

export async function measureGuard({ repeat, narrator }: Pick<Bench, 'repeat' | 'narrator'>): Promise<Findings> {
  narrator.say('every statement of the corpus, one after the other');
  const { firstMs, statements, rounds } = await timeGuard({ rounds: repeat, warmUps });
  return {
    rows: [
      { name: 'first statement, the worker started for it', unit: 'ms', samples: [firstMs] },
      {
        name: `statement in the middle of ${statements}, warm`,
        unit: 'ms',
        samples: rounds.map(({ medianMs }) => medianMs),
      },
      { name: `slowest of ${statements}, warm`, unit: 'ms', samples: rounds.map(({ slowestMs }) => slowestMs) },
    ],
    unmeasured: [],
  };
}
