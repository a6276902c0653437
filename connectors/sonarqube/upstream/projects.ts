/** A project with findings, a branch of it without any, and a project that was never analysed. */
import type { FakeGate, FakeHotspot, FakeIssue } from './shapes.ts';

export const keys = { checkout: 'acme:checkout', fresh: 'acme:fresh' } as const;

const file = `${keys.checkout}:src/cart.ts`;
const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:30:00+0200`;

const issue = (nth: number, more: Partial<FakeIssue>): FakeIssue => ({
  key: `issue-${nth}`,
  rule: 'typescript:S1481',
  severity: 'MINOR',
  component: file,
  project: keys.checkout,
  line: nth * 10,
  flows: [],
  status: 'OPEN',
  message: 'Remove this unused variable.',
  effort: '5min',
  tags: [],
  creationDate: at(nth),
  updateDate: at(nth),
  type: 'CODE_SMELL',
  scope: 'MAIN',
  impacts: [{ softwareQuality: 'MAINTAINABILITY', severity: 'LOW' }],
  ...more,
});

export const issues: readonly FakeIssue[] = [
  issue(1, {}),
  issue(2, { severity: 'BLOCKER', type: 'VULNERABILITY', author: 'ada@example.com', assignee: 'ada', tags: ['cwe'] }),
  issue(3, { effort: '2d3h15min' }),
  issue(4, { status: 'RESOLVED', resolution: 'WONTFIX' }),
  issue(5, { type: 'BUG', severity: 'CRITICAL', component: keys.checkout }),
  issue(6, { status: 'CLOSED', resolution: 'FIXED', closeDate: at(9) }),
  issue(7, {}),
];

const hotspot = (nth: number, more: Partial<FakeHotspot>): FakeHotspot => ({
  key: `hotspot-${nth}`,
  component: file,
  project: keys.checkout,
  securityCategory: 'weak-cryptography',
  vulnerabilityProbability: 'MEDIUM',
  status: 'TO_REVIEW',
  line: nth,
  message: 'Make sure that this is safe here.',
  creationDate: at(nth),
  updateDate: at(nth),
  ruleKey: 'typescript:S2245',
  flows: [],
  ...more,
});

export const hotspots: readonly FakeHotspot[] = [
  hotspot(1, {}),
  hotspot(2, { status: 'REVIEWED', resolution: 'SAFE', assignee: 'ada' }),
  hotspot(3, { vulnerabilityProbability: 'HIGH' }),
];

export const components = [
  { key: file, enabled: true, qualifier: 'FIL', name: 'cart.ts', longName: 'src/cart.ts', path: 'src/cart.ts' },
  { key: keys.checkout, enabled: true, qualifier: 'TRK', name: 'Checkout', longName: 'Checkout' },
] as const;

export const measures = [
  { metric: 'coverage', value: '81.3', bestValue: false },
  { metric: 'ncloc', value: '5120' },
  { metric: 'new_violations', period: { index: 1, value: '0', bestValue: true } },
  { metric: 'new_coverage', periods: [{ index: 1, value: '70.0', bestValue: false }] },
];

/** Known to the server, with or without a value. */
export const metrics = [...measures.map(({ metric }) => metric), 'duplicated_lines'];

export const failedGate: FakeGate = {
  projectStatus: {
    status: 'ERROR',
    conditions: [
      { status: 'ERROR', metricKey: 'new_coverage', comparator: 'LT', errorThreshold: '80', actualValue: '70.0' },
      { status: 'OK', metricKey: 'new_violations', comparator: 'GT', errorThreshold: '0', actualValue: '0' },
    ],
    ignoredConditions: false,
    period: { mode: 'PREVIOUS_VERSION', date: at(1), parameter: '1.2' },
    caycStatus: 'compliant',
  },
};

export const noGate: FakeGate = { projectStatus: { status: 'NONE', conditions: [], ignoredConditions: false } };
