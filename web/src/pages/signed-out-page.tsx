import { lazyPage } from '../parts/lazy-page.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { words } from '../words/words.ts';

const ways = lazyPage(async () => (await import('../parts/sign-in-ways.tsx')).SignInWays);

/** Nobody is signed in: says why, and how to come in. */
export function SignedOutPage({ why }: { readonly why: 'none' | 'expired' | 'left' }) {
  const w = words();
  return (
    <>
      <PageHead title={why === 'expired' ? w.signedOut.titleExpired : w.signedOut.title} lede={w.signedOut[why]} />
      <ways.Page />
      <p>{w.signedOut.how}</p>
      <ul>
        <li>{w.signedOut.howOwner}</li>
        <li>{w.signedOut.howMember}</li>
      </ul>
    </>
  );
}
