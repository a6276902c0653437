/** What to run first with a new token, one way at a time. The authority of the control plane is part of the command. */
import { useEffect, useState } from 'preact/hooks';
import type { TokenCreated } from '../../../src/control/api/api.ts';
import { readText } from '../edge/call-api.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import { Copyable } from '../parts/copyable.tsx';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { allWords } from '../words/words.ts';
import { caHref } from '../parts/ca-link.tsx';
import { type TokenUse, writeTokenCommands } from './token-commands.ts';

type Authority = { readonly pem: string | undefined } | { readonly failure: unknown } | undefined;

export function FirstUse({ created: { token, value } }: { readonly created: TokenCreated }) {
  const { app, tokens: w } = allWords();
  const authority = useAuthority();
  const [wanted, setWanted] = useState<TokenUse | undefined>(undefined);
  if (token.kind === 'bootstrap') return null;
  if (authority === undefined) return <p class="loading">{app.loading}</p>;
  if ('failure' in authority) return <FailureNotice failure={toApiFailure(authority.failure)} />;
  const commands = writeTokenCommands({
    kind: token.kind,
    value,
    origin: location.origin,
    authority: authority.pem,
    scopes: token.scopes ?? [],
  });
  const shown = commands.find(({ use }) => use === wanted) ?? commands[0];
  if (shown === undefined) return null;
  return (
    <Tabs
      label={w.useWith}
      tabs={commands.map(({ use }) => [use, w.useOf[use]] as const)}
      chosen={shown.use}
      onChoose={setWanted}
    >
      {shown.hasBlanks === true && <p>{w.useReplace}</p>}
      <Copyable text={shown.command} name={w.command} label={w.copyCommand} />
    </Tabs>
  );
}

/** Undefined until it was read; its `pem` is undefined where browsers and pipelines trust the certificate already. */
function useAuthority(): Authority {
  const isOwn = hasOwnAuthority();
  const [authority, setAuthority] = useState<Authority>(isOwn ? undefined : { pem: undefined });
  useEffect(() => {
    if (!isOwn) return;
    readText(caHref).then(
      (pem) => setAuthority({ pem }),
      (failure: unknown) => setAuthority({ failure }),
    );
  }, [isOwn]);
  return authority;
}
