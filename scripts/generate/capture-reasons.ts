import { oomReason, sentences } from '../../profiler/host/capture/reasons.ts';
import { reasons } from '../../src/control/captures/reasons.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

/** What a reason leads to, where that is not `failed`. */
const outcomes: Readonly<Record<string, string>> = {
  measured: '`pushed`',
  no_events: '`nothing_to_push`',
  no_such_process: '`nothing_to_push`',
  busy: 'none: the request waits',
  request_ended: 'none: told to a Profiler that came late',
};

const headers = ['code', 'outcome', 'sentence'];

export function render(): Page[] {
  return [
    toPage('capture-reasons.md', 'src/control/captures/reasons.ts and profiler/host/capture/reasons.ts', [
      '# Reasons of captures',
      'Every outcome of a capture request carries one of these codes and its sentence; details may follow the sentence. When several nodes took a request, the sentence of the record ends with the words of the nodes that pushed nothing.',
      '## Given by the control plane',
      renderTable(headers, Object.entries(reasons).map(renderRow)),
      '## Given by the Profiler',
      'The log of the Profiler says `capture failed` with exactly these words.',
      renderTable(headers, [
        ...Object.entries(sentences).map(renderRow),
        renderRow(['collector_oom', oomReason('the memory limits of the container follow').text]),
      ]),
    ]),
  ];
}

function renderRow([name, sentence]: readonly [string, string]): string[] {
  return [code(name), outcomes[name] ?? '`failed`', sentence];
}
