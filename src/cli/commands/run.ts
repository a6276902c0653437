/**
 * `farol run <operation>`: asks this machine's own connectors, through the gate of the Agent and with a
 * record of it, without a control plane.
 *
 * Exit codes: 0 answered, 1 a fault, 2 wrong usage or configuration.
 */
import { text as readAll } from 'node:stream/consumers';
import { catalog } from '../../../catalog/index.ts';
import { actorWords } from '../../core/fault.ts';
import { printableJson } from '../../core/text/hidden-characters.ts';
import type { OperationResult } from '../../tunnel/messages.ts';
import { suggest } from '../help/suggest.ts';
import { exitCodes, printJson, printLine, printNote, runLocally, WrongUsage } from './run-locally.ts';

export interface RunOptions {
  readonly args: string;
  readonly source?: string;
  readonly json?: true;
}

export function runOperation(operation: string, options: RunOptions): Promise<void> {
  return runLocally('run', options, async ({ agent, signal }) => {
    // A name outside the catalog is refused before its arguments are read.
    const args = catalog.has(operation) ? await readArguments(options.args) : undefined;
    const answer = await agent.run({ operation, args, source: options.source }, signal);
    if (!answer.ok) {
      const { code, actor, summary, remedy } = answer.fault;
      if (options.json === true) printJson({ error: answer.fault });
      else printNote(`${code}: ${summary} ${remedy}\nWho must act: ${actorWords[actor]}.${hint(operation)}`);
      return exitCodes.fault;
    }
    if (options.json === true) printJson(answer.result);
    else printForPeople(answer.result);
    return exitCodes.done;
  });
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
