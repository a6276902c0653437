/** An answer as files: all of it as JSON, its series and each of its tables as CSV. */
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { allWords } from '../words/words.ts';
import type { ReadData } from './ask-answer.ts';
import { renderCurvesCsv, renderTableCsv } from './render-csv.ts';

interface DownloadProps {
  readonly operation: string;
  readonly result: OperationResponse['result'];
  readonly read: ReadData;
}

export function DownloadAnswer({ operation, result, read: { curves, tables } }: DownloadProps) {
  const w = allWords();
  const parts = [
    ...(curves.length === 0 ? [] : [{ name: '', render: () => renderCurvesCsv(curves) }]),
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .map((table) => ({ name: table.name, render: () => renderTableCsv(table) })),
  ];
  const fileName = (part: string, ending: string): string =>
    `${[operation, part].filter(Boolean).join('-')}-${new Date().toISOString().replaceAll(/[:-]|\.\d+/gu, '')}.${ending}`;
  return (
    <div class="actions">
      {parts.map(({ name, render }) => (
        <button
          key={name}
          type="button"
          class="small-button"
          onClick={() => save(fileName(name, 'csv'), 'text/csv;charset=utf-8', render())}
        >
          {w.ask.answer.downloadCsv(parts.length > 1 ? name || w.ask.answer.series : '')}
        </button>
      ))}
      <button
        type="button"
        class="small-button"
        onClick={() => save(fileName('', 'json'), 'application/json', `${JSON.stringify(result, undefined, 2)}\n`)}
      >
        {w.ask.answer.downloadJson}
      </button>
    </div>
  );
}

function save(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser has its own hold on the data once the download has begun.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
