import { faultTable } from '../../src/core/fault.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

const actors = {
  caller: 'whoever asked',
  operator: 'whoever runs the Agent',
  nobody: 'nobody: it passes',
  farol: 'the makers of Farol',
} as const;

export function render(): Page[] {
  const rows = Object.entries(faultTable).map(([kind, { who, retry, status, summary }]) => [
    code(kind),
    summary,
    actors[who],
    retry ? 'reads' : 'never',
    String(status),
  ]);
  return [
    toPage('faults.md', 'src/core/fault.ts', [
      '# Faults',
      'Everything that can go wrong while an operation or a check runs, as one closed set. Each fault carries the datum that makes it actionable, this summary, and a remedy that names the screen, variable or statement.',
      renderTable(['kind', 'summary', 'who must act', 'tried again', 'HTTP status'], rows),
    ]),
  ];
}
