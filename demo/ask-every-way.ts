/** The same question by a person, by a program and by an assistant, and a write that each of them is refused. */
import { QuestionList, type QuestionVia } from '../src/control/api/api.ts';
import type { ControlApi } from '../src/control/api/api-client.ts';
import type { Asked, AskWay, Question } from './asked-ways.ts';
import type { AskedReport, AskedWay } from './demo-report.ts';
import type { Narrator } from './narrator.ts';
import type { Check } from './planted.ts';
import { countPoints, lastPoint } from './series-points.ts';

export interface EveryWay {
  /** Reads what was recorded: an owner who is signed in. */
  readonly api: ControlApi;
  readonly ways: Readonly<Record<QuestionVia, AskWay>>;
  readonly question: Question;
  readonly write: Question;
  readonly narrator: Narrator;
}

/** Who refuses the write: the Agent, which has no write enabled, the scopes of the token, and the tool itself. */
const refusals: Readonly<Record<QuestionVia, string>> = {
  page: 'not_enabled',
  api: 'scope_required',
  mcp: 'read_only',
};

const vias = ['page', 'api', 'mcp'] as const satisfies readonly QuestionVia[];

const who: Readonly<Record<QuestionVia, string>> = {
  page: 'as a person, with a session, by the route of the page',
  api: 'as a program, with a read token',
  mcp: 'as an assistant, with an MCP token',
};

/** Rejects only when what was recorded cannot be read. */
export async function askEveryWay(
  job: EveryWay,
): Promise<{ readonly asked: AskedReport; readonly checks: readonly Check[] }> {
  const { api, narrator } = job;
  const from = new Date().toISOString();
  narrator.step(`Asking the Agent ${job.question.operation} in three ways`);
  const [page, program, assistant] = [
    await askOneWay('page', job),
    await askOneWay('api', job),
    await askOneWay('mcp', job),
  ];
  const path = `/api/questions?from=${encodeURIComponent(from)}`;
  const { questions } = await api.call({ method: 'GET', path }, QuestionList);
  const record = (via: QuestionVia, { outcomes, ...way }: OneWay): AskedWay => ({
    ...way,
    recorded: [job.question, job.write].every(({ operation }, at) =>
      questions.some((one) => one.via === via && one.operation === operation && one.outcome === outcomes[at]),
    ),
  });
  const asked = { page: record('page', page), api: record('api', program), mcp: record('mcp', assistant) };
  narrator.say(`${questions.length} questions are recorded, each with who asked, how and its outcome`);
  return { asked, checks: vias.flatMap((via) => judge(via, asked[via], job)) };
}

interface OneWay {
  /** Of the question and of the write, as a record has it; undefined for what cannot be read. */
  readonly outcomes: readonly (string | undefined)[];
  readonly answer: AskedWay['answer'];
  readonly refusal: AskedWay['refusal'];
}

async function askOneWay(via: QuestionVia, { ways, question, write, narrator }: EveryWay): Promise<OneWay> {
  const ask = ways[via];
  const started = performance.now();
  const given = await orFailure(ask(question));
  const durationMs = Math.round(performance.now() - started);
  const denied = await orFailure(ask(write));
  const answer =
    given.kind === 'answered'
      ? {
          name: question.operation,
          complete: given.complete,
          rows: countPoints(given.data),
          duration_ms: durationMs,
        }
      : undefined;
  const refusal =
    denied.kind === 'refused' ? { name: write.operation, code: denied.code, reason: denied.reason } : undefined;
  narrator.say(
    answer !== undefined && given.kind === 'answered'
      ? `${via}: ${answer.rows} points in ${durationMs} ms ${who[via]}, the last ${JSON.stringify(lastPoint(given.data))}`
      : `${via}: no answer ${who[via]}: ${reasonOf(given)}`,
  );
  narrator.say(`${via}: the write ${write.operation} is ${denied.kind}: ${reasonOf(denied)}`);
  return { outcomes: [outcomeOf(given), outcomeOf(denied)], answer, refusal };
}

/** What cannot be read fails its check, and the rest of the demo goes on. */
async function orFailure(
  asking: Promise<Asked>,
): Promise<Asked | { readonly kind: 'failed'; readonly reason: string }> {
  return asking.catch((error: unknown) => ({
    kind: 'failed' as const,
    reason: error instanceof Error ? error.message : String(error),
  }));
}

type Tried = Awaited<ReturnType<typeof orFailure>>;

function outcomeOf(tried: Tried): string | undefined {
  if (tried.kind === 'failed') return undefined;
  return tried.kind === 'answered' ? 'ok' : tried.code;
}

function reasonOf(tried: Tried): string {
  if (tried.kind === 'answered') return 'it was answered';
  return tried.kind === 'refused' ? `${tried.code}: ${tried.reason}` : tried.reason;
}

function judge(via: QuestionVia, { answer, refusal, recorded }: AskedWay, { question, write }: EveryWay): Check[] {
  return [
    {
      check: `${via}: ${question.operation} is answered with data`,
      ok: answer !== undefined && answer.rows > 0,
      detail: answer === undefined ? 'no answer' : `${answer.rows} points`,
    },
    {
      check: `${via}: the write ${write.operation} is refused as ${refusals[via]}`,
      ok: refusal?.code === refusals[via],
      detail: refusal?.code ?? 'no refusal',
    },
    {
      check: `${via}: both are among the recorded questions`,
      ok: recorded,
      detail: recorded ? 'found' : 'not found in GET /api/questions',
    },
  ];
}
