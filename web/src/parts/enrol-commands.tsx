/** The commands of a bootstrap token, one way to install at a time. The way is remembered in this browser. */
import { useState } from 'preact/hooks';
import type { TokenCreated } from '../../../src/control/api.ts';
import { readPreference, writePreference } from '../preferences.ts';
import { allWords } from '../words/words.ts';
import { Copyable } from './copyable.tsx';
import { SelectField } from './select-field.tsx';

type Commands = NonNullable<TokenCreated['commands']>;

interface EnrolCommandsProps {
  readonly commands: Commands;
  readonly instanceClass: TokenCreated['token']['class'];
}

export function EnrolCommands({ commands, instanceClass }: EnrolCommandsProps) {
  const { tokens: w } = allWords();
  const [wanted, setWanted] = useState(() => readPreference('way'));
  const shown = commands.find(({ way }) => way === wanted) ?? commands[0];
  if (shown === undefined) return null;
  const choose = (way: Commands[number]['way']): void => {
    writePreference('way', way);
    setWanted(way);
  };
  return (
    <>
      <SelectField
        label={w.way}
        value={shown.way}
        options={commands.map(({ way }) => [way, w.ways[way]])}
        onChange={choose}
      />
      <p>
        {w.wayTexts[shown.way]} {instanceClass === 'profiler' && w.profilerTexts[shown.way]}
      </p>
      <Copyable text={shown.command} name={w.command} />
    </>
  );
}
