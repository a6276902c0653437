/** The form of an operation and what comes back. Nothing is sent but by a click, and a write only after a second one. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { CatalogOperation, CatalogEntry } from '../../../src/control/api/api.ts';
import type { AskOutcome } from '../edge/ask-operation.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import type { JsonObject } from './ask-form.ts';
import { navigate, place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { type ArgError, ArgErrors } from './arg-errors.ts';
import { askHref, longestHref } from '../browser/page-addresses.ts';
import { rememberQuestion } from './recent-questions.ts';
import { QuestionForm } from './question-form.tsx';
import { beginForm, type FormState, formOfOperation, keyArgument, readForm } from './question-state.ts';
import { isSettled, useQuestion, useWriteKey, newKey } from './use-question.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import { Copyable } from '../parts/copyable.tsx';
import { renderAskCurl, renderFarolRun, renderMcpCurl } from './ask-commands.ts';

interface Wish {
  readonly args: JsonObject;
  readonly source: string;
  readonly instance: string;
}

export function QuestionView({ described }: { readonly described: CatalogOperation }) {
  const w = allWords();
  const { operation } = described;
  const { name } = operation;
  const isWrite = operation.access === 'write';
  const field = useMemo(() => formOfOperation(described), [described]);
  const [form, setForm] = useState<FormState>(() => beginForm(field, place.value.query));
  const [errors, setErrors] = useState<readonly ArgError[]>([]);
  const [confirming, setConfirming] = useState<Wish | undefined>(undefined);
  const [pages, setPages] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const asking = useQuestion();
  const keys = useWriteKey();

  const read = readForm(field, form);
  const shownErrors = asking.outcome === undefined || errors.length > 0 ? errors : errorsOf(asking.outcome);

  const change = (next: Partial<FormState>): void => {
    setForm((before) => ({ ...before, trouble: undefined, ...next }));
    setErrors([]);
  };
  const send = ({ args, source, instance }: Wish, page: number): void => {
    setPages(page);
    if (!isWrite) return asking.start({ operation: name, args, source, instance });
    if (asking.outcome !== undefined && isSettled(asking.outcome)) keys.forget();
    const key = keys.keyFor(JSON.stringify([args, source, instance]));
    asking.start({ operation: name, args: { ...args, [keyArgument]: key }, source, instance, key });
  };
  const submit = (): void => {
    if (read.args === undefined) {
      setErrors(
        [...read.problems].map(([path, problem]) => ({ path, text: w.ask.form.problems[problem], isServed: false })),
      );
      // After the fields have been marked.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setErrors([]);
    const { source, instance } = form;
    const wish = { args: read.args, source, instance };
    const href = askHref(name, { args: JSON.stringify(read.args), source, instance });
    navigate(href.length > longestHref ? askHref(name) : href, { replace: true });
    if (isWrite) return setConfirming(wish);
    rememberQuestion(href);
    send(wish, 1);
  };
  const nextPage = (cursor: string | undefined): void => {
    const { asked } = asking;
    if (asked === undefined || typeof asked.args !== 'object') return;
    const { cursor: _before, ...args } = asked.args as JsonObject;
    const wish = { source: asked.source, instance: asked.instance };
    if (cursor === undefined) send({ ...wish, args }, 1);
    else send({ ...wish, args: { ...args, cursor } }, pages + 1);
  };

  return (
    <div ref={box} class="ask-question">
      <ArgErrors.Provider value={shownErrors}>
        <QuestionForm
          described={described}
          field={field}
          form={form}
          isAsking={asking.asked !== undefined && asking.outcome === undefined}
          isWrong={errors.length > 0}
          onChange={change}
          onSubmit={submit}
          onCancel={asking.cancel}
        />
      </ArgErrors.Provider>
      <CopyAs operation={operation} form={form} args={read.args} />
      {asking.asked !== undefined && (
        <AnswerPanel
          asked={asking.asked}
          outcome={asking.outcome}
          isWrite={isWrite}
          page={pages}
          canPage={field.members.some((one) => one.name === 'cursor')}
          onPage={nextPage}
          onNewKey={keys.forget}
          onAgain={submit}
        />
      )}
      {confirming !== undefined && (
        <ConfirmDialog
          confirmation={{
            title: w.ask.confirm.title(name),
            text: w.ask.confirm.text(describePlace(described, confirming, w.ask.confirm)),
            doLabel: w.ask.confirm.do,
            isDanger: true,
            act: () => {
              send(confirming, 1);
              return Promise.resolve();
            },
          }}
          onClose={() => setConfirming(undefined)}
        >
          <h3>{w.ask.confirm.args}</h3>
          <pre class="ask-sent" tabIndex={0} role="region" aria-label={w.ask.confirm.args}>
            {JSON.stringify(confirming.args, undefined, 2)}
          </pre>
        </ConfirmDialog>
      )}
    </div>
  );
}

type ConfirmWords = ReturnType<typeof allWords>['ask']['confirm'];

function describePlace(
  { operation, connectors }: CatalogOperation,
  { source, instance }: Wish,
  w: ConfirmWords,
): string {
  const [only, ...others] = operation.answers;
  const id = source === '' && others.length === 0 ? only?.connector : source;
  const title = connectors.find(({ connector }) => connector === id)?.title ?? w.anyConnector;
  return w.where(title, instance === '' ? w.anyAgent : w.agent(instance));
}

/** What the server says of a field is shown beside it. */
function errorsOf(outcome: AskOutcome): readonly ArgError[] {
  if (outcome.kind === 'refused') {
    const { code, data, remedy } = outcome.fault;
    if (code === 'ambiguous_source') return [{ path: 'source', text: remedy, isServed: true }];
    const { field } = data;
    return typeof field === 'string' ? [{ path: field === 'args' ? '' : field, text: remedy, isServed: true }] : [];
  }
  if (outcome.kind !== 'failed' || outcome.failure.facts.field === undefined) return [];
  const path = outcome.failure.facts.field.replace(/^args\.?/u, '');
  return [{ path, text: outcome.failure.message, isServed: true }];
}

/** The same question elsewhere: as a link, as curl, as a call over MCP, as a command on a machine with the configuration of an Agent. */
interface CopyAsProps {
  readonly operation: CatalogEntry;
  readonly form: FormState;
  /** Undefined while they are not complete. */
  readonly args: JsonObject | undefined;
}

const readsScope = 'operations';

function CopyAs({ operation: { name, access }, form: { source, instance }, args }: CopyAsProps) {
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
