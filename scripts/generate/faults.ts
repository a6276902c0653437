import { actorWords, faultTable } from '../../src/core/fault.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

export function render(): Page[] {
  const rows = Object.entries(faultTable).map(([kind, { who, retry, status, summary }]) => [
    code(kind),
    summary,
    `${actorWords[who]} (${code(who)})`,
    retry ? 'reads' : 'never',
    String(status),
  ]);
  return [
    toPage('faults.md', 'src/core/fault.ts', [
      '# Faults',
      'Everything that can go wrong while an operation or a check runs, as one closed set. Each fault carries the datum that makes it actionable, this summary, and a remedy that names the screen, variable or statement.',
      renderTable(['kind', 'summary', 'who must act (`actor`)', 'tried again', 'HTTP status'], rows),
    ]),
  ];
}
