import type { ChangedAction } from '../../../src/policy/policy-diff.ts';
import { allWords } from '../words/words.ts';
import { Tag } from '../parts/tag.tsx';

/** What the vendor says an action lets its holder do, in the vendor's word. Levels above reading are highlighted. */
export function AccessTag({ access }: Pick<ChangedAction, 'access'>) {
  if (access === 'List' || access === 'Read') return <span lang="en">{access}</span>;
  if (access === 'unknown') return <Tag tone="warn">{allWords().policies.actions.unknown}</Tag>;
  return (
    <Tag tone="note">
      <span lang="en">{access}</span>
    </Tag>
  );
}
