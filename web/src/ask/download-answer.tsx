/** An answer as files: all of it as JSON, its series and each of its tables as CSV. */
import type { OperationResponse } from '../../../src/control/api/api.ts';
import { saveFile } from '../parts/save-file.ts';
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
          onClick={() => saveFile(fileName(name, 'csv'), new Blob([render()], { type: 'text/csv;charset=utf-8' }))}
        >
          {w.ask.answer.downloadCsv(parts.length > 1 ? name || w.ask.answer.series : '')}
        </button>
      ))}
      <button
        type="button"
        class="small-button"
        onClick={() =>
          saveFile(
            fileName('', 'json'),
            new Blob([`${JSON.stringify(result, undefined, 2)}\n`], { type: 'application/json' }),
          )
        }
      >
        {w.ask.answer.downloadJson}
      </button>
    </div>
  );
}
