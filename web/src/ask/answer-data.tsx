/** The data of an answer: curves as a chart, lists as tables, the rest as facts, and all of it as JSON. */
import { useMemo, useState } from 'preact/hooks';
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { Fact } from '../parts/fact.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Question } from '../edge/ask-operation.ts';
import { DownloadAnswer } from './download-answer.tsx';
import { type ReadData, readData } from './ask-answer.ts';
import { allWords, locale, words } from '../words/words.ts';
import type { Span } from './plot-options.ts';
import { CurveTable } from './curve-table.tsx';
import { RowsTable } from './rows-table.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { formatCount } from '../reading/format-number.ts';

/** The drawing is a library of its own, for answers that have series. */
const charts = lazyPage(async () => (await import('./curve-charts.tsx')).CurveCharts);

interface AnswerDataProps {
  readonly asked: Question;
  readonly result: OperationResponse['result'];
  readonly onWindow: ((span: Span) => void) | undefined;
  /** Which of several answers on the page it is. */
  readonly of?: string | undefined;
}

export function AnswerData({ asked, result, onWindow, of }: AnswerDataProps) {
  const w = allWords();
  const read = useMemo(() => readData(result.data, asked.args), [result, asked]);
  const { facts, curves, tables, redactions } = read;
  return (
    <>
      {redactions > 0 && (
        <Notice tone="info">
          <p>{w.ask.answer.redactions(redactions)}</p>
        </Notice>
      )}
      {curves.length === 0 && <Facts facts={facts} />}
      {curves.length > 0 && (
        <>
          <charts.Page curves={curves} onWindow={onWindow} />
          <CurveTable curves={curves} of={of} />
          <Facts facts={facts} />
        </>
      )}
      {tables.map((table) => (
        <RowsTable
          key={table.name}
          table={table}
          {...(of !== undefined && { title: `${table.name === '' ? w.ask.answer.data : table.name} · ${of}` })}
        />
      ))}
      <DownloadAnswer operation={asked.operation} result={result} read={read} />
      <p class="small faint">{w.ask.answer.strangers}</p>
      <RawJson data={result} />
    </>
  );
}

function Facts({ facts }: Pick<ReadData, 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <Fact key={name} name={name}>
          <span class="break">{text}</span>
        </Fact>
      ))}
    </dl>
  );
}

/** An answer as JSON. It is written when it is opened, and not all of it where it is long: the browser would stall. */
const longest = 100_000;

function RawJson({ data }: { readonly data: unknown }) {
  const w = allWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w.ask.answer.raw}</summary>
      {isOpen && <Json text={JSON.stringify(data, undefined, 2)} />}
    </details>
  );
}

function Json({ text }: { readonly text: string }) {
  const w = allWords();
  if (text.length <= longest) return <Copyable name={w.ask.answer.raw} text={text} />;
  const [shown, all] = [longest, text.length].map((one) => formatCount(one, locale.value));
  return (
    <>
      <div class="actions">
        <CopyWhole text={text} />
        <span class="small">{w.ask.answer.rawCut(shown ?? '', all ?? '')}</span>
      </div>
      <pre class="ask-sent" tabIndex={0} role="region" aria-label={w.ask.answer.raw}>
        {text.slice(0, longest)}
      </pre>
    </>
  );
}

function CopyWhole({ text }: { readonly text: string }) {
  const w = allWords();
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words().copy.copied);
    } catch {
      setSaid(words().copy.failed);
    }
  };
  return (
    <>
      <button type="button" class="small-button" onClick={() => void copy()}>
        {w.ask.answer.copyRaw}
      </button>
      <span role="status" class="small">
        {said}
      </span>
    </>
  );
}
