/** The first commands of a new token, complete: authority, token and address are filled in, words in capitals are not. */
import type { TokenKind } from '../../../src/control/api/api.ts';

export type TokenUse = 'curl' | 'farol' | 'operation' | 'claude' | 'codex' | 'deploy' | 'incident';

export interface TokenCommand {
  readonly use: TokenUse;
  readonly command: string;
  /** Whether words in capitals are to be replaced. */
  readonly hasBlanks?: true;
}

interface NewToken {
  readonly kind: Exclude<TokenKind, 'bootstrap'>;
  readonly value: string;
  /** Of the control plane: scheme, host and port. */
  readonly origin: string;
  /** PEM of the control plane's own authority; undefined where the certificate is trusted already. */
  readonly authority: string | undefined;
  readonly scopes: readonly string[];
}

const variables = {
  capture: 'FAROL_CAPTURE_TOKEN',
  read: 'FAROL_READ_TOKEN',
  mcp: 'FAROL_MCP_TOKEN',
  incident: 'FAROL_INCIDENT_TOKEN',
} as const;

export function writeTokenCommands(token: NewToken): TokenCommand[] {
  const { kind, value, origin, authority, scopes } = token;
  const set = [...(authority === undefined ? [] : [writeFile(authority)]), `export ${variables[kind]}='${value}'`];
  const all = (...lines: readonly string[]): string => [...set, ...lines].join('\n');
  const curl = (path: string, body?: object): string =>
    all(
      [
        `curl --fail-with-body ${authority === undefined ? '' : '--cacert ca.pem '}'${origin}${path}'`,
        `-H "Authorization: Bearer $${variables[kind]}"`,
        ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
      ].join(' \\\n  '),
    );
  const farol = (command: string): string =>
    all(`${authority === undefined ? '' : 'FAROL_CA_FILE=ca.pem '}farol ${command} --url '${origin}'`);
  // Clients that run on Node read their authorities from this variable.
  const assistant = (...lines: readonly string[]): string =>
    all(...(authority === undefined ? [] : ['export NODE_EXTRA_CA_CERTS="$PWD/ca.pem"']), ...lines);
  const marker = { key: 'RUN', workload: 'PROCESS', env: 'ENVIRONMENT' };

  switch (kind) {
    case 'capture':
      return [
        blank('curl', curl('/api/profiling/captures', { workload: 'PROCESS', version: 'VERSION' })),
        blank('farol', farol('capture request --workload PROCESS --version VERSION')),
      ];
    case 'read':
      return [
        { use: 'curl', command: curl('/api/profiling/captures?limit=10') },
        blank('farol', farol('capture wait REQUEST_ID')),
        ...(scopes.length === 0 ? [] : [blank('operation', curl('/api/operations/OPERATION', { args: {} }))]),
      ];
    case 'mcp':
      return [
        {
          use: 'claude',
          command: assistant(
            `claude mcp add --transport http farol '${origin}/mcp' --header "Authorization: Bearer $FAROL_MCP_TOKEN"`,
          ),
        },
        {
          use: 'codex',
          command: assistant(
            `cat >> ~/.codex/config.toml <<'END'\n[mcp_servers.farol]\nurl = "${origin}/mcp"\nbearer_token_env_var = "FAROL_MCP_TOKEN"\nEND`,
          ),
        },
      ];
    case 'incident':
      return [
        blank('deploy', curl('/api/markers', { kind: 'deploy', ...marker, version: 'VERSION' })),
        blank('incident', curl('/api/markers', { kind: 'incident', ...marker, title: 'TITLE' })),
      ];
  }
}

function blank(use: TokenUse, command: string): TokenCommand {
  return { use, command, hasBlanks: true };
}

function writeFile(authority: string): string {
  return `cat > ca.pem <<'END'\n${authority.trim()}\nEND`;
}
