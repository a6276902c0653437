/**
 * `farol run <operation>`: asks this machine's own connectors, through the gate of the Agent and with a
 * record of it, without a control plane.
 *
 * Exit codes: 0 answered, 1 a fault, 2 wrong usage or configuration.
 */
import { text as readAll } from 'node:stream/consumers';
import { catalog } from '../../../catalog/index.ts';
import type { LocalAgent } from '../../agent/boot/local-agent.ts';
import { allSources } from '../../agent/connectors/sources.ts';
import { describeMissing } from '../../control/api/sources.ts';
import { printableJson } from '../../core/text/hidden-characters.ts';
import type { OperationAnswer, OperationResult } from '../../tunnel/messages.ts';
import { suggest } from '../help/suggest.ts';
import { exitCodes, printJson, printLine, printNote, WrongUsage } from './end-with.ts';
import { printFault, runLocally } from './run-locally.ts';

export interface RunOptions {
  readonly args: string;
  /** Several, or `all`: their answers are printed one after the other. */
  readonly source?: readonly string[];
  readonly json?: true;
}

export function runOperation(operation: string, options: RunOptions): Promise<void> {
  return runLocally('run', options, async ({ agent, signal }) => {
    // A name outside the catalog is refused before its arguments are read.
    const args = catalog.has(operation) ? await readArguments(options.args) : undefined;
    const wanted = options.source ?? [];
    const isJson = options.json === true;
    if (wanted.length > 1 || wanted[0] === allSources) {
      const question = { operation, args, sources: findSources(operation, wanted, agent.settings) };
      return askSeveral(question, { agent, signal, isJson });
    }
    const answer = await agent.run({ operation, args, source: wanted[0] }, signal);
    if (!answer.ok) {
      if (isJson) printJson({ error: answer.fault });
      else printFault(answer.fault, hint(operation));
      return exitCodes.fault;
    }
    if (isJson) printJson(answer.result);
    else printForPeople(answer.result);
    return exitCodes.done;
  });
}

/** Of `all`, those that answer the operation and that somebody began to configure. @throws WrongUsage. */
function findSources(operation: string, wanted: readonly string[], { sources }: LocalAgent['settings']): string[] {
  if (catalog.get(operation)?.access !== 'read') throw new WrongUsage('Only a read can be asked of several sources.');
  if (!wanted.includes(allSources)) return [...new Set(wanted)];
  if (wanted.length > 1) throw new WrongUsage('--source all is all of them: name no other beside it.');
  const found = sources.filter(
    ({ setup: { manifest, isTouched } }) => isTouched && Object.hasOwn(manifest.operations, operation),
  );
  if (found.length === 0) {
    throw new WrongUsage(`No source that answers ${operation} is configured. Look at farol sources.`);
  }
  return found.map(({ setup }) => setup.source);
}

interface SeveralQuestion {
  readonly operation: string;
  readonly args: unknown;
  readonly sources: readonly string[];
}

interface Asked {
  readonly agent: LocalAgent;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
}

async function askSeveral(
  { operation, args, sources }: SeveralQuestion,
  { agent, signal, isJson }: Asked,
): Promise<number> {
  if (typeof args === 'object' && args !== null && Object.hasOwn(args, 'cursor')) {
    throw new WrongUsage('A cursor is a place in the list of one source: name that source alone.');
  }
  const questions = sources.map((source) => ({ operation, args, source }));
  const given = await agent.runAll(questions, signal);
  const answers = given.map((answer, at) => ({ source: sources[at] ?? '', answer }));
  const because = describeMissing(
    answers.map(({ source, answer }) =>
      answer.ok
        ? { source, complete: answer.result.complete, truncated: answer.result.truncated }
        : { source, code: answer.fault.code },
    ),
  );
  if (isJson) {
    const said = { operation, complete: because === undefined, ...(because !== undefined && { because }) };
    printJson({ ...said, answers: answers.map(({ source, answer }) => ({ source, ...envelopeOf(answer) })) });
  } else {
    for (const { source, answer } of answers) {
      printNote(`\n${source}`);
      if (answer.ok) printForPeople(answer.result);
      else printFault(answer.fault, hint(operation));
    }
    printNote(`\n${because ?? `All ${answers.length} sources answered, and completely.`}`);
  }
  return given.every(({ ok }) => ok) ? exitCodes.done : exitCodes.fault;
}

function envelopeOf(answer: OperationAnswer) {
  return answer.ok ? { result: answer.result } : { error: answer.fault };
}

/** Of a name that the catalog does not have. */
function hint(operation: string): string {
  return catalog.has(operation) ? '' : suggest(operation, [...catalog.keys()]);
}

async function readArguments(given: string): Promise<unknown> {
  const text = given === '-' ? await readAll(process.stdin) : given;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words repeat the text, which may hold what belongs in no terminal.
    throw new WrongUsage('--args is not JSON. Put it into single quotes, so that the shell does not change it.');
  }
}

/** The data alone goes to standard output; what it is worth, to standard error. */
function printForPeople({
  data,
  complete,
  because,
  truncated,
  nextCursor,
  source,
  window,
  ...rest
}: OperationResult): void {
  printLine(printableJson(JSON.stringify(data, undefined, 2)));
  const span = window === undefined ? '' : `, ${window.from} to ${window.to}`;
  printNote(`answered by ${source}${span}; upstream calls: ${rest.upstreamCalls}`);
  if (!complete) printNote('The result is not complete.');
  if (because !== undefined) printNote(because);
  if (truncated) printNote('There are more results than requested.');
  if (nextCursor !== undefined) printNote(`The next page starts at cursor ${nextCursor}`);
}
