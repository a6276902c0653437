/** More questions to the same peer or file for each request, look-ups of names, and peers that answer later. */
import type { CauseRule, FoundCause } from './evidence/cause.ts';
import { differenceOf, type Evidence, factorOf, type Moved } from './evidence/evidence.ts';
import { readPeer } from './evidence/peers.ts';
import { baseName, en, type Figures, pt, shorten, text } from './evidence/words.ts';

const leastFactor = 1.5;
/** Only for the order of causes, where a peer's answers were not timed. */
const usualAnswerNs = 200_000;

export const moreQuestions: CauseRule = (evidence) =>
  evidence.moved('peer_questions').flatMap((row): FoundCause[] => {
    const peer = readPeer(row.key);
    if (peer === undefined || peer.port === '53') return [];
    const { each } = row;
    // A peer that one version alone asks is new, or gone.
    if (each.before === 0 || each.after === 0) return [];
    const isMore = factorOf(each) >= leastFactor;
    if (!isMore && factorOf(each) > 1 / leastFactor) return [];
    const answered = evidence.each('peer_time', row.key);
    const [a, b] = [each.before, each.after];
    const per = evidence.isPerRequest
      ? text(`for each request instead of ${en.count(a)}`, `por requisição em vez de ${pt.count(a)}`)
      : text(`a second instead of ${en.number(a)}`, `por segundo em vez de ${pt.number(a)}`);
    return [
      {
        id: 'more-questions',
        sentence: text(
          `It asks ${peer.name} ${en.count(b)} questions ${per.en}.`,
          `Faz ${pt.count(b)} perguntas a ${peer.name} ${per['pt-BR']}.`,
        ),
        look: text(
          `Look for a loop around the call to ${peer.name}: one question for all of them may do.`,
          `Procure um laço em volta da chamada a ${peer.name}: uma pergunta por todas pode bastar.`,
        ),
        evidence: [row, ...trafficOf(evidence, row)],
        weight: differenceOf(each) * (answered?.after ?? usualAnswerNs),
      },
    ];
  });

/** Bytes of the same peer, and calls that carry messages, moved in the same direction. */
function trafficOf(evidence: Evidence, row: Moved): Moved[] {
  const isSame = (other: Moved): boolean => differenceOf(other.each) > 0 === differenceOf(row.each) > 0;
  const place = row.key.replace(/^connect /u, '');
  return [
    ...evidence.moved('network_bytes', (key) => key.endsWith(place)),
    ...evidence.moved('file_io', (key) => /^(?:read|write) socket/u.test(key)),
    ...evidence.moved('file_io_time', (key) => /^(?:read|write) socket/u.test(key)),
    ...evidence.moved('syscalls', (key) =>
      /^(?:read|write|recv|send|epoll_|poll|futex|nanosleep|sched_yield)/u.test(key),
    ),
  ].filter(isSame);
}

/** A look-up over UDP: one question and an answer, on a machine of the same network. */
const lookUpNs = 150_000;
const leastLookUps = 0.1;

export const lookUps: CauseRule = (evidence) => {
  const isName = (key: string): boolean => readPeer(key.replace(/^(?:sent|received) /u, ''))?.port === '53';
  const connects = evidence.moved('peer_connections', isName);
  const sent = evidence.moved('network_bytes', (key) => key.startsWith('sent ') && isName(key));
  const row = [...connects, ...sent].find(({ each }) => differenceOf(each) > 0);
  if (row === undefined || factorOf(row.each) < leastFactor) return [];
  const { each, perSecond } = row;
  // Bytes are no number of questions.
  const isCounted = row.axis === 'peer_connections';
  if (isCounted && !evidence.isOften(each.after, leastLookUps)) return [];
  const { name = '' } = readPeer(row.key.replace(/^sent /u, '')) ?? {};
  const often = isCounted
    ? text(en.often(each.after, evidence.isPerRequest), pt.often(each.after, evidence.isPerRequest))
    : text('for requests', 'para requisições');
  const rates = isCounted
    ? text(` (${en.rates(perSecond.before, perSecond.after)})`, ` (${pt.rates(perSecond.before, perSecond.after)})`)
    : text('', '');
  const calls = evidence.moved('syscalls', (key) =>
    /^(?:socket|connect|close|getsockname|getpeername|epoll_ctl|sendto|recvfrom|sendmmsg|read|write) /u.test(key),
  );
  return [
    {
      id: 'lookup-per-request',
      sentence: text(
        `It looks up a name at ${name} ${often.en}${rates.en}.`,
        `Consulta um nome em ${name} ${often['pt-BR']}${rates['pt-BR']}.`,
      ),
      look: text(
        'Look where connections are made by name for each request, and whether answers of the name server are cached.',
        'Veja onde conexões são abertas por nome a cada requisição, e se as respostas do servidor de nomes são guardadas.',
      ),
      evidence: [
        row,
        ...connects.filter((one) => one !== row),
        ...evidence.moved('network_bytes', isName).filter((one) => one !== row),
        ...calls.filter(({ each: own }) => differenceOf(own) > 0),
      ],
      weight: (isCounted ? differenceOf(each) : 1) * lookUpNs,
    },
  ];
};

