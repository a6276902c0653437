import { PageHead } from '../parts/page-head.tsx';
import { SignInWays } from '../access/sign-in-ways.tsx';
import { words } from '../words/words.ts';

/** Nobody is signed in: says why, and how to come in. */
export function SignedOutPage({ why }: { readonly why: 'none' | 'expired' | 'left' }) {
  const w = words();
  const { titleExpired: expired, title: left } = w.signedOut;
  const titles = { none: w.welcome.title, expired, left };
  return (
    <>
      <PageHead title={titles[why]} {...(why !== 'none' && { lede: w.signedOut[why] })} />
      <SignInWays />
      <p>{w.signedOut.how}</p>
      <ul>
        <li>{w.signedOut.howOwner}</li>
        <li>{w.signedOut.howMember}</li>
      </ul>
    </>
  );
}
