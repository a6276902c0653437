/** The data of an answer: curves as a chart, lists as tables, the rest as facts, and all of it as JSON. */
import { useMemo } from 'preact/hooks';
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { Fact } from '../parts/fact.tsx';
import { Notice } from '../parts/notice.tsx';
import { readData } from './ask-answer.ts';
import { allWords } from '../words/words.ts';
import { CurveChart } from './curve-chart.tsx';
import { CurveTable } from './curve-table.tsx';
import { RawJson } from './raw-json.tsx';
import { RowsTable } from './rows-table.tsx';

export function AnswerData({ result }: { readonly result: OperationResponse['result'] }) {
  const w = allWords();
  const { facts, curves, tables, redactions } = useMemo(() => readData(result.data), [result]);
  return (
    <>
      {redactions > 0 && (
        <Notice tone="info">
          <p>{w.ask.answer.redactions(redactions)}</p>
        </Notice>
      )}
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(([name, text]) => (
            <Fact key={name} name={name}>
              <span class="break">{text}</span>
            </Fact>
          ))}
        </dl>
      )}
      {curves.length > 0 && (
        <>
          <CurveChart curves={curves} />
          <CurveTable curves={curves} />
        </>
      )}
      {tables.map((table) => (
        <RowsTable key={table.name} table={table} />
      ))}
      <p class="small faint">{w.ask.answer.strangers}</p>
      <RawJson data={result} />
    </>
  );
}
