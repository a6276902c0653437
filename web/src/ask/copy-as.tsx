/** The same question elsewhere: as a link, as curl, as a call over MCP, as a command on a machine with the configuration of an Agent. */
import { useMemo } from 'preact/hooks';
import type { CatalogEntry } from '../../../src/control/api/api.ts';
import { askHref, longestHref } from '../browser/page-addresses.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import { Copyable } from '../parts/copyable.tsx';
import { allWords } from '../words/words.ts';
import { renderAskCurl, renderFarolRun, renderMcpCurl } from './ask-commands.ts';
import type { JsonObject } from './ask-form.ts';
import { type FormState, keyArgument } from './question-state.ts';
import { newKey } from './use-question.ts';

interface CopyAsProps {
  readonly operation: CatalogEntry;
  readonly form: FormState;
  /** Undefined while they are not complete. */
  readonly args: JsonObject | undefined;
}

const readsScope = 'operations';

export function CopyAs({ operation: { name, access }, form: { source, instance }, args }: CopyAsProps) {
  const w = allWords();
  // A key of its own: what is pasted is another wish than the one sent from here.
  const key = useMemo(newKey, [name]);
  const sent = access === 'write' && args !== undefined ? { ...args, [keyArgument]: key } : args;
  const { origin } = location;
  const text = { origin, operation: name, args: sent, source, instance, ownAuthority: hasOwnAuthority() };
  const href = askHref(name, { args: JSON.stringify(args), source, instance });
  return (
    <details class="disclosure">
      <summary>{w.ask.copy.title}</summary>
      {args === undefined ? (
        <p class="small">{w.ask.copy.problems}</p>
      ) : (
        <div class="ask-copies">
          {href.length > longestHref && <p class="small">{w.ask.form.longLink}</p>}
          <Copyable name={w.ask.copy.link} text={`${origin}${href.length > longestHref ? askHref(name) : href}`} />
          <p class="small">{w.ask.copy.curlText(access === 'write' ? name : readsScope)}</p>
          <Copyable name={w.ask.copy.curl} text={renderAskCurl(text)} />
          {access === 'read' && (
            <>
              <p class="small">{w.ask.copy.mcpText}</p>
              <Copyable name={w.ask.copy.mcp} text={renderMcpCurl(text)} />
            </>
          )}
          <p class="small">{w.ask.copy.runText}</p>
          <Copyable name={w.ask.copy.run} text={renderFarolRun(text)} />
        </div>
      )}
    </details>
  );
}
