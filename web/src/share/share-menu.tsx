/** Shares a comparison: its address, its Markdown, a message in a channel. Takes the room of one button. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CatalogOperation } from '../../../src/control/api/api.ts';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { readText } from '../edge/call-api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { GatedButton } from '../parts/gated-button.tsx';
import { allWords } from '../words/words.ts';
import { CopyByHand } from './copy-by-hand.tsx';
import { copyText } from './copy-text.ts';
import { PostDialog } from './post-dialog.tsx';
import { linkTo, linkToView, markdownPath, withLink } from './share-text.ts';

const operation = 'chat.postMessage';

export function ShareMenu({ diff }: { readonly diff: ComparisonSummary }) {
  const w = allWords().share;
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [copied, setCopied] = useState('');
  const [failure, setFailure] = useState<unknown>(undefined);
  const [byHand, setByHand] = useState<string | undefined>(undefined);
  const [posting, setPosting] = useState<CatalogOperation | undefined>(undefined);

  // The event does not bubble, and says only afterwards what it is now.
  useEffect(() => {
    const own = menu.current;
    const follow = (): void => {
      setOpen(own?.matches(':popover-open') === true);
      setCopied('');
      setFailure(undefined);
    };
    own?.addEventListener('toggle', follow);
    return () => own?.removeEventListener('toggle', follow);
  }, []);

  const copy = async (text: Promise<string>, done: string): Promise<void> => {
    setFailure(undefined);
    setCopied('');
    try {
      if (await copyText(text)) return setCopied(done);
      const read = await text;
      // The browser gives the focus back to the button, and the dialog then to it.
      menu.current?.hidePopover();
      setByHand(read);
    } catch (error) {
      setFailure(error);
    }
    return undefined;
  };
  const readMarkdown = async (): Promise<string> =>
    withLink(await readText(markdownPath(diff)), linkTo(diff, location.origin));

  return (
    <>
      <button type="button" class="small-button share-button" popovertarget="share-menu">
        {w.open}
      </button>
      <div ref={menu} id="share-menu" class="share-menu" popover="auto" role="group" aria-label={w.menu}>
        <button type="button" onClick={() => void copy(Promise.resolve(linkToView(diff, location)), w.linkCopied)}>
          {w.link}
        </button>
        <button type="button" onClick={() => void copy(readMarkdown(), w.markdownCopied)}>
          {w.markdown}
        </button>
        {isOpen && (
          <PostButton
            onPress={(described) => {
              menu.current?.hidePopover();
              setPosting(described);
            }}
          />
        )}
        <p role="status" class="small">
          {copied}
        </p>
        {failure !== undefined && <FailureNotice failure={toApiFailure(failure)} />}
      </div>
      {byHand !== undefined && <CopyByHand text={byHand} onClose={() => setByHand(undefined)} />}
      {posting !== undefined && <PostDialog diff={diff} described={posting} onClose={() => setPosting(undefined)} />}
    </>
  );
}

interface PostButtonProps {
  readonly onPress: (described: CatalogOperation) => void;
}

/** Says who can where this person or no Agent can. */
function PostButton({ onPress }: PostButtonProps) {
  const w = allWords();
  const { answer, reload } = useAnswer(`/api/catalog/${operation}`, CatalogOperation);
  return (
    <AnswerView answer={answer} onAgain={reload}>
      {(described) => {
        const { connectors, operation: asked } = described;
        const hasAgent = connectors.some(({ agents, further_agents: further }) => agents.length + further > 0);
        const titles = connectors.map(({ title }) => title).join(', ');
        const reason = asked.may_ask ? (hasAgent ? undefined : w.share.noAgent(titles)) : w.ask.form.writesNeed;
        return <GatedButton label={w.share.post} reason={reason} onPress={() => onPress(described)} />;
      }}
    </AnswerView>
  );
}
