/** The only moment a token's value is on a screen. It lives in this dialog and goes with it. */
import type { TokenCreated } from '../../../src/control/api/api.ts';
import { allWords } from '../words/words.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { useState } from 'preact/hooks';
import { CaLink } from '../parts/ca-link.tsx';
import { FirstUse } from './first-use.tsx';
import { EnrolWait } from './enrol-wait.tsx';
import { hasOwnAuthority } from '../edge/session.ts';
import { readPreference, writePreference } from '../browser/preferences.ts';
import { Tabs } from '../parts/tabs.tsx';

interface TokenShownOnceProps {
  readonly created: TokenCreated;
  readonly onClose: () => void;
}

export function TokenShownOnce({ created, onClose }: TokenShownOnceProps) {
  const w = allWords();
  return (
    <Dialog title={w.tokens.createdTitle(created.token.name)} onClose={onClose}>
      {(close) => (
        <>
          <Notice tone="warn">
            <p>{w.tokens.once}</p>
          </Notice>
          <h3>{w.tokens.command}</h3>
          {created.commands === undefined ? (
            <FirstUse created={created} />
          ) : (
            <EnrolCommands commands={created.commands} token={created.token} />
          )}
          <h3>{w.tokens.value}</h3>
          <Copyable text={created.value} name={w.tokens.value} />
          <div class="dialog-actions">
            <button type="button" class="primary" onClick={close}>
              {w.tokens.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The commands of a bootstrap token, one way to install at a time. The way is remembered in this browser. */
interface EnrolCommandsProps {
  readonly commands: NonNullable<TokenCreated['commands']>;
  readonly token: TokenCreated['token'];
}

function EnrolCommands({ commands, token }: EnrolCommandsProps) {
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
        <Copyable text={shown.command} name={w.command} label={w.copyCommand} />
        {hasOwnAuthority() && (
          <p class="small">
            {w.caInCommand} <CaLink />
          </p>
        )}
      </Tabs>
      <EnrolWait token={token} way={shown.way} />
    </>
  );
}
