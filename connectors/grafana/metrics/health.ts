/** A read of the metrics the way operations read. Green means that a question would be answered. */
import type { Checks, Finding } from '../../../src/connector/connector.ts';
import { type MetricsClient, openMetrics } from './client.ts';
import type { manifest } from '../manifest.ts';
import { heldAfterRead } from '../open-backend.ts';
import { toSeries } from '../../../src/connector/promql.ts';

const hourMs = 3_600_000;
/** Windows are resolved by this machine's clock; more than this and `now` means another time upstream. */
const toleratedSkewSec = 60;

export const metricChecks = {
  metrics_read: {
    async run(context) {
      const client = openMetrics(context);
      const nowMs = context.clock.now();
      const { data } = await client.listLabelNames({ window: { fromMs: nowMs - hourMs, toMs: nowMs } });
      const skewSec = await measureSkewSec(client, nowMs);
      const held = heldAfterRead(context, 'metrics');
      if (Math.abs(skewSec) > toleratedSkewSec) return { ...wrongClock(skewSec), held };
      const found = data.length > 0 ? readable(data.length) : nothingThere(client);
      return { ...found, held };
    },
  },
} satisfies Pick<Checks<typeof manifest>, 'metrics_read'>;

/** Seconds by which the other clock is ahead of ours, asked through the query path itself. */
async function measureSkewSec(client: MetricsClient, nowMs: number): Promise<number> {
  const { series } = toSeries(await client.queryNow('vector(time())'));
  const theirsSec = series[0]?.points[0]?.[1];
  return typeof theirsSec === 'number' ? theirsSec - nowMs / 1000 : 0;
}

function readable(labels: number): Finding {
  return {
    status: 'ok',
    summary: `Reads work; ${labels} labels were written in the last hour.`,
  };
}

function nothingThere({ place }: MetricsClient): Finding {
  return {
    status: 'degraded',
    summary: 'Reads are allowed, but no series was written in the last hour.',
    remedy: `Check that something sends metrics here; if it does, ${place}.`,
  };
}

function wrongClock(skewSec: number): Finding {
  return {
    status: 'degraded',
    summary: `The clock of this machine differs from that of the metrics backend by ${Math.round(skewSec)} s.`,
    remedy: 'Set the clock of this machine; otherwise windows that are relative to now cover another time.',
  };
}
