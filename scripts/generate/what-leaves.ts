/** Everything that an Agent or a Profiler sends, as one closed list, from the schemas that check it on arrival. */
import type { z } from 'zod';
import { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { EnrolBegin, EnrolFinish } from '../../src/tunnel/enrolment-messages.ts';
import { commands, reports } from '../../src/tunnel/messages.ts';
import { instanceFrames } from '../../src/tunnel/session/frame.ts';
import { listFields } from './list-fields.ts';
import { code, type Page, renderTable, toPage } from './page.ts';
import { words } from './what-leaves-words.ts';

interface Message {
  /** Before the paths of its fields where a line is looked up. */
  readonly name: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

/** In the order in which they are sent. */
export const messages: readonly Message[] = [
  { name: 'begin', title: 'Enrolment, first call', schema: EnrolBegin },
  { name: 'finish', title: 'Enrolment, second call', schema: EnrolFinish },
  ...Object.entries(instanceFrames).map(([name, schema]) => ({ name, title: `Frame ${code(name)}`, schema })),
  ...Object.entries(reports).map(([name, { request }]) => ({ name, title: `Report ${code(name)}`, schema: request })),
  { name: 'bundle', title: 'Bundle of a capture', schema: Bundle },
  ...Object.entries(commands).map(([name, { answer }]) => ({ name, title: `Answer to ${code(name)}`, schema: answer })),
];

export function render(): Page[] {
  const used = new Set<string>();
  const shown = new Map<z.ZodType, string>();
  const sections = messages.flatMap(({ name, title, schema }) => {
    const earlier = shown.get(schema);
    shown.set(schema, title);
    const fields = listFields(schema);
    if (earlier !== undefined) return [`## ${title}`, `The fields of “${earlier.replaceAll('`', '')}”.`];
    if (fields.length === 0) return [`## ${title}`, 'Nothing.'];
    const rows = fields.map(({ path, type }) => [code(path), type, lineOf(`${name}.${path}`, used)]);
    return [`## ${title}`, renderTable(['field', 'type', 'what it is'], rows)];
  });
  const idle = Object.keys(words).filter((key) => !used.has(key));
  if (idle.length > 0) throw new Error(`what-leaves-words.ts has lines without a field: ${idle.join(', ')}`);
  return [
    toPage(
      'what-leaves.md',
      'src/tunnel/messages.ts, src/tunnel/session/frame.ts and profiler/witness/bundle/record/bundle.ts',
      [
        '# What leaves',
        'This is everything that an Agent or a Profiler sends, to the control plane and to nobody else. Agents also ask the systems that you configure, with the credentials that you give them. The list is closed: the control plane refuses a message with any other field.',
        'Where a type is `open`, the schema of the operation or the kind of fault says what is inside. `[]` is one of a list.',
        ...sections,
      ],
    ),
  ];
}

/** Of the keys that the path ends with, the longest. */
function lineOf(path: string, used: Set<string>): string {
  const parts = path.split('.');
  for (let at = 0; at < parts.length; at += 1) {
    const key = parts.slice(at).join('.');
    const line = words[key];
    if (line === undefined) continue;
    used.add(key);
    return line;
  }
  throw new Error(`what-leaves-words.ts has no line for ${path}`);
}
