/** Names that others choose do nothing in any place that takes or shows them. */
import { gunzipSync } from 'node:zlib';
import { marked } from 'marked';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { InvitationCreate, PasskeyCreate, TokenCreate } from '../src/control/api/api.ts';
import { type AuditEntry } from '../src/control/api/audit.ts';
import { renderEntry } from '../src/control/audit/render-export.ts';
import { parseCaptureBody, parseCaptureForm } from '../src/control/captures/capture-body.ts';
import { openLog } from '../src/control/http/log.ts';
import { MarkerBody } from '../src/control/markers/marker-body.ts';
import { renderAnswer, renderFailure } from '../src/control/mcp/render-result.ts';
import { nameOf } from '../src/control/people/sso/claimed-person.ts';
import { ApiProblem } from '../src/control/problem/api-problem.ts';
import { checkScopes } from '../src/control/tokens/token-scopes.ts';
import { printJson, printLine, printNote } from '../src/cli/commands/end-with.ts';
import { hasHidden } from '../src/core/text/hidden-characters.ts';
import { renderBundle } from '../profiler/witness/cli/render-bundle.ts';
import { writeCollapsed } from '../profiler/witness/say/export/collapsed.ts';
import { writePprof } from '../profiler/witness/say/export/pprof.ts';
import { writeSpeedscope } from '../profiler/witness/say/export/speedscope.ts';
import { profileStacks } from '../profiler/witness/say/export/stack-profile.ts';
import { writeSarif } from '../profiler/witness/say/sarif/write-sarif.ts';
import { renderMarkdown } from '../profiler/witness/say/text/render-markdown.ts';
import { renderDiff } from '../profiler/witness/say/text/render.ts';
import { activeNames, hiddenNames, honestNames } from './hostile-names.ts';
import { makeBundle, makeCapture } from './made-bundle.ts';
import { connected, makeProcess, makeRecord, networkOf, opened, ran, sampled, started } from './made-capture.ts';
import { diffOf } from './made-diff.ts';

const names = [...hiddenNames, ...activeNames];
const visible = (text: string): string => text.replaceAll(/[\t\r\n]/gu, '');

function fieldOf(parse: () => unknown): string | undefined {
  try {
    parse();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 400) return error.field;
    throw error;
  }
  return undefined;
}

