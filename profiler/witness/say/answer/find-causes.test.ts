import { describe, expect, test } from 'vitest';
import { Evidence, type EvidenceAxis } from '../../causes/evidence/evidence.ts';
import type { Change } from '../../diff/diff.ts';
import type { Observation } from '../../diff/verdict.ts';
import type { CauseId } from '../../diff/summary.ts';
import { findCauses } from './find-causes.ts';

/** A second. */
const requests = 100;
const notKnown = 0;
type Row = readonly [axis: string, key: string, before: number, after: number, place?: string];

const kinds: Readonly<Record<string, EvidenceAxis['kind']>> = {
  files: 'set',
  network: 'set',
  processes: 'set',
  syscall_names: 'set',
  response_time: 'distribution',
  peer_time: 'distribution',
};

function seen(rate: number): Observation {
  return rate === 0
    ? { seen: false, below: 0.1, of: 3 }
    : { seen: true, count: Math.round(rate * 30), rate, captures: 3, of: 3 };
}

function changeOf([axis, key, before, after, place]: Row): Change {
  const isSet = kinds[axis] === 'set';
  const [file = '', line = ''] = place?.split(':') ?? [];
  return {
    key,
    change: isSet ? 'new' : 'changed',
    before: seen(before),
    after: seen(after),
    ...(!isSet && { verdict: { level: 'confirmed' } }),
    ...(place !== undefined && { place: { file, line: Number(line) } }),
  };
}

/** Rates are for each request, as rules and readers see them; `[total]` is that of a whole axis. */
function evidenceOf(rows: readonly Row[], work = requests): Evidence {
  const axes = Map.groupBy(rows, ([axis]) => axis);
  return new Evidence({
    work: work === notKnown ? undefined : { before: work, after: work },
    axes: Array.from(axes, ([axis, own]): EvidenceAxis => {
      const kind = kinds[axis] ?? 'rate';
      const scaled = own.map((row): Row => {
        const factor = kind === 'distribution' || work === notKnown ? 1 : work;
        const [name, key, before, after, place] = row;
        const [a, b] = [before * factor, after * factor];
        return place === undefined ? [name, key, a, b] : [name, key, a, b, place];
      });
      const total = scaled.find(([, key]) => key === '[total]');
      return {
        axis,
        kind,
        state: 'compared',
        changes: scaled.filter((row) => row !== total).map(changeOf),
        ...(total && {
          totals: { before: total[2], after: total[3], change: 'changed', verdict: { level: 'confirmed' } },
        }),
      };
    }),
  });
}

interface Case {
  readonly id: CauseId;
  readonly rows: readonly Row[];
  readonly en: string;
  readonly pt: string;
}

