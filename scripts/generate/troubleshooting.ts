/** One page to search for words that somebody sees: sections by where they are seen, each from the data of its program. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { registry } from '../../connectors/registry.ts';
import { oomReason, sentences } from '../../profiler/host/capture/reasons.ts';
import { reasons } from '../../src/control/captures/reasons.ts';
import { type Actor, actorWords, type FaultKind, faultTable } from '../../src/core/fault.ts';
import { enrolmentRefusals } from '../../src/control/enrolment/enrolment-problem.ts';
import { enrolmentRemedies } from '../../src/tunnel/instance/enrolment-refused.ts';
import { refusals } from '../../src/tunnel/session/refusal.ts';
import { type ShownProblem, showAgentProblems, showProfilerProblems } from './boot-problems.ts';
import { code, type Page, renderTable, toPage } from './page.ts';
import { controlActions, profilerActions } from './troubleshooting/capture-actions.ts';
import { commandExits } from './troubleshooting/exits.ts';
import { agentLines, controlLines, instanceLines, type LogLine, profilerLines } from './troubleshooting/log-lines.ts';
import { listRefusals } from './troubleshooting/refusals.ts';
import { listScriptWords } from './troubleshooting/script-words.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const connectors = await Promise.all(registry.map((one) => one.load()));

interface Section {
  readonly title: string;
  readonly blocks: readonly string[];
}

export function render(): Page[] {
  const sections = [agent(), profiler(), connection(), control(), page(), pipeline(), command(), systems()];
  return [
    toPage('troubleshooting.md', 'faults, symptoms, reasons, boot problems, log lines, refusals and exit codes', [
      '# Troubleshooting',
      'Search this page for the exact words that you see; `…` is where a name or number is filled in. Every message names what to do; this page adds what it means and who must act. `farol doctor` examines the machine of an Agent or Profiler and says the same of what it finds: [When something is wrong](../guides/trouble.md).',
      sections.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n'),
      ...sections.flatMap(({ title, blocks }) => [`## ${title}`, ...blocks]),
    ]),
  ];
}

function agent(): Section {
  return {
    title: 'In the log of an Agent',
    blocks: [
      '### An Agent refuses to boot, or warns',
      'The operator of the machine acts. Every problem is printed at once, and as JSON on standard output with its code.',
      renderProblems(showAgentProblems()),
      '### An Agent runs and reports',
      renderLines(agentLines),
    ],
  };
}

function profiler(): Section {
  const rows = Object.entries({ ...sentences, collector_oom: oomReason('…').text });
  return {
    title: 'In the log of a Profiler',
    blocks: [
      '### A Profiler refuses to boot, or warns',
      'The operator of the node acts. The [capabilities](capabilities.md) have a page of their own.',
      renderProblems(showProfilerProblems()),
      '### A Profiler runs and reports',
      renderLines(profilerLines),
      '### A capture failed, or was not taken',
      'The same words are in the record of the capture.',
      renderTable(
        ['words', 'code', 'who acts and how'],
        rows.map(([name, words]) => [words, code(name), profilerActions[name as keyof typeof profilerActions]]),
      ),
    ],
  };
}

function connection(): Section {
  return {
    title: 'In the log of an Agent or Profiler, about its connection',
    blocks: [
      renderLines(instanceLines),
      '### Codes with which a session ends',
      'Where "tries again" says no, the instance ends with code 4 and waits for a person.',
      renderTable(
        ['code', 'tries again', 'who acts and how'],
        Object.entries(refusals).map(([name, { retry, remedy }]) => [code(name), retry ? 'yes' : 'no', remedy]),
      ),
      '### An enrolment is refused',
      'The instance ends with code 3.',
      renderTable(
        ['words', 'code', 'who acts and how'],
        Object.entries(enrolmentRefusals).map(([name, { message }]) => [
          message,
          code(name),
          enrolmentRemedies[name] ?? 'Nobody: it is tried again.',
        ]),
      ),
    ],
  };
}

function control(): Section {
  return {
    title: 'In the log of the control plane',
    blocks: [
      'Settings that are wrong are printed together at the start, each by its name, and the control plane ends with code 2.',
      renderLines(controlLines),
    ],
  };
}

/** By status, where the words themselves do not name somebody. */
const whoByStatus: readonly (readonly [from: number, who: string])[] = [
  [500, 'the operator of the control plane, with the request id of the answer'],
  [429, 'nobody: wait as long as the answer says'],
  [405, 'the caller'],
  [403, 'an owner or admin'],
  [401, 'the caller signs in, or uses another token'],
  [400, 'the caller'],
];