describe('a name with a hidden character is refused with its field', () => {
  const refusedBy = (schema: typeof MarkerBody | typeof TokenCreate, body: object): unknown[] =>
    (schema.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'));

  test.each(['workload', 'version', 'env'])('%s of a capture', (field) => {
    for (const name of hiddenNames) {
      const body = { workload: 'a', version: '1', env: '', [field]: name };
      expect([fieldOf(() => parseCaptureBody(body)), fieldOf(() => parseCaptureForm(body))]).toEqual([field, field]);
    }
    for (const name of honestNames) {
      expect(parseCaptureBody({ workload: 'a', version: '1', [field]: name })).toBeDefined();
    }
  });

  test.each(['workload', 'version', 'env', 'key'])('%s of a marker', (field) => {
    for (const name of hiddenNames) {
      expect(refusedBy(MarkerBody, { key: 'k', kind: 'deploy', workload: 'a', version: '1', [field]: name })).toContain(
        field,
      );
    }
  });

  test('the title of an incident, and names of tokens, invitations, passkeys and scopes', () => {
    for (const name of hiddenNames) {
      expect(refusedBy(MarkerBody, { key: 'k', kind: 'incident', workload: 'a', title: name })).toContain('title');
      expect(refusedBy(TokenCreate, { kind: 'read', name })).toContain('name');
      expect(InvitationCreate.safeParse({ name, role: 'member' }).success).toBe(false);
      expect(PasskeyCreate.safeParse({ name, credential: {} }).error?.issues.map(({ path }) => path[0])).toContain(
        'name',
      );
      expect(fieldOf(() => checkScopes([`workload:${name}`], 'incident'))).toBe('scopes.0');
    }
    for (const name of honestNames) expect(TokenCreate.safeParse({ kind: 'read', name }).success).toBe(true);
  });

  test('the name that an identity provider sends is shown without it', () => {
    for (const name of hiddenNames) expect(hasHidden(nameOf({ name }))).toBe(false);
  });
});

describe.each(names.map((name) => [JSON.stringify(name), name] as const))('what a target calls %s', (_shown, name) => {
  const axes = {
    cpu_stacks: sampled([ran(name, 90), ran('main', 10)]),
    files: { opens: [opened(`/srv/${name}`, 24), opened(name)], cut: 0 },
    network: networkOf([connected(name)]),
    processes: { programs: [started(`/bin/${name}`)], exits: [], cut: 0 },
  };
  const change = { processes: [makeProcess(7, { comm: name, exe_path: `/srv/${name}` })] };
  const bundle = makeBundle({ ...change, axes: { ...makeRecord().axes, ...axes } });
  const diff = diffOf([makeCapture('v1', {})], [makeCapture('v2', axes, change)]);
  const stacks = profileStacks([bundle]);

  test('is escaped in text, Markdown, SARIF and exports', () => {
    const written = {
      text: renderDiff(diff),
      // Markdown itself needs one, so that an address is no link and a name no mention.
      markdown: activeNames.includes(name) ? renderMarkdown(diff).replaceAll('\u200B', '') : renderMarkdown(diff),
      sarif: writeSarif(diff),
      bundle: renderBundle(bundle),
      collapsed: writeCollapsed(stacks),
      speedscope: writeSpeedscope([stacks]),
      pprof: gunzipSync(writePprof(stacks))
        .toString('utf8')
        .replaceAll(/[\p{Cc}\ufffd]/gu, ''),
    };
    for (const [form, text] of Object.entries(written)) expect([form, hasHidden(visible(text))]).toEqual([form, false]);
    // A line of this form is a command to the runner of GitHub.
    for (const text of [written.text, written.markdown, written.bundle]) expect(text).not.toMatch(/^\s*::/mu);
    const html = marked.parse(renderMarkdown(diff), { async: false });
    expect(html).not.toMatch(/<(?:a|img|script)\b/u);
    expect(html.match(/<\/details>/gu)).toHaveLength(html.match(/<details>/gu)?.length ?? 0);
  });

  test('is escaped in answers of MCP, in the log and on a terminal', () => {
    const { content } = renderAnswer({ [name]: [name] });
    const failed = renderFailure(new ApiProblem({ status: 400, code: 'x', message: name, field: name }), 'id');
    for (const part of [...content, ...failed.content]) {
      expect(hasHidden(visible((part as { text: string }).text))).toBe(false);
    }
    const lines: string[] = [];
    openLog('info', { write: (line) => lines.push(line) }).info({ name }, name);
    expect(lines.map((line) => hasHidden(visible(line)))).toEqual([false]);
    expect(JSON.parse(lines[0]!)).toMatchObject({ name });
  });

  test('is one cell of a CSV file that is no formula, and one line of JSON', () => {
    const entry: AuditEntry = {
      id: '1',
      at: '2026-11-28T00:00:00Z',
      kind: 'token_created',
      by: { type: 'person', id: '2', name },
      subject: { id: '3', name },
      outcome: 'ok',
      detail: {},
    };
    const [csv, jsonl] = [renderEntry('csv', entry), renderEntry('jsonl', entry)];
    expect([hasHidden(visible(csv)), hasHidden(visible(jsonl))]).toEqual([false, false]);
    expect(csv).not.toMatch(/(?:^|,)"?[=+@]/u);
    expect(JSON.parse(jsonl)).toMatchObject({ by: { name } });
  });
});

describe('the command line', () => {
  afterEach(() => vi.restoreAllMocks());

  test('escapes what it prints, and keeps the meaning of JSON', () => {
    const written: string[] = [];
    const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
    vi.spyOn(process.stdout, 'write').mockImplementation(write);
    vi.spyOn(process.stderr, 'write').mockImplementation(write);
    for (const name of hiddenNames) {
      printLine(name);
      printNote(name);
      printJson({ name });
      expect(JSON.parse(written.at(-1) ?? '')).toEqual({ name });
    }
    vi.restoreAllMocks();
    expect(written.filter((text) => hasHidden(visible(text)))).toEqual([]);
  });
});
