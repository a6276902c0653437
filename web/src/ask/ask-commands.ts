/** The same question as a command to paste. Values come from a form, so every one is quoted for the shell. */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';

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

const protocolVersion = '2026-07-28';
const tool = 'catalog_read';

/** One message without a session, as any client of this revision sends it. For reads: assistants ask no write. */
export function renderMcpCurl({ origin, operation, args, source, instance, ownAuthority }: QuestionText): string {
  const asked = {
    operation,
    arguments: args,
    ...(source !== '' && { source }),
    ...(instance !== '' && { instance }),
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
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
  const from = source === '' ? '' : ` --source ${quoteShell(source)}`;
  return `farol run ${quoteShell(operation)}${from} \\\n  --args ${quoteShell(JSON.stringify(args))}`;
}
