/** The same question as a command to paste. Values come from a form, so every one is quoted for the shell. */
import { quoteShell } from '../../../profiler/witness/quote-shell.ts';

export interface QuestionText {
  readonly origin: string;
  readonly operation: string;
  readonly args: unknown;
  readonly source: string;
  readonly instance: string;
  /** Whether the command must name the authority of the control plane. */
  readonly ownAuthority: boolean;
}

/** The token is read from the environment: it is never part of the command. */
export function renderAskCurl({ origin, operation, args, source, instance, ownAuthority }: QuestionText): string {
  const body = { args, ...(source !== '' && { source }), ...(instance !== '' && { instance }) };
  return [
    `curl --fail-with-body --silent --show-error ${ownAuthority ? '--cacert ca.pem ' : ''}${quoteShell(`${origin}/api/operations/${operation}`)}`,
    '-H "Authorization: Bearer $FAROL_READ_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d ${quoteShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

export function renderFarolRun({ operation, args, source }: QuestionText): string {
  const from = source === '' ? '' : ` --source ${quoteShell(source)}`;
  return `farol run ${quoteShell(operation)}${from} \\\n  --args ${quoteShell(JSON.stringify(args))}`;
}
