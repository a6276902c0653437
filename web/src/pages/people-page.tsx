/** Who belongs to the organization, and the one-time links that bring more in. */
import { type Me, People } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { InviteForm } from '../people/invite-form.tsx';
import { OpenLinks } from '../people/open-links.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PeopleTable } from '../people/people-table.tsx';
import { RemovedPeople } from '../people/removed-people.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { allWords } from '../words/words.ts';

export function PeoplePage({ me }: { readonly me: Me }) {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/people', People);
  return (
    <>
      <PageHead title={w.people.title} lede={w.people.lede} />
      <SettingsNav />
      <AnswerView answer={answer} onAgain={reload}>
        {({ people, removed = [], ...links }) => (
          <>
            <PeopleTable people={people} me={me} onChanged={reload} />
            <section class="panel" aria-labelledby="invite-title">
              <h2 id="invite-title">{w.people.invite}</h2>
              <InviteForm me={me} onInvited={reload} />
            </section>
            <OpenLinks links={links} me={me} onChanged={reload} />
            <RemovedPeople people={removed} me={me} onChanged={reload} />
          </>
        )}
      </AnswerView>
    </>
  );
}
