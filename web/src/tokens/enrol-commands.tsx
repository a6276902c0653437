/** The commands of a bootstrap token, one way to install at a time. The way is remembered in this browser. */
import { useState } from 'preact/hooks';
import type { TokenCreated } from '../../../src/control/api/api.ts';
import { caHref } from './ca-download.tsx';
import { EnrolWait } from './enrol-wait.tsx';
import { hasOwnAuthority } from '../edge/session.ts';
import { readPreference, writePreference } from '../browser/preferences.ts';
import { allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Tabs } from '../parts/tabs.tsx';

interface EnrolCommandsProps {
  readonly commands: NonNullable<TokenCreated['commands']>;
  readonly token: TokenCreated['token'];
}

export function EnrolCommands({ commands, token }: EnrolCommandsProps) {
  const { tokens: w } = allWords();
  const [wanted, setWanted] = useState(() => readPreference('way'));
  const shown = commands.find(({ way }) => way === wanted) ?? commands[0];
  if (shown === undefined) return null;
  return (
    <>
      <Tabs
        label={w.way}
        tabs={commands.map(({ way }) => [way, w.ways[way]] as const)}
        chosen={shown.way}
        onChoose={(way) => {
          writePreference('way', way);
          setWanted(way);
        }}
      >
        <p>
          {w.wayTexts[shown.way]} {token.class === 'profiler' && w.profilerTexts[shown.way]}
        </p>
        <Copyable text={shown.command} name={w.command} />
        {hasOwnAuthority() && (
          <p class="small">
            {w.caInCommand}{' '}
            <a href={caHref} download="ca.pem">
              {w.caDownload}
            </a>
          </p>
        )}
      </Tabs>
      <EnrolWait token={token} way={shown.way} />
    </>
  );
}
