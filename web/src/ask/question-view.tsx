/** The form of an operation and what comes back. Nothing is sent but by a click, and a write only after a second one. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import type { JsonObject } from './ask-form.ts';
import { navigate, place } from '../browser/router.ts';
import type { Question } from '../edge/ask-operation.ts';
import { allWords } from '../words/words.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { type ArgError, ArgErrors, errorsOf } from './arg-errors.ts';
import { AskedLine } from './asked-line.tsx';
import { ConfirmWrite } from './confirm-write.tsx';
import { CopyAs } from './copy-as.tsx';
import type { Span } from './plot-options.ts';
import { LinkNotice } from './link-notice.tsx';
import { askHref, longestHref } from '../browser/page-addresses.ts';
import { rememberQuestion } from './recent-questions.ts';
import { SaveQuestion } from './save-question.tsx';
import { severalOf } from './several-sources.ts';
import { SourceAnswers } from './source-answers.tsx';
import { QuestionForm } from './question-form.tsx';
import { beginForm, fillForm, type FormState, formOfOperation, keyArgument, readForm } from './question-state.ts';
import { isSettled, useQuestion, useWriteKey } from './use-question.ts';

interface Wish {
  readonly args: JsonObject;
  readonly source: string;
  readonly instance: string;
}

/** A read of several sources. */
interface Sides {
  readonly asked: Question;
  readonly state: 'asked' | 'stopped' | 'done';
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
  const [sides, setSides] = useState<Sides | undefined>(undefined);
  const [isChanging, setChanging] = useState(false);
  const [hasLink] = useState(place.value.query.has('args'));
  const box = useRef<HTMLDivElement>(null);
  const asking = useQuestion();
  const keys = useWriteKey();

  const read = readForm(field, form);
  const shownErrors = asking.outcome === undefined || errors.length > 0 ? errors : errorsOf(asking.outcome);

  const change = (next: Partial<FormState>): void => {
    setForm((before) => ({ ...before, trouble: undefined, ...next }));
    setErrors([]);
  };
  /** From the address on: a link to it is a link to what is asked. */
  const ask = (wish: Wish): void => {
    const { args, ...others } = wish;
    const href = askHref(name, { args: JSON.stringify(args), ...others });
    navigate(href.length > longestHref ? askHref(name) : href, { replace: true });
    if (isWrite) return setConfirming(wish);
    rememberQuestion(href);
    send(wish, 1);
  };
  const send = ({ args, source, instance }: Wish, page: number): void => {
    setPages(page);
    setChanging(false);
    if (severalOf(source) !== undefined) {
      asking.cancel();
      setSides({ asked: { operation: name, args, source, instance }, state: 'asked' });
      return undefined;
    }
    setSides(undefined);
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
    ask({ args: read.args, source, instance });
  };
  const { outcome } = asking;
  const asked = sides?.asked ?? asking.asked;
  /** What was asked last, from its first page on. */
  const again = (change: JsonObject): Wish => {
    const { cursor: _before, ...args } = (asked?.args ?? {}) as JsonObject;
    return { args: { ...args, ...change }, source: asked?.source ?? '', instance: asked?.instance ?? '' };
  };
  const nextPage = (cursor: string | undefined): void => {
    if (cursor === undefined) send(again({}), 1);
    else send(again({ cursor }), pages + 1);
  };
  const window = field.members.find((one) => one.field.kind === 'object' && one.field.isWindow)?.name;
  const askWindow = ({ least, most }: Span): void => {
    const [from, to] = [Math.floor(least), Math.ceil(most)].map((seconds) => new Date(seconds * 1000).toISOString());
    const wish = again({ [window ?? '']: { from, to } });
    setForm((before) => ({ ...before, ...fillForm(field, wish.args) }));
    ask(wish);
  };
  const isAsking = sides === undefined ? asked !== undefined && outcome === undefined : sides.state === 'asked';
  const endSides = (state: Sides['state']): void => setSides((before) => before && { ...before, state });
  const cancel = (): void => (sides === undefined ? asking.cancel() : endSides('stopped'));
  const canPage = field.members.some((one) => one.name === 'cursor');
  const isLink =
    hasLink && asked === undefined && read.args !== undefined && form.trouble === undefined && operation.may_ask;
  const isFolded =
    asked !== undefined && !isChanging && (sides !== undefined || outcome === undefined || outcome.kind === 'answered');
  // The button that was pressed is gone.
  useEffect(() => {
    if (isFolded) box.current?.querySelector<HTMLElement>('#ask-answer')?.focus();
    else if (isChanging) box.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
  }, [isFolded, asked]);

  return (
    <div ref={box} class="ask-question">
      {isLink && <LinkNotice isWrite={isWrite} onAsk={submit} />}
      {isFolded ? (
        <AskedLine
          args={again({}).args}
          isAsking={isAsking}
          isWrite={isWrite}
          onAgain={() => send(again({}), 1)}
          onCancel={cancel}
          onChange={() => setChanging(true)}
        />
      ) : (
        <ArgErrors.Provider value={shownErrors}>
          <QuestionForm
            described={described}
            field={field}
            form={form}
            isAsking={isAsking}
            isWrong={errors.length > 0}
            onChange={change}
            onSubmit={submit}
            onCancel={cancel}
          />
        </ArgErrors.Provider>
      )}
      {sides !== undefined && (
        <SourceAnswers
          described={described}
          asked={sides.asked}
          isStopped={sides.state === 'stopped'}
          canPage={canPage}
          onDone={() => endSides('done')}
          onAgain={() => send(again({}), 1)}
          onWindow={window === undefined ? undefined : askWindow}
        />
      )}
      {asked !== undefined && sides === undefined && (
        <AnswerPanel
          asked={asked}
          outcome={outcome}
          isWrite={isWrite}
          page={pages}
          canPage={canPage}
          onPage={nextPage}
          onNewKey={keys.forget}
          onAgain={submit}
          onWindow={window === undefined ? undefined : askWindow}
        />
      )}
      <CopyAs operation={operation} form={form} args={read.args} />
      {!isWrite && read.args !== undefined && (
        <SaveQuestion operation={name} args={read.args} source={form.source} instance={form.instance} window={window} />
      )}
      {confirming !== undefined && (
        <ConfirmWrite
          described={described}
          wish={confirming}
          onSend={() => send(confirming, 1)}
          onClose={() => setConfirming(undefined)}
        >
          <h3>{w.ask.confirm.args}</h3>
          <pre class="ask-sent" tabIndex={0} role="region" aria-label={w.ask.confirm.args}>
            {JSON.stringify(confirming.args, undefined, 2)}
          </pre>
        </ConfirmWrite>
      )}
    </div>
  );
}
