/** The same question as a command to paste. Values come from a form, so every one is quoted for the shell. */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import type { WantedSources } from '../../../src/control/api/sources.ts';
import { severalOf } from './several-sources.ts';

export interface QuestionText {
  readonly origin: string;
  readonly operation: string;
  readonly args: unknown;
  readonly source: string;
  readonly instance: string;
  /** Whether the command must name the authority of the control plane. */
  readonly ownAuthority: boolean;
}

function sourceField(source: string): { readonly source?: string; readonly sources?: WantedSources } {
  const sources = severalOf(source);
  if (sources !== undefined) return { sources };
  return source === '' ? {} : { source };
}

/** The token is read from the environment: it is never part of the command. */
export function renderAskCurl({ origin, operation, args, source, instance, ownAuthority }: QuestionText): string {
  const body = { args, ...sourceField(source), ...(instance !== '' && { instance }) };
  const path = `/api/operations/${operation}${severalOf(source) === undefined ? '' : '/sources'}`;
  return [
    `curl --fail-with-body --silent --show-error ${ownAuthority ? '--cacert ca.pem ' : ''}${quoteShell(`${origin}${path}`)}`,
    '-H "Authorization: Bearer $FAROL_READ_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d ${quoteShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

const protocolVersion = '2026-07-28';

/** One message without a session, as any client of this revision sends it. For reads: assistants ask no write. */
export function renderMcpCurl({ origin, operation, args, source, instance, ownAuthority }: QuestionText): string {
  const asked = {
    operation,
    arguments: args,
    ...sourceField(source),
    ...(instance !== '' && { instance }),
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const tool = severalOf(source) === undefined ? 'catalog_read' : 'catalog_read_sources';
  const params = { name: tool, arguments: asked, _meta: meta };
  return [
    `curl --fail-with-body --silent --show-error ${ownAuthority ? '--cacert ca.pem ' : ''}${quoteShell(`${origin}/mcp`)}`,
    '-H "Authorization: Bearer $FAROL_MCP_TOKEN"',
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-H 'MCP-Protocol-Version: ${protocolVersion}'`,
    "-H 'Mcp-Method: tools/call'",
    `-H 'Mcp-Name: ${tool}'`,
    `-d ${quoteShell(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))}`,
  ].join(' \\\n  ');
}

export function renderFarolRun({ operation, args, source }: QuestionText): string {
  const wanted = severalOf(source) ?? (source === '' ? [] : [source]);
  const from = [wanted]
    .flat()
    .map((one) => ` --source ${quoteShell(one)}`)
    .join('');
  return `farol run ${quoteShell(operation)}${from} \\\n  --args ${quoteShell(JSON.stringify(args))}`;
}
