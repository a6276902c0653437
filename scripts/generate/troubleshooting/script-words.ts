/** What the script of a pipeline says when it cannot go on, and how it ends then. */
export interface ScriptWords {
  readonly words: string;
  readonly ending: string;
  readonly asGate: string;
}

const endings: Readonly<Record<string, Omit<ScriptWords, 'words'>>> = {
  give_up: { ending: 'ends with 0', asGate: 'ends with 3' },
  refuse_to_judge: { ending: 'ends with 0', asGate: 'ends with 2' },
  warn: { ending: 'goes on', asGate: 'goes on' },
};

/** Each sentence once, in the order of the script, with `…` for what is filled in. */
export function listScriptWords(script: string): ScriptWords[] {
  const said = [
    ...script.matchAll(/\b(?<how>give_up|refuse_to_judge|warn) (?<quote>['"])(?<words>.+?)\k<quote>(?=\s|$)/gmu),
  ];
  const rows = said.flatMap(({ groups = {} }) => {
    const ending = endings[groups['how'] ?? ''];
    const words = fillIn(groups['words'] ?? '');
    return ending === undefined || words === '…' ? [] : [{ words, ...ending }];
  });
  return [...new Map(rows.map((row) => [row.words, row])).values()];
}

/** Replaces what the shell fills in. */
function fillIn(words: string): string {
  return words.replaceAll(/\$\{[^}]*\}|\$\([^)]*\)|\$\w+/gu, '…').replaceAll(/…{2,}/gu, '…');
}
