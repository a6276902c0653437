/**
 * The folders of the collector's two Rust crates, floor by floor from below. A folder imports what its row lists:
 * folders of its own floor and of those below it, so that no import leads back. `collector-floors.test.ts` holds each
 * folder to its row, and the drawings in ARCHITECTURE.md are made from these rows. A file that lies in no folder has a row
 * by its name without the ending.
 */
import type { Floor, Row } from './floors.ts';

interface Crate {
  readonly name: string;
  /** Over its drawing. */
  readonly title: string;
  readonly source: string;
  readonly floors: readonly Floor<Row>[];
}

export const crates: readonly Crate[] = [
  {
    name: 'ptop',
    title: 'The crate `ptop`:',
    source: 'profiler/ptop/crates/ptop/src',
    floors: [
      {
        name: 'ground',
        holds: 'what was built in, what the kernel and the record hold, and what a caller may ask',
        folders: [
          {
            folder: 'registry',
            mayImport: [],
            because: 'the probes are data that the build made, and the build script compiles the axes as well',
          },
          {
            folder: 'perf',
            mayImport: [],
            because: 'the reader of samples is fuzzed alone, so it knows nothing of what becomes of them',
          },
          {
            folder: 'abi',
            mayImport: ['registry'],
            because: 'structures shared with the BPF programs must change with those alone',
          },
          {
            folder: 'names',
            mayImport: ['abi'],
            because: 'names of numbers are tables that every reason and row uses',
          },
          {
            folder: 'record',
            mayImport: ['abi'],
            because: 'the document is a contract with other programs, so it must not follow how numbers are gathered',
          },
          {
            folder: 'collector',
            mayImport: ['registry', 'perf'],
            because: 'how it ends and what privilege it holds must not depend on what it was asked',
          },
          {
            folder: 'arguments',
            mayImport: ['registry', 'collector'],
            because: 'the command line is judged before anything is opened',
          },
        ],
      },
      {
        name: 'target',
        holds: 'which processes there are, which may be measured, and what the machine gives them',
        folders: [
          {
            folder: 'target',
            mayImport: ['record', 'arguments'],
            because: 'what a process is, is read from procfs whether or not anything is measured',
          },
          {
            folder: 'processes',
            mayImport: ['names', 'target'],
            because: 'the guard and the search compare the same names, and neither may decide for the other',
          },
          {
            folder: 'guard',
            mayImport: ['collector', 'arguments', 'target', 'processes'],
            because: 'whether a process may be measured is decided without any code that measures',
          },
          {
            folder: 'conditions',
            mayImport: ['record', 'collector', 'target', 'processes'],
            because: 'what the machine gave is read at the ends of the window, by no probe',
          },
          {
            folder: 'host',
            mayImport: ['record', 'conditions'],
            because: 'facts about the machine do not depend on the target',
          },
        ],
      },
      {
        name: 'measuring',
        holds: 'from BPF programs to rows of the record',
        folders: [
          {
            folder: 'bpf',
            mayImport: ['registry', 'abi', 'names', 'record', 'collector'],
            because: 'loading and maps serve every probe alike, so they know none',
          },
          {
            folder: 'canary',
            mayImport: ['perf', 'abi', 'collector'],
            because: 'what proves the probes must act without them',
          },
          {
            folder: 'profile',
            mayImport: ['perf', 'abi', 'record', 'collector', 'target'],
            because: 'samples of every kind are folded in one way, so it knows no probe',
          },
          {
            folder: 'engine',
            mayImport: ['registry', 'perf', 'abi', 'collector', 'target', 'bpf', 'profile'],
            because: 'hooks and rings are shared by all probes, so they know none',
          },
          {
            folder: 'probes',
            mayImport: [
              'registry',
              'perf',
              'abi',
              'names',
              'record',
              'collector',
              'target',
              'bpf',
              'canary',
              'profile',
              'engine',
            ],
            because: 'a probe is added beside the others, and nothing below it knows that it exists',
          },
        ],
      },
      {
        name: 'commands',
        holds: 'what a caller can ask for',
        folders: [
          {
            folder: 'capture',
            mayImport: [
              'registry',
              'perf',
              'abi',
              'record',
              'collector',
              'arguments',
              'target',
              'guard',
              'conditions',
              'host',
              'bpf',
              'canary',
              'profile',
              'engine',
              'probes',
            ],
            because: 'it orders everything that a capture needs, so nothing of that may order it',
          },
          {
            folder: 'commands',
            mayImport: [
              'registry',
              'record',
              'collector',
              'arguments',
              'target',
              'processes',
              'guard',
              'bpf',
              'probes',
              'capture',
            ],
            because: 'the other commands are ways in, and nothing depends on one',
          },
          {
            folder: 'main',
            mayImport: ['collector', 'arguments', 'guard', 'bpf', 'capture', 'commands'],
            because: 'it lowers privilege first and then starts one command, so nothing imports it',
          },
        ],
      },
    ],
  },
  {
    name: 'stacks',
    title: 'The crate `stacks`:',
    source: 'profiler/ptop/crates/stacks/src',
    floors: [
      {
        name: 'ground',
        holds: 'values, and bounded reads of files and of memory',
        folders: [
          {
            folder: 'types',
            mayImport: [],
            because: 'registers, limits and the words for what happened are passed between all parts',
          },
          {
            folder: 'files',
            mayImport: ['types'],
            because: 'bytes are read within bounds before anybody knows what they mean',
          },
          {
            folder: 'process',
            mayImport: ['types', 'files'],
            because: 'mappings and memory are read alike for native code and for every language',
          },
        ],
      },
      {
        name: 'formats',
        holds: 'readers of what compilers and linkers write',
        folders: [
          {
            folder: 'elf',
            mayImport: ['types', 'files', 'process'],
            because: 'every other format lies in an ELF file',
          },
          {
            folder: 'cfi',
            mayImport: ['types', 'files', 'elf'],
            because: 'a rule follows from the file alone, and not from the thread that is unwound',
          },
          {
            folder: 'gopclntab',
            mayImport: ['types', 'files', 'elf', 'cfi'],
            because: 'the table of Go gives the same rules, where there is no unwind information',
          },
          {
            folder: 'dwarf',
            mayImport: ['types', 'files', 'elf'],
            because: 'debug information is read for names only, so that unwinding never waits for it',
          },
        ],
      },
      {
        name: 'frames',
        holds: 'one frame: the file or the runtime that its code belongs to, and the way to its caller',
        folders: [
          {
            folder: 'modules',
            mayImport: ['types', 'files', 'process', 'elf', 'cfi', 'gopclntab'],
            because: 'a file is opened once for all the address spaces that have it mapped',
          },
          {
            folder: 'step',
            mayImport: ['types', 'process', 'cfi'],
            because: 'leaving a frame by a rule changes registers and nothing else',
          },
          {
            folder: 'languages',
            mayImport: ['types', 'files', 'process', 'modules', 'step'],
            because: 'a runtime is one folder behind one interface, and does not know who walks',
          },
        ],
      },
      {
        name: 'targets',
        holds: 'whole stacks of one process, and their names',
        folders: [
          {
            folder: 'target',
            mayImport: ['types', 'files', 'process', 'cfi', 'gopclntab', 'modules', 'step', 'languages'],
            because: 'it owns all that is remembered about a process, and unwinds without naming',
          },
          {
            folder: 'symbols',
            mayImport: ['types', 'files', 'process', 'elf', 'dwarf', 'modules', 'languages', 'target'],
            because: 'names are looked up when the window has closed, so nothing before it needs them',
          },
          {
            folder: 'lib',
            mayImport: ['types', 'process', 'gopclntab', 'modules', 'languages', 'target', 'symbols'],
            because: 'it names what other crates may use, so nothing of this one imports it',
          },
        ],
      },
    ],
  },
];

/** The folder of a row, by a file of the crate. */
export function folderOf({ source }: Crate, file: string): string {
  const [first = ''] = file.slice(source.length + 1).split('/');
  return first.replace(/\.rs$/u, '');
}