const peer = 'connect tcp 10.0.0.5 port 8080';
const cases: readonly Case[] = [
  {
    id: 'connection-per-request',
    rows: [
      ['peer_connections', peer, 0.002, 1],
      ['syscalls', 'connect EINPROGRESS', 0.002, 1],
    ],
    en: 'It opens a new connection to 10.0.0.5:8080 for each request, and reused them before (0.200/s → 100/s).',
    pt: 'Abre uma conexão nova com 10.0.0.5:8080 a cada requisição, e antes as reutilizava (0,200/s → 100/s).',
  },
  {
    id: 'connections-reused',
    rows: [['network_events', `closed ${peer}`, 1, 0]],
    en: 'It reuses its connections to 10.0.0.5:8080; before, it opened one for each request (100/s → 0/s).',
    pt: 'Reutiliza as conexões com 10.0.0.5:8080; antes abria uma a cada requisição (100/s → 0/s).',
  },
  {
    id: 'retries',
    rows: [
      ['peer_connections', 'connect tcp 10.0.0.6 port 5432 ECONNREFUSED', 0, 2],
      ['peer_connections', 'connect tcp 10.0.0.7 port 5432 ECONNREFUSED', 0, 1],
    ],
    en: 'It tries to connect to PostgreSQL (10.0.0.6:5432) and one other 2 times for each request and fails with ECONNREFUSED (0/s → 200/s).',
    pt: 'Tenta conectar-se a PostgreSQL (10.0.0.6:5432) e a mais um 2 vezes a cada requisição e falha com ECONNREFUSED (0/s → 200/s).',
  },
  {
    id: 'lookup-per-request',
    rows: [['peer_connections', 'connect udp 10.0.0.2 port 53', 0, 1]],
    en: 'It looks up a name at DNS (10.0.0.2:53) for each request (0/s → 100/s).',
    pt: 'Consulta um nome em DNS (10.0.0.2:53) a cada requisição (0/s → 100/s).',
  },
  {
    id: 'more-questions',
    rows: [['peer_questions', 'connect tcp 10.0.0.5 port 5432', 1, 17]],
    en: 'It asks PostgreSQL (10.0.0.5:5432) 17 questions for each request instead of 1.',
    pt: 'Faz 17 perguntas a PostgreSQL (10.0.0.5:5432) por requisição em vez de 1.',
  },
  {
    id: 'more-questions',
    rows: [
      ['file_io', 'read /srv/shop.db', 1000, 4300],
      ['syscalls', 'pread64 ok', 1, 19],
      ['syscalls', 'fcntl ok', 2, 34],
    ],
    en: 'It asks the database shop.db more: it reads it 19 times as often for each request, and locks it 17 times as often.',
    pt: 'Consulta mais o banco shop.db: lê 19 vezes mais por requisição, e o bloqueia 17 vezes mais.',
  },
  {
    id: 'wait-for-peer',
    rows: [['peer_time', peer, 1e6, 4e6]],
    en: 'It waits 4.00 ms instead of 1.00 ms for each answer of 10.0.0.5:8080.',
    pt: 'Espera 4,00 ms em vez de 1,00 ms por cada resposta de 10.0.0.5:8080.',
  },
  {
    id: 'synchronous-write',
    rows: [
      ['file_io_time', 'fdatasync /var/lib/redis/appendonly.aof', 5000, 1.24e6],
      ['syscalls', 'fdatasync ok', 0.01, 1],
    ],
    en: 'It waits for the disk for each request: fdatasync of appendonly.aof, which takes 1.24 ms.',
    pt: 'Espera pelo disco a cada requisição: fdatasync de appendonly.aof, o que leva 1,24 ms.',
  },
  {
    id: 'wait-for-disk',
    rows: [
      ['file_io_time', 'read /srv/prices.idx', 20_000, 2.5e6],
      ['off_cpu_sites', 'uninterruptible pread64 at find_price (app)', 0, 2.4, 'index.c:40'],
    ],
    en: 'It waits for reads of prices.idx in find_price (index.c:40): 2.50 ms instead of 20.0 µs for each request.',
    pt: 'Espera por leituras de prices.idx em find_price (index.c:40): 2,50 ms em vez de 20,0 µs por requisição.',
  },
  {
    id: 'file-lock',
    rows: [
      ['off_cpu_sites', 'sleep flock at count_visit (app)', 0, 3.45, 'counters.c:16'],
      ['syscalls', 'flock ok', 0, 4],
    ],
    en: 'It locks a file for requests in count_visit (counters.c:16) and waits 3.45 ms for it in each.',
    pt: 'Bloqueia um arquivo para requisições em count_visit (counters.c:16) e espera 3,45 ms por ele em cada uma.',
  },
  {
    id: 'file-per-request',
    rows: [
      ['files', '/srv/a.htm read ENOENT', 0, 1],
      ['files', '/srv/a.html read ENOENT', 0, 1],
    ],
    en: 'It looks for files that are not there 2 times for each request: a.htm and 1 more.',
    pt: 'Procura arquivos que não existem 2 vezes a cada requisição: a.htm e mais 1.',
  },
  {
    id: 'logging',
    rows: [
      ['file_io', 'write /var/log/app/events.log', 60, 1880],
      ['syscalls', 'write ok', 1, 31],
    ],
    en: 'It logs to events.log 31 times as much (60.0 B → 1.88 kB for each request).',
    pt: 'Registra em events.log 31 vezes mais (60,0 B → 1,88 kB por requisição).',
  },
  {
    id: 'process-per-request',
    rows: [
      ['processes', 'start /usr/bin/expr', 0, 1],
      ['off_cpu_sites', 'sleep wait4 at check_invoice (app)', 0, 1.57, 'invoices.c:8'],
      ['memory_faults', 'minor', 0, 68],
      ['syscalls', 'execve ok', 0, 1],
    ],
    en: 'It starts expr for each request in check_invoice (invoices.c:8).',
    pt: 'Inicia expr a cada requisição em check_invoice (invoices.c:8).',
  },
  {
    id: 'thread-per-request',
    rows: [
      ['syscalls', 'clone3 ok', 0, 1],
      ['syscalls', 'exit ok', 0, 1],
    ],
    en: 'It starts a thread for each request; before, it kept its threads (0/s → 100/s).',
    pt: 'Inicia uma thread a cada requisição; antes, mantinha as threads (0/s → 100/s).',
  },
  {
    id: 'thread-growth',
    rows: [['syscalls', 'clone3 ok', 0, 1]],
    en: 'It starts a thread for each request that does not end (0/s → 100/s).',
    pt: 'Inicia uma thread a cada requisição que não termina (0/s → 100/s).',
  },
  {
    id: 'descriptor-growth',
    rows: [
      ['syscalls', 'openat ok', 1, 1],
      ['syscalls', 'close ok', 1, 0],
    ],
    en: 'It leaves a file or socket open for each request: 100 more each second.',
    pt: 'Deixa um arquivo ou socket aberto a cada requisição: mais 100 por segundo.',
  },
  {
    id: 'memory-growth',
    rows: [
      ['memory_growth', 'trend grew', 10, 9000],
      ['fault_sites', 'main.startSession (app)', 0.01, 2, 'sessions.go:27'],
    ],
    en: 'It keeps 9.00 kB of memory for each request that main.startSession (sessions.go:27) touches; before, its memory did not grow.',
    pt: 'Mantém 9,00 kB de memória por requisição que main.startSession (sessions.go:27) usa; antes, a memória não crescia.',
  },
  {
    id: 'page-faults',
    rows: [
      ['memory_faults', 'minor', 0, 256],
      ['fault_sites', 'decode (app)', 0, 254, 'a.c:21'],
      ['cpu_own', 'decode (app)', 0.03, 0.6, 'a.c:21'],
      ['cpu_stacks', 'decode (app)', 0.03, 0.6, 'a.c:21'],
      ['cpu_time', '[total]', 0.1, 0.7],
    ],
    en: 'It touches 1.05 MB (none before) of new memory for each request in decode (a.c:21).',
    pt: 'Toca 1,05 MB (antes nada) de memória nova por requisição em decode (a.c:21).',
  },
  {
    id: 'polling',
    rows: [
      ['off_cpu_sites', 'sleep clock_nanosleep at work (app)', 0, 2.75, 'jobs.c:25'],
      ['syscalls', 'clock_nanosleep ok', 0, 7],
    ],
    en: 'It wakes up 700 times a second in work (jobs.c:25) to look for work (clock_nanosleep; 0/s → 700/s).',
    pt: 'Acorda 700 vezes por segundo em work (jobs.c:25) para procurar trabalho (clock_nanosleep; 0/s → 700/s).',
  },
  {
    id: 'own-function',
    rows: [
      ['cpu_own', 'combine (app)', 0.06, 0.27, 'prices.c:11'],
      ['cpu_stacks', 'combine (app)', 0.06, 0.27, 'prices.c:11'],
      ['cpu_time', '[total]', 0.18, 0.39],
    ],
    en: 'It spends CPU in combine (prices.c:11): 270 µs instead of 60.0 µs for each request (4.5 ×).',
    pt: 'Gasta CPU em combine (prices.c:11): 270 µs em vez de 60,0 µs por requisição (4,5 ×).',
  },
  {
    id: 'serialising',
    rows: [
      ['cpu_work', 'serialising', 0.008, 0.58],
      ['cpu_own', 'load (catalog.ts)', 0.01, 0.6, 'catalog.ts:23'],
      ['cpu_time', '[total]', 0.3, 0.9],
    ],
    en: 'It spends CPU on reading and writing JSON or another format for load (catalog.ts:23): 580 µs instead of 8.00 µs for each request.',
    pt: 'Gasta CPU com leitura e escrita de JSON ou outro formato para load (catalog.ts:23): 580 µs em vez de 8,00 µs por requisição.',
  },
];

