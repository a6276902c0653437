/** Who gave or took access, and when: the recorded acts of the organization, for its owners. */
import { type Me, type RecordedAct, RecordedActs } from '../../../src/control/api.ts';
import { patterns } from '../addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';
import { hrefOf, place } from '../router.ts';
import { allWords } from '../words/words.ts';

const pageSize = '50';

export function ActsPage({ me }: { readonly me: Me }) {
  const w = allWords();
  const isOwner = me.person.role === 'owner';
  const cursor = place.value.query.get('cursor') ?? undefined;
  const path = isOwner ? hrefOf('/api/acts', { limit: pageSize, cursor }) : undefined;
  const { answer, reload } = useAnswer(path, RecordedActs);
  return (
    <>
      <PageHead title={w.settings.acts} lede={w.acts.lede} />
      <SettingsNav />
      {isOwner ? (
        <AnswerView answer={answer} onAgain={reload}>
          {({ acts, next_cursor: nextCursor }) => (
            <>
              {acts.length === 0 ? <p>{w.acts.none}</p> : <Acts acts={acts} />}
              <Pages isNewest={cursor === undefined} nextCursor={nextCursor} />
            </>
          )}
        </AnswerView>
      ) : (
        <Notice tone="info">
          <p>{w.acts.ownerOnly}</p>
        </Notice>
      )}
    </>
  );
}

function Acts({ acts }: { readonly acts: readonly RecordedAct[] }) {
  const w = allWords();
  return (
    <TableRegion name={w.settings.acts} stacks>
      <thead>
        <tr>
          <th scope="col">{w.acts.when}</th>
          <th scope="col">{w.acts.who}</th>
          <th scope="col">{w.acts.what}</th>
        </tr>
      </thead>
      <tbody>
        {acts.map((act) => (
          <tr key={act.id}>
            <th scope="row" class="nowrap">
              <When at={act.at} exact />
            </th>
            <td data-column={w.acts.who}>{act.by ?? w.acts.operator}</td>
            <td data-column={w.acts.what}>{describe(act)}</td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

function describe(act: RecordedAct): string {
  const {
    kind,
    subject,
    role,
    token,
    class: of,
    uses,
    scopes = [],
    tokens_kept: isKept = false,
    way,
    overlap_hours: overlapHours,
  } = act;
  const w = allWords();
  const named = token === undefined ? '' : w.acts.tokens[token];
  return w.acts.kinds[kind]({
    subject,
    role: role === undefined ? '' : w.roles[role],
    token: of === undefined ? named : `${named} (${of})`,
    isKept,
    uses,
    scopes,
    overlapHours,
    way,
  });
}

function Pages({ isNewest, nextCursor }: { readonly isNewest: boolean; readonly nextCursor: string | undefined }) {
  const w = allWords();
  if (isNewest && nextCursor === undefined) return null;
  return (
    <p class="actions">
      {!isNewest && <a href={patterns.acts}>{w.acts.newest}</a>}
      {nextCursor !== undefined && <a href={hrefOf(patterns.acts, { cursor: nextCursor })}>{w.acts.older}</a>}
    </p>
  );
}
