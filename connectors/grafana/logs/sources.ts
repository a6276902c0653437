/** Where lines come from: values of the label that names the source, as selectors that queries take. */
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaHandlers } from '../client.ts';
import { quote } from '../metrics/quote.ts';
import { openLogs } from './client.ts';
import { explainNoLines } from './explain-no-lines.ts';

/** Loki sets the first by itself; the others are what collectors usually set. */
const sourceLabels = ['service_name', 'app', 'job', 'container', 'namespace', 'filename'];

export const sourceOperations: GrafanaHandlers<'logs.listSources'> = {
  'logs.listSources': {
    guard({ region }) {
      if (region === undefined) return;
      throw new Fault('invalid_arguments', { field: 'region' }, 'Leave it out: this source has no regions.');
    },
    async run({ prefix = '', window: asked, limit, cursor }, { window, ...context }) {
      const client = openLogs(context);
      const about = ['logs.listSources', prefix, asked];
      const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const label = chooseLabel(await client.listLabelNames(window), prefix);
      const values = label === undefined ? [] : await client.listLabelValues(label, window);
      const left = values
        .map((value) => ({ value, name: `{${label}=${quote(value)}}` }))
        .filter(({ name, value }) => name.startsWith(prefix) || value.startsWith(prefix))
        .map(({ name }) => name)
        .toSorted()
        .filter((name) => after === undefined || name > after);
      const page = left.slice(0, limit);
      const last = page.at(-1);
      const isCut = left.length > limit;
      return {
        data: { sources: page.map((name) => ({ name, ...(label !== undefined && { class: label }) })) },
        ...(page.length > 0 || after !== undefined
          ? { complete: true, ...(page.length === 0 && { because: 'The previous page was the last.' }) }
          : await explainNoLines(client, window)),
        truncated: isCut,
        ...(isCut && last !== undefined && { nextCursor: encodeCursor(about, last) }),
      };
    },
  },
};

/** A prefix that is the beginning of a selector, such as `{namespace="pay`, says itself which label is meant. */
function chooseLabel(labels: readonly string[], prefix: string): string | undefined {
  const named = /^\{(\w+)="/u.exec(prefix)?.[1];
  if (named !== undefined) return labels.includes(named) ? named : undefined;
  return sourceLabels.find((label) => labels.includes(label)) ?? labels.toSorted()[0];
}
