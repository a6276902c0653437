/** What a token may do besides. A read token: ask every read, and writes one by one. One of an assistant: read captures. */
import { useState } from 'preact/hooks';
import { CatalogList } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { allWords } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';

interface ScopeChoiceProps {
  readonly kind: 'read' | 'mcp';
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
}

const readsScope = 'operations';
const capturesScope = 'captures';

export function ScopeChoice({ kind, scopes, onChange }: ScopeChoiceProps) {
  const w = allWords();
  const [isOpen, setOpen] = useState(false);
  const { answer, reload } = useAnswer(isOpen ? '/api/catalog?access=write' : undefined, CatalogList);
  const box = (scope: string, text: string) => (
    <label class="check" key={scope}>
      <input
        type="checkbox"
        checked={scopes.includes(scope)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
        }
      />
      <span>{text}</span>
    </label>
  );
  if (kind === 'mcp') {
    return (
      <fieldset class="field checks">
        <legend>{w.tokens.asks}</legend>
        {box(capturesScope, w.tokens.mcpCaptures)}
      </fieldset>
    );
  }
  return (
    <fieldset class="field checks">
      <legend>{w.tokens.asks}</legend>
      {box(readsScope, w.tokens.asksReads)}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{w.tokens.asksWrites}</summary>
        <p class="small faint">{w.tokens.asksWritesText}</p>
        {isOpen && (
          <AnswerView answer={answer} onAgain={reload}>
            {({ operations }) => operations.map(({ name }) => box(name, name))}
          </AnswerView>
        )}
      </details>
    </fieldset>
  );
}