function page(): Section {
  return {
    title: 'On a page, or in an answer of the API',
    blocks: [
      '### The control plane refuses',
      'The words say what to do. An answer also has its code, and often the field.',
      renderTable(
        ['words', 'code', 'status', 'who must act'],
        listRefusals().map(({ status, code: name, words }) => [
          words,
          code(name),
          String(status),
          whoByStatus.find(([from]) => status >= from)?.[1] ?? 'the caller',
        ]),
      ),
      '### An operation or a check ends in a fault',
      'The remedy beside each fault names the screen, variable or statement. [Faults](faults.md) has the same list for programs.',
      renderTable(
        ['words', 'kind', 'who must act', 'what to do'],
        Object.entries(faultTable).map(([kind, { who, summary }]) => [
          summary,
          code(kind),
          actorWords[who],
          doneBy[who],
        ]),
      ),
      '### A capture request ends without a capture',
      renderTable(
        ['words', 'code', 'who acts and how'],
        Object.entries(reasons).map(([name, words]) => [
          words,
          code(name),
          controlActions[name as keyof typeof controlActions],
        ]),
      ),
    ],
  };
}

const doneBy: Readonly<Record<Actor, string>> = {
  caller: 'Correct the request as the remedy says.',
  operator: 'Set or grant what the remedy names, in the spelling of the vendor.',
  nobody: 'Wait; reads are tried again.',
  farol: 'Report it with the request id; `farol support-bundle` collects what is needed without secrets.',
};

function pipeline(): Section {
  const script = 'deploy/pipeline/farol-capture.sh';
  const text = readFileSync(path.join(repository, script), 'utf8');
  return {
    title: 'In a pipeline',
    blocks: [
      `The maintainer of the pipeline acts. The script ends with 0 whatever happens, unless \`FAROL_GATE\` is \`true\`: [Captures from a pipeline](../guides/pipelines.md).`,
      renderTable(
        ['words of the script', 'then', 'as a gate'],
        listScriptWords(text).map(({ words, ending, asGate }) => [words, ending, asGate]),
      ),
    ],
  };
}

function command(): Section {
  return {
    title: 'At a command: exit codes',
    blocks: commandExits.flatMap(([commands, exits]) => [
      `### ${commands}`,
      renderTable(
        ['code', 'meaning', 'who acts and how'],
        Object.values(exits).map((exit) => [String(exit.code), exit.meaning, exit.action ?? '–']),
      ),
    ]),
  };
}

function systems(): Section {
  const whoOf = (kind: FaultKind): string => actorWords[faultTable[kind].who];
  return {
    title: 'In the answer of a connected system',
    blocks: [
      'What a system answered, the fault that it becomes, and what to do. The first row that matches decides; the page of each connector names the probes that tell causes apart.',
      ...connectors.flatMap(({ manifest, symptoms }) => [
        `### ${manifest.title}`,
        `[Its page](connectors/${manifest.id}.md)`,
        renderTable(
          ['answer', 'fault', 'who must act', 'what to do'],
          symptoms.map(({ seen, kind, remedy }) => [seen, code(kind), whoOf(kind), remedy]),
        ),
      ]),
    ],
  };
}

function renderProblems(problems: readonly ShownProblem[]): string {
  return renderTable(
    ['words', 'code', 'what it costs', 'what to do'],
    problems.map(({ refuses, code: name, cause, cost, fix }) => [
      cause,
      `${code(name)}${refuses ? '' : ' (warning)'}`,
      cost,
      fix,
    ]),
  );
}

function renderLines(lines: Readonly<Record<string, LogLine>>): string {
  return renderTable(
    ['words', 'what it means', 'who acts and how'],
    Object.entries(lines).map(([words, { meaning, action }]) => [words, meaning, action]),
  );
}

/** As the pages of the control plane and of GitHub make it from a heading without code. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/gu, '')
    .replaceAll(' ', '-');
}
