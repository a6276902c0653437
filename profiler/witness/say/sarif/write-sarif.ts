/**
 * A comparison as SARIF 2.1.0 (OASIS), for code scanning. Findings alone are results. What could not be compared, and
 * what has no verdict for want of replicates or because of noise, are notifications of the run: they are no findings, and the next run must
 * not close or open anything because of them.
 */
import { createHash } from 'node:crypto';
import type { AxisDiff, Diff } from '../../diff/diff.ts';
import type { Finding } from '../../diff/summary.ts';
import { sayTooNoisy } from '../../judge/verdicts/withheld-verdicts.ts';
import { findFindings } from '../findings/find-findings.ts';
import { orderFindings, severeAxes } from '../findings/rank-findings.ts';
import { costs } from '../gate/gate.ts';
import { jsonToShow, printable } from '../../../../src/core/text/hidden-characters.ts';
import { renderFinding } from '../text/render-headline.ts';
import { helpOf } from './axis-help.ts';
import { placeFinding, sourceRoot } from './place-finding.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const notices = [
  { id: 'not-comparable', text: 'The measurement could not be compared; nothing is known about it.' },
  { id: 'no-verdict', text: 'The measurement has no verdict on amounts, because replicates are missing.' },
  { id: 'too-noisy', text: 'Captures of one version differ too much in the measurement for a verdict on it.' },
] as const;

export function writeSarif(diff: Diff): string {
  const findings = orderFindings(findFindings(diff.axes).findings);
  const run = {
    tool: {
      driver: {
        name: 'Farol',
        rules: diff.axes.map(ruleOf),
        notifications: notices.map(({ id, text }) => ({ id, shortDescription: { text } })),
      },
    },
    automationDetails: { id: `farol/${encodeURIComponent(diff.workload)}/${encodeURIComponent(diff.env)}/` },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [sourceRoot]: { description: { text: 'The root of the sources of the workload.' } } },
    invocations: [
      {
        executionSuccessful: diff.axes.some(({ state }) => state === 'compared'),
        toolExecutionNotifications: diff.axes.flatMap(noticesOf),
      },
    ],
    results: findings.map((finding) => resultOf(finding, diff)),
    properties: {
      workload: diff.workload,
      env: diff.env,
      from: diff.baseline.version,
      to: diff.head.version,
      sentence: diff.summary.answer?.lead.en ?? diff.summary.sentence,
      causes: diff.summary.answer?.causes.map(({ id, sentence }) => ({ id, sentence: sentence.en })),
      identity: diff.identity_basis.sentences.en,
      findings: diff.summary.levels,
      recorded: diff.recorded,
    },
  };
  return `${jsonToShow(JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2))}\n`;
}

function ruleOf({ axis }: AxisDiff): object {
  const { title, text } = helpOf(axis);
  return { id: axis, shortDescription: { text: title }, fullDescription: { text }, help: { text } };
}

function noticesOf({ axis, state, reason, no_noise_floor: noVerdict, own_false_alarms: own }: AxisDiff, index: number) {
  const notice = (id: (typeof notices)[number]['id'], text: string): object => ({
    descriptor: { id, index: notices.findIndex((one) => one.id === id) },
    associatedRule: { id: axis, index },
    level: 'warning',
    message: { text: escapeMessage(`${axis}: ${text}`) },
  });
  if (state === 'not_comparable') return [notice('not-comparable', reason ?? 'no reason was given')];
  if (own?.state === 'too_noisy') return [notice('too-noisy', sayTooNoisy(own))];
  return noVerdict === undefined ? [] : [notice('no-verdict', noVerdict)];
}

function resultOf(finding: Finding, diff: Diff): object {
  const { axis, key, state, level, ratio, low, high, only, amount, unit, per, share, odds, earlier } = finding;
  const fingerprint = fingerprintOf(finding, diff.workload);
  return {
    ruleId: axis,
    ruleIndex: diff.axes.findIndex((one) => one.axis === axis),
    level: gradeFinding(finding),
    message: { text: escapeMessage(messageOf(finding, diff)) },
    locations: [placeFinding(finding, diff.workload)],
    // The first is the only one that GitHub compares; it computes none from a line where the file brings it.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint.slice(0, 16)}:1`, 'farolFinding/v1': fingerprint },
    properties: { key, state, certainty: level, odds, earlier, ratio, low, high, only, amount, unit, per, share },
  };
}

/** What first says that there is a cause has its sentence. */
function messageOf(finding: Finding, { summary: { answer } }: Diff): string {
  const own = renderFinding(finding).replaceAll(/ +/gu, ' ');
  const cause = answer?.causes.find(
    ({ evidence: [first] }) => first?.axis === finding.axis && first.key === finding.key,
  );
  return cause === undefined ? own : `${cause.sentence.en} ${cause.look.en} (${own})`;
}

/** The same finding of the next comparison has the same one, wherever its function has moved to. */
function fingerprintOf({ axis, key }: Finding, workload: string): string {
  return createHash('sha256')
    .update(JSON.stringify([axis, key, workload]))
    .digest('hex');
}

/** In a message braces are placeholders, and text in brackets before a parenthesis is a link. */
function escapeMessage(text: string): string {
  const doubled = printable(text).replaceAll(/[{}]/gu, '$&$&');
  return doubled.includes('](') ? doubled.replaceAll(/[[\]]/gu, String.raw`\$&`) : doubled;
}

type SarifLevel = 'error' | 'warning' | 'note';

/**
 * `error`: a confirmed regression of a cost, one that there was none of before among them. `warning`: another confirmed change, or a new privilege, peer, program or
 * way of making memory executable. `note`: everything that is not confirmed, an improvement, and other observations.
 */
function gradeFinding({ axis, state, level, only, low = 0, high = Infinity }: Finding): SarifLevel {
  if (state === 'new') return severeAxes.includes(axis) ? 'warning' : 'note';
  if (state !== 'changed' || level !== 'confirmed') return 'note';
  if (!costs.has(axis)) return 'warning';
  if (only === 'after' || low > 1) return 'error';
  return only === 'before' || high < 1 ? 'note' : 'warning';
}
