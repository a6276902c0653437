/** What each axis of a comparison is, for readers who see one finding of it in another tool. One row for each view. */
export interface AxisHelp {
  readonly title: string;
  readonly text: string;
}

const set = (title: string, what: string): AxisHelp => ({
  title,
  text: `${what} A finding lists what only one of the two versions was seen to do.`,
});
const amount = (title: string, what: string): AxisHelp => ({
  title,
  text: `${what} A finding is a difference that captures of one version do not show among themselves; its interval covers 95 %.`,
});
const duration = (title: string, what: string): AxisHelp => ({
  title,
  text: `${what} A finding is a difference of the durations that captures of one version do not show among themselves; its interval covers 95 %.`,
});

const help: Readonly<Record<string, AxisHelp>> = {
  files: set('Files opened', 'Files that the process opens, by path template and mode.'),
  file_changes: set('Files changed', 'Files that the process renames, removes or changes the mode or owner of.'),
  network: set('Peers', 'Addresses and ports that the process connects to, accepts from or exchanges datagrams with.'),
  processes: set('Programs and exits', 'Programs that the process starts, and how its children end.'),
  contended_locks: set('Contended locks', 'Functions in which threads or goroutines waited for a lock of the program.'),
  executable_memory: set('Executable memory', 'Calls by which the process makes memory executable.'),
  capabilities: set('Privileges', 'Capabilities of the kernel that calls of the process needed.'),
  signals: set('Signals', 'Signals that the process receives, with their sender.'),
  syscall_names: set('System call names', 'System calls that the process makes at all.'),
  cpu_stacks: amount(
    'CPU by function',
    'CPU time in the code of each function itself, without the functions it calls.',
  ),
  cpu_own: amount(
    'CPU by own function',
    'CPU time by the innermost function of the own code of the process, with what libraries and runtimes did for it.',
  ),
  cpu_within: amount(
    'CPU within own functions',
    'CPU time of each function of the own code of the process, with everything that it calls.',
  ),
  cpu_work: amount(
    'CPU by kind of work',
    'CPU time in code of runtimes and libraries whose kind of work is known by its name: serialising, compressing, collecting garbage.',
  ),
  syscalls: amount('System calls', 'System calls by name and outcome.'),
  file_io: amount('File bytes', 'Bytes read from and written to each file.'),
  file_io_time: amount('File time', 'Time in reads and writes of each file.'),
  network_bytes: amount('Network bytes', 'Bytes exchanged with each peer.'),
  peer_connections: amount('Connections made', 'Connections that the process makes, and attempts that fail, by peer.'),
  network_events: amount('Network events', 'Retransmissions, resets and refusals for each peer.'),
  cpu_time: amount('CPU by thread', 'CPU time of each thread, by name.'),
  off_cpu: amount('Waiting by reason', 'Time in which threads did not run, by reason.'),
  off_cpu_sites: amount(
    'Waiting by function',
    'Time in which threads did not run, by the function of the program that waited.',
  ),
  locks: amount('Lock waits', 'Time spent waiting for locks, by the function of the program that waited.'),
  memory_growth: amount('Memory growth', 'Growth of resident memory, by kind.'),
  memory_faults: amount('Page faults', 'Page faults by kind.'),
  fault_sites: amount(
    'Page faults by function',
    'Page faults by the function of the program that touched the memory, or whose library did.',
  ),
  memory_calls: amount('Memory calls', 'Calls that ask the kernel for memory or return it.'),
  growth_sites: amount(
    'Memory requests by function',
    'Bytes asked of the kernel, by the function of the program that asked.',
  ),
  allocation_calls: amount('Allocations', 'Calls of the allocator.'),
  allocation_sites: amount(
    'Allocated bytes by function',
    'Bytes allocated, by the function of the program that asked for them.',
  ),
  response_time: duration(
    'Response time',
    'From the last byte of a request to the first byte of its answer, on each port that the process serves.',
  ),
  peer_time: duration(
    'Time of peers',
    'From the last byte of a question to the first byte of its answer, for each peer that the process asks.',
  ),
  peer_questions: amount('Questions to peers', 'Questions that each peer answered.'),
  syscall_latency: duration('System call durations', 'How long each system call takes.'),
  file_io_latency: duration('File durations', 'How long each read and write of a file takes.'),
  network_round_trips: duration('Round trips', 'Round trip times to each peer, as the kernel estimates them.'),
  network_connect_times: duration('Connect times', 'How long connecting to each peer takes.'),
  network_lifetimes: duration('Connection lifetimes', 'How long connections to each peer last.'),
  off_cpu_durations: duration('Wait durations', 'How long single waits of a thread take, by reason.'),
  blocked_calls: duration('Blocked calls', 'How long a thread is blocked in each system call.'),
  lock_latency: duration('Lock durations', 'How long single waits for a lock take.'),
};

/** An axis of a later version is known by its id alone. */
export function helpOf(axis: string): AxisHelp {
  return help[axis] ?? { title: axis.replaceAll('_', ' '), text: `Findings of the axis ${axis}.` };
}
