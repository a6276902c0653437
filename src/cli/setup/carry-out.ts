/** Makes the acts of a plan that are not made yet, or prints all of them. */
import { type Act, isDone, perform, renderAct, type Step } from './plan/act.ts';
import { SetupProblem } from './setup-problem.ts';

/** Titles of the steps that changed something. @throws SetupProblem naming what is done and what is not. */
export function carryOut(steps: readonly Step[], command: 'setup' | 'remove'): string[] {
  const changed: string[] = [];
  for (const [at, { title, acts }] of steps.entries()) {
    try {
      // Done one after the other: an act may be what makes the next one possible.
      const made = acts.filter((act) => {
        if (isDone(act)) return false;
        perform(act);
        return true;
      });
      if (made.length > 0) changed.push(title);
    } catch (error) {
      throw new SetupProblem(sayBroken(steps, { at, error, command }));
    }
  }
  return changed;
}

function sayBroken(
  steps: readonly Step[],
  { at, error, command }: { readonly at: number; readonly error: unknown; readonly command: string },
): string {
  const names = (some: readonly Step[]): string => some.map(({ title }) => title).join(', ') || 'nothing';
  const cause = error instanceof Error ? error.message : 'unknown cause';
  return [
    `${steps[at]?.title ?? ''}: ${cause}`,
    `Done: ${names(steps.slice(0, at))}. Not done: ${names(steps.slice(at))}.`,
    `Correct the cause and run farol ${command} again: it makes only what is missing.`,
  ].join('\n');
}

/** Commands for a shell of root; what is made already is a comment. */
export function renderSteps(steps: readonly Step[]): string {
  return steps
    .map(({ title, acts }) => [`# ${title}`, ...acts.map((act) => renderOrNote(act))].join('\n'))
    .join('\n\n');
}

function renderOrNote(act: Act): string {
  const text = renderAct(act);
  return isDone(act) ? `# unchanged: ${text.split('\n')[0] ?? ''}` : text;
}
