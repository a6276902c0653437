/** How many connectors of an instance work, and how many do not. A state without any is left out. */
import type { InstanceSummary } from '../../../src/control/api/api.ts';
import { Tag, type Tone } from '../parts/tag.tsx';
import { allWords } from '../words/words.ts';

const tones = {
  failed: 'bad',
  degraded: 'warn',
  pending: 'warn',
  ok: 'good',
  skipped: 'idle',
} as const satisfies Record<string, Tone>;
const states = ['failed', 'degraded', 'pending', 'ok', 'skipped'] as const;

export function ConnectorCounts({ counts }: { readonly counts: InstanceSummary['connectors'] }) {
  const { fleet: w } = allWords();
  if (counts === undefined) return <span class="faint small">{w.noReport}</span>;
  return (
    <span class="tags fleet-counts">
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Tag key={state} tone={tones[state]}>
            {w.connectorCounts[state](counts[state])}
          </Tag>
        ))}
    </span>
  );
}
