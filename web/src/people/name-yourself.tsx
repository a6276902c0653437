/** Asks the first owner for their name: the link that made them knows none. And says who renames the organization. */
import { Me } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession } from '../edge/session.ts';
import { Copyable } from '../parts/copyable.tsx';
import { NamedForm } from '../parts/named-form.tsx';
import { allWords, loadLaterWords } from '../words/words.ts';

function NameYourself({ me }: { readonly me: Me }) {
  const { people, unnamed: w } = allWords();
  const { name: organization } = me.organization;
  const save = async (name: string): Promise<void> => {
    beginSession(await callApi('PUT', '/api/me/name', Me, { body: { name } }));
  };
  return (
    <section class="panel" aria-labelledby="unnamed-title">
      <h2 id="unnamed-title">{w.title(me.person.name)}</h2>
      <p class="measure">{w.text}</p>
      <NamedForm label={w.name} nameRequired={people.nameRequired} submit={w.save} create={save}>
        {null}
      </NamedForm>
      {organization === 'default' && (
        <>
          <p class="small">{w.organization(organization)}</p>
          <Copyable
            text={`farol control organization rename ${organization} NAME`}
            name={w.organization(organization)}
          />
        </>
      )}
    </section>
  );
}

export async function loadNameYourself(): Promise<typeof NameYourself> {
  await loadLaterWords();
  return NameYourself;
}
