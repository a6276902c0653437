import { PageHead } from '../parts/page-head.tsx';
import { SignInWays } from '../access/sign-in-ways.tsx';
import { words } from '../words/words.ts';

/** Nobody is signed in: says why, and how to come in. */
export function SignedOutPage({ why }: { readonly why: 'none' | 'expired' | 'left' }) {
  const w = words();
  return (
    <>
      <PageHead title={why === 'expired' ? w.signedOut.titleExpired : w.signedOut.title} lede={w.signedOut[why]} />
      <SignInWays />
      <p>{w.signedOut.how}</p>
      <ul>
        <li>{w.signedOut.howOwner}</li>
        <li>{w.signedOut.howMember}</li>
      </ul>
    </>
  );
}