/** Files that hold a database of the program's own. */
const database = /\.(?:db3?|sqlite3?|mdb|ldb|sst)(?:-(?:wal|journal|shm))?$/u;

/** Queries to a database in a file are reads of it: only their number shows how many there are. */
export const fileDatabase: CauseRule = (evidence) => {
  const isOfFile = (key: string): boolean => key.startsWith('read ') && database.test(key);
  const isMore = ({ each }: Moved): boolean => factorOf(each) >= leastFactor;
  const reads = ['file_io', 'file_io_time'].flatMap((axis) => evidence.moved(axis, isOfFile).filter(isMore));
  const [first] = reads;
  if (first === undefined) return [];
  const calls = evidence.moved('syscalls', (key) => databaseCall.test(key)).filter(isMore);
  const counted = calls.find(({ key }) => key.startsWith('pread64 ')) ?? first;
  const locks = calls.find(({ key }) => key.startsWith('fcntl '));
  const file = shorten(baseName(first.key.slice('read '.length)));
  const times = (row: Moved, say: Figures, words: readonly [string, string]): string =>
    Number.isFinite(factorOf(row.each)) ? `${say.count(factorOf(row.each))} ${words[0]}` : words[1];
  const asOften = ['times as often', 'now'] as const;
  const vezes = ['vezes mais', 'agora'] as const;
  const per = evidence.isPerRequest ? text(' for each request', ' por requisição') : text('', '');
  const locked =
    locks === undefined
      ? text('', '')
      : text(`, and locks it ${times(locks, en, asOften)}`, `, e o bloqueia ${times(locks, pt, vezes)}`);
  return [
    {
      id: 'more-questions',
      sentence: text(
        `It asks the database ${file} more: it reads it ${times(counted, en, asOften)}${per.en}${locked.en}.`,
        `Consulta mais o banco ${file}: lê ${times(counted, pt, vezes)}${per['pt-BR']}${locked['pt-BR']}.`,
      ),
      look: text(
        `Look for a query of ${file} inside a loop: one query for all of them may do.`,
        `Procure uma consulta a ${file} dentro de um laço: uma consulta por todas pode bastar.`,
      ),
      evidence: [
        first,
        ...reads.slice(1),
        ...calls,
        ...evidence.moved('file_io_latency', isOfFile),
        ...evidence.moved('syscall_latency', (key) => databaseCall.test(key)),
      ],
      weight: usualAnswerNs,
    },
  ];
};

/** Locks, reads, and looks whether a journal or another writer is there. */
const databaseCall = /^(?:fcntl|pread64|lseek|newfstatat|fstat|stat|access) /u;

const leastSlower = 1.25;

export const slowerPeers: CauseRule = (evidence) =>
  evidence.moved('peer_time').flatMap((row): FoundCause[] => {
    const peer = readPeer(row.key);
    const times = row.median ?? row.each;
    if (peer === undefined || factorOf(row.each) < leastSlower) return [];
    const questions = evidence.each('peer_questions', row.key)?.after ?? 1;
    return [
      {
        id: 'wait-for-peer',
        sentence: text(
          `It waits ${en.time(times.after)} instead of ${en.time(times.before)} for each answer of ${peer.name}.`,
          `Espera ${pt.time(times.after)} em vez de ${pt.time(times.before)} por cada resposta de ${peer.name}.`,
        ),
        look: text(
          `Look at what is asked of ${peer.name} now, and at how ${peer.name} itself is doing.`,
          `Veja o que agora é perguntado a ${peer.name}, e como está o próprio ${peer.name}.`,
        ),
        evidence: [row, ...evidence.moved('network_round_trips', (key) => key === row.key)],
        weight: differenceOf(row.each) * questions,
      },
    ];
  });
