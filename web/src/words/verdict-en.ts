/** The English words for what a comparison says of a key. */
export const enVerdict = {
  changes: {
    new: 'new',
    stopped: 'stopped',
    not_seen: 'not seen',
    changed: 'changed',
    no_change: 'no change of 25 % or more',
    undecided: 'undecided',
    too_rare: 'too rare',
    not_judged: 'not judged',
  },
  related: {
    title: 'Counted and judged together, or moved:',
    kinds: { renamed: 'renamed', inlined: 'inlined', outlined: 'taken out', moved: 'moved' },
    joins: { renamed: 'to', inlined: 'into', outlined: 'out of', moved: 'to' },
    sum: (state: string) => `(together: ${state})`,
    more: (count: string) => `${count} more like these.`,
  },
  ended: { went_away: 'went away with the third capture', not_confirmed: 'was not confirmed by the third capture' },
  /** By the side that has any. */
  oneSided: { after: 'none before', before: 'none after' },
  effect: (ratio: string, low: string, high: string) => `× ${ratio} (${low} to ${high})`,
  detectable: (ratio: string) => `smallest detectable: × ${ratio}`,
  judged: (judged: string, undecided: string) => `${judged} keys judged, ${undecided} of them undecided.`,
  expectedNew: (count: string) => `New by chance, if nothing had changed: ${count}.`,
};