describe('a cause', () => {
  test.each(cases)('$id: $en', ({ id, rows, en, pt }) => {
    const [found] = findCauses(evidenceOf(rows));
    expect([found?.id, found?.sentence.en, found?.sentence['pt-BR']]).toEqual([id, en, pt]);
    expect(found?.look.en).toMatch(/^(?:Look|Nothing) .*\.$/u);
    expect(found?.look['pt-BR']).not.toBe(found?.look.en);
  });

  test.each(['regular-expression', 'compression', 'hashing', 'exceptions', 'garbage-collection'] as const)(
    '%s is a kind of work',
    (kind) => {
      const found = findCauses(
        evidenceOf([
          ['cpu_work', kind, 0.1, 0.5],
          ['cpu_time', '[total]', 0.3, 0.7],
        ]),
      );
      expect(found.map(({ id }) => id)).toEqual([kind]);
    },
  );
});

test('memory that is allocated for garbage to be collected is one cause', () => {
  const [found, ...others] = findCauses(
    evidenceOf([
      ['cpu_work', 'garbage-collection', 0.1, 0.5],
      ['cpu_work', 'allocation', 0.1, 0.4],
      ['cpu_time', '[total]', 0.3, 1],
    ]),
  );
  expect([found?.id, found?.evidence.length, others]).toEqual(['garbage-collection', 2, []]);
});

