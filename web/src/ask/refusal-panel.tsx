/** Why there is no answer: the fault, where it arose, who must act and how. */
import { useState } from 'preact/hooks';
import { patterns, policiesHref } from '../browser/addresses.ts';
import type { AskOutcome } from '../edge/ask-operation.ts';
import { DocumentLink, faultsPage } from '../parts/document-link.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { cellText } from './ask-answer.ts';
import { allWords, locale } from '../words/words.ts';

interface RefusalPanelProps {
  readonly outcome: Extract<AskOutcome, { readonly kind: 'refused' | 'failed' }>;
  readonly isWrite: boolean;
  /** Forgets the key of the write. */
  readonly onNewKey: () => void;
  readonly onAgain: () => void;
}

/** Of the control plane: what was sent may have been done, and its end is not known. */
const lostCodes = new Set(['agent_answer_unreadable', 'agent_lost', 'agent_timeout', 'operation_running']);
/** Of the control plane: with this key the write can no longer be sent. */
const usedKeyCodes = new Set([
  'answer_not_stored',
  'idempotency_key_before_enrolment',
  'idempotency_key_of_other_agent',
  'idempotency_key_reused',
]);
const fleetCodes = new Set(['no_live_agent', 'unknown_instance', 'agent_lost']);

export function RefusalPanel({ outcome, isWrite, onNewKey, onAgain }: RefusalPanelProps) {
  const w = allWords();
  if (outcome.kind === 'refused') return <FaultPanel fault={outcome.fault} onNewKey={onNewKey} onAgain={onAgain} />;
  const { failure } = outcome;
  const { code = '' } = failure.facts;
  const translated = w.ask.refusals.get(code);
  const isLost = isWrite && (failure.kind !== 'refused' || lostCodes.has(code));
  return (
    <div class="ask-refusal">
      <h3>{failure.kind === 'refused' ? w.ask.refusal.controlTitle : w.ask.refusal.noAnswerTitle}</h3>
      {translated !== undefined && <p>{translated}</p>}
      <FailureNotice failure={failure} />
      {isLost && <p class="measure">{w.ask.refusal.lostWrite}</p>}
      <p class="actions">
        <button type="button" onClick={onAgain}>
          {w.ask.refusal.again}
        </button>
        {usedKeyCodes.has(code) && <NewKey onNewKey={onNewKey} />}
        {fleetCodes.has(code) && <a href={patterns.fleet}>{w.ask.refusal.fleet}</a>}
      </p>
    </div>
  );
}

type Fault = Extract<AskOutcome, { readonly kind: 'refused' }>['fault'];

function FaultPanel({ fault, onNewKey, onAgain }: Pick<RefusalPanelProps, 'onNewKey' | 'onAgain'> & { fault: Fault }) {
  const w = allWords();
  const { code, actor, data, summary, remedy, request_id: requestId } = fault;
  const isUnknown = code === 'outcome_unknown';
  const { layer, grant, ...others } = data;
  const details = Object.entries(others);
  return (
    <div class="ask-refusal">
      <h3>{isUnknown ? w.ask.refusal.unknownTitle : w.ask.refusal.title}</h3>
      <Notice tone={isUnknown ? 'warn' : 'bad'} role="alert">
        <p>
          <strong>
            <FaultSummary code={code} text={summary} />
          </strong>{' '}
          <DocumentLink page={faultsPage} code={code} />
        </p>
        {isUnknown && <p>{w.ask.refusal.unknownText}</p>}
      </Notice>
      <dl class="facts">
        <Fact name={w.ask.refusal.remedy}>
          <ServedText text={remedy} />
        </Fact>
        <Fact name={w.ask.refusal.actor}>{w.fleet.actors[actor]}</Fact>
        {typeof layer === 'string' && (
          <Fact name={w.ask.refusal.layer}>
            <ServedText text={layer} />
          </Fact>
        )}
        {typeof grant === 'string' && (
          <Fact name={w.ask.refusal.grant}>
            <a href={policiesHref({ grant })} class="mono break">
              {grant}
            </a>
          </Fact>
        )}
        {details.length > 0 && (
          <Fact name={w.ask.refusal.detail}>
            <span class="break">{details.map(([name, value]) => `${name}: ${cellText(value)}`).join('; ')}</span>
          </Fact>
        )}
        <Fact name={w.ask.refusal.request}>
          <span class="mono small break">{requestId}</span>
        </Fact>
      </dl>
      <p class="actions">
        <button type="button" onClick={onAgain}>
          {w.ask.refusal.again}
        </button>
        {isUnknown && <NewKey onNewKey={onNewKey} />}
      </p>
    </div>
  );
}

function NewKey({ onNewKey }: Pick<RefusalPanelProps, 'onNewKey'>) {
  const w = allWords();
  const [isDone, setDone] = useState(false);
  return (
    <>
      <button
        type="button"
        class="danger"
        onClick={() => {
          onNewKey();
          setDone(true);
        }}
      >
        {w.ask.refusal.newKey}
      </button>
      <span role="status" class="small">
        {isDone && w.ask.refusal.newKeyDone}
      </span>
    </>
  );
}

function FaultSummary({ code, text }: { readonly code: string; readonly text: string }) {
  const translated = allWords().ask.faults.get(code);
  return translated === undefined ? <span {...english()}>{text}</span> : <>{translated}</>;
}

function english(): { readonly lang?: string } {
  return locale.value === 'en' ? {} : { lang: 'en' };
}
