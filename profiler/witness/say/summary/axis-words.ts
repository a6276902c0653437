/** What the headline calls the axes: a noun for what a set lists, and words for what an amount or a duration costs. */

/** Singular and plural. */
export type Noun = readonly [one: string, many: string];
/** "spends", "CPU time", "in". */
type Cost = readonly [verb: string, what: string, where: string];
/** "gasta", "o", "tempo de CPU", "em". */
type CostPt = readonly [verb: string, article: string, what: string, where: string];

export const nounsEn: Readonly<Record<string, Noun>> = {
  capabilities: ['a privilege', 'privileges'],
  network: ['a peer', 'peers'],
  processes: ['a program or exit', 'programs or exits'],
  executable_memory: ['a way of making memory executable', 'ways of making memory executable'],
  contended_locks: ['a lock that threads wait for', 'locks that threads wait for'],
  file_changes: ['a file change', 'file changes'],
  files: ['a file', 'files'],
  signals: ['a signal', 'signals'],
  syscall_names: ['a system call', 'system calls'],
};

export const nounsPt: Readonly<Record<string, Noun>> = {
  capabilities: ['um privilégio', 'privilégios'],
  network: ['um par de rede', 'pares de rede'],
  processes: ['um programa ou término', 'programas ou términos'],
  executable_memory: ['uma forma de tornar memória executável', 'formas de tornar memória executável'],
  contended_locks: ['um lock pelo qual threads esperam', 'locks pelos quais threads esperam'],
  file_changes: ['uma alteração de arquivo', 'alterações de arquivos'],
  files: ['um arquivo', 'arquivos'],
  signals: ['um sinal', 'sinais'],
  syscall_names: ['uma chamada de sistema', 'chamadas de sistema'],
};

export const costsEn: Readonly<Record<string, Cost>> = {
  cpu_stacks: ['spends', 'CPU time', 'in'],
  cpu_own: ['spends', 'CPU time', 'in and on behalf of'],
  cpu_within: ['spends', 'CPU time', 'within'],
  cpu_work: ['spends', 'CPU time', 'on'],
  cpu_time: ['spends', 'CPU time', 'in'],
  syscalls: ['makes', 'system calls', 'of'],
  file_io: ['moves', 'bytes', 'by'],
  file_io_time: ['spends', 'time', 'in'],
  network_bytes: ['moves', 'network bytes', 'of'],
  network_events: ['has', 'network events', 'of'],
  off_cpu: ['waits', 'time', 'for'],
  off_cpu_sites: ['waits', 'time', 'in'],
  locks: ['waits', 'time', 'for locks in'],
  memory_growth: ['has', 'growth', 'of'],
  memory_faults: ['has', 'page faults', 'of kind'],
  fault_sites: ['has', 'page faults', 'in'],
  memory_calls: ['makes', 'calls', 'of'],
  growth_sites: ['requests', 'bytes of the kernel', 'in'],
  allocation_calls: ['makes', 'calls', 'of'],
  allocation_sites: ['allocates', 'bytes', 'in'],
  response_time: ['takes', 'time', 'to answer each request by'],
  peer_time: ['waits', 'time', 'for each answer of'],
  peer_connections: ['makes', 'connections', 'to'],
  peer_questions: ['asks', 'questions', 'of'],
  syscall_latency: ['spends', 'time', 'in each call of'],
  file_io_latency: ['spends', 'time', 'in each operation of'],
  network_round_trips: ['waits', 'time', 'for each round trip of'],
  network_connect_times: ['waits', 'time', 'for each attempt to'],
  network_lifetimes: ['uses', 'time', 'for each connection of'],
  off_cpu_durations: ['waits', 'time at once', 'for'],
  blocked_calls: ['waits', 'time', 'in each blocked call of'],
  lock_latency: ['waits', 'time', 'for each lock of'],
};

export const costsPt: Readonly<Record<string, CostPt>> = {
  cpu_stacks: ['gasta', 'o', 'tempo de CPU', 'em'],
  cpu_own: ['gasta', 'o', 'tempo de CPU', 'em e a pedido de'],
  cpu_within: ['gasta', 'o', 'tempo de CPU', 'dentro de'],
  cpu_work: ['gasta', 'o', 'tempo de CPU', 'com'],
  cpu_time: ['gasta', 'o', 'tempo de CPU', 'em'],
  syscalls: ['faz', 'as', 'chamadas de sistema', 'de'],
  file_io: ['move', 'os', 'bytes', 'por'],
  file_io_time: ['gasta', 'o', 'tempo', 'em'],
  network_bytes: ['move', 'os', 'bytes de rede', 'de'],
  network_events: ['tem', 'os', 'eventos de rede', 'de'],
  off_cpu: ['espera', 'o', 'tempo', 'por'],
  off_cpu_sites: ['espera', 'o', 'tempo', 'em'],
  locks: ['espera', 'o', 'tempo', 'por locks em'],
  memory_growth: ['tem', 'o', 'crescimento', 'de'],
  memory_faults: ['tem', 'os', 'page faults', 'do tipo'],
  fault_sites: ['tem', 'os', 'page faults', 'em'],
  memory_calls: ['faz', 'as', 'chamadas', 'de'],
  growth_sites: ['pede', 'os', 'bytes ao kernel', 'em'],
  allocation_calls: ['faz', 'as', 'chamadas', 'de'],
  allocation_sites: ['aloca', 'os', 'bytes', 'em'],
  response_time: ['leva', 'o', 'tempo', 'para responder a cada requisição por'],
  peer_time: ['espera', 'o', 'tempo', 'por cada resposta de'],
  peer_connections: ['abre', 'as', 'conexões', 'a'],
  peer_questions: ['faz', 'as', 'perguntas', 'a'],
  syscall_latency: ['gasta', 'o', 'tempo', 'em cada chamada de'],
  file_io_latency: ['gasta', 'o', 'tempo', 'em cada operação de'],
  network_round_trips: ['espera', 'o', 'tempo', 'por cada ida e volta de'],
  network_connect_times: ['espera', 'o', 'tempo', 'por cada tentativa de'],
  network_lifetimes: ['usa', 'o', 'tempo', 'para cada conexão de'],
  off_cpu_durations: ['espera', 'o', 'tempo de cada vez', 'por'],
  blocked_calls: ['espera', 'o', 'tempo', 'em cada chamada bloqueada de'],
  lock_latency: ['espera', 'o', 'tempo', 'por cada lock de'],
};