test('a finding is of one cause: what a child does is not said again', () => {
  const { rows } = cases.find(({ id }) => id === 'process-per-request')!;
  const found = findCauses(evidenceOf(rows));
  expect(found.map(({ id }) => id)).toEqual(['process-per-request']);
  expect(found[0]?.evidence.length).toBe(rows.length);
});

test('time that an own function spends through what it calls is that of the cause that takes it', () => {
  const rows: Row[] = [
    ['peer_questions', peer, 1, 10],
    ['cpu_own', 'find_lines (app.py)', 0.15, 0.6, 'app.py:14'],
    ['cpu_time', '[total]', 0.4, 0.9],
  ];
  const [found, ...others] = findCauses(evidenceOf(rows));
  expect([found?.id, found?.where?.key, others]).toEqual(['more-questions', 'find_lines (app.py)', []]);
});

test('what its own code spends is the cause, though a file is read for each request as well', () => {
  const rows: Row[] = [
    ['files', '/etc/flags.conf read', 0, 1],
    ['cpu_own', 'price_quote (app)', 0.67, 2, 'lantern.c:53'],
    ['cpu_stacks', 'price_quote (app)', 0.67, 2, 'lantern.c:53'],
    ['cpu_time', '[total]', 1, 2.4],
  ];
  expect(findCauses(evidenceOf(rows)).map(({ id }) => id)).toEqual(['own-function', 'file-per-request']);
});

test('where no function stands out, the innermost within which nearly all is spent does', () => {
  const rows: Row[] = [
    ['cpu_within', 'main (db)', 0.3, 1, 'main.c:1'],
    ['cpu_within', 'scan (db)', 0.05, 0.7, 'scan.c:9'],
    ['cpu_within', 'next_row (db)', 0.02, 0.2, 'heap.c:5'],
    ['cpu_time', '[total]', 0.3, 1],
  ];
  expect(findCauses(evidenceOf(rows))[0]?.where).toEqual({ key: 'scan (db)', place: { file: 'scan.c', line: 9 } });
});

describe('no cause', () => {
  const few: readonly [string, readonly Row[]][] = [
    ['connections of a pool that grows', [['peer_connections', peer, 0.001, 0.05]]],
    ['a file that is read once', [['files', '/etc/app.conf read', 0, 0.001]]],
    ['a few more questions', [['peer_questions', peer, 1, 1.3]]],
    [
      'a kind of work that is little of what was added',
      [
        ['cpu_work', 'hashing', 0.01, 0.03],
        ['cpu_time', '[total]', 1, 3],
      ],
    ],
    ['memory that grows as before', [['memory_growth', 'trend grew', 900, 1000]]],
  ];
  test.each(few)('%s', (_what, rows) => {
    expect(findCauses(evidenceOf(rows))).toEqual([]);
  });

  test('where requests are not known, what happens a few times a second', () => {
    const rows: Row[] = [
      ['files', '/etc/app.conf read', 0, 0.5],
      ['peer_connections', peer, 0, 0.5],
    ];
    expect(findCauses(evidenceOf(rows, notKnown))).toEqual([]);
  });
});
