/** Why a question about logs has an empty answer: no lines at all, or none that match. */
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { type Completeness, explainEmpty } from '../completeness.ts';
import type { LogsClient } from './client.ts';

export function explainNoLines(client: LogsClient, window: ResolvedWindow | undefined): Promise<Completeness> {
  return explainEmpty(async () => (await client.listLabelNames(window)).length, {
    others: 'nothing matches; other lines exist in this window.',
    none: `no line at all exists in this window: nothing is sent here, or ${client.place}.`,
  });
}
