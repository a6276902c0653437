/** What each page of the app is for. `document.test.ts` fails for a page that is not here. */
import { pageAddresses } from '../page-addresses.ts';

export interface PageText {
  readonly title: string;
  /** What it answers first, as one sentence. */
  readonly answers: string;
  /** What shows that answer, without the header of the app. */
  readonly first: string;
}

/** Shown to somebody who is not signed in. */
export const signInAddress = '/';

/** In the order in which the document lists them. */
export const listedAddresses: readonly string[] = [signInAddress, ...pageAddresses];

/** By the path of an address. */
const texts: Readonly<Record<string, PageText>> = {
  '/': { title: 'Sign in', answers: 'How to sign in, and what to do without a link.', first: 'main button' },
  '/profiling': {
    title: 'Profiling',
    answers: 'Whether the newest version of each workload costs more, with the newest captures below.',
    first: '.row-sentence',
  },
  '/profiling/captures/cap_head': {
    title: 'Capture',
    answers: 'How a capture ended, and the main figures that it measured.',
    first: '.tile .figure',
  },
  '/profiling/diff': {
    title: 'Comparison',
    answers: 'What the new version costs, the likely cause, what is new in it, and how sure that is.',
    first: '.cause',
  },
  '/releases/checkout-api': {
    title: 'Release',
    answers: 'What a release changed, with the metrics of its Agents before and after it.',
    first: '.cause',
  },
  '/fleet': { title: 'Fleet', answers: 'Which Agents and Profilers need attention, and why.', first: '.fleet-first' },
  '/fleet/agent-primary': {
    title: 'Instance',
    answers: 'Whether one instance is connected, and which of its checks failed with what to do.',
    first: 'main tbody td:last-child',
  },
  '/permissions': {
    title: 'Permissions',
    answers: 'Which permission document to grant to each system, and what each permission is for.',
    first: 'main li a',
  },
  '/ask': {
    title: 'Ask',
    answers: 'Which questions can be asked now, with recent and saved ones first.',
    first: '.ask-domains summary',
  },
  '/ask/metrics.query': {
    title: 'One operation',
    answers: 'What an operation needs to be asked, and its answer beside it.',
    first: 'textarea',
  },
  '/ask/questions': {
    title: 'Questions',
    answers: 'Who asked what, of which Agent, and how that ended.',
    first: 'main tbody tr',
  },
  '/settings/profiler': {
    title: 'Settings: Profiler',
    answers: 'Whether captures are enabled in this organization, and who changed that.',
    first: 'main .danger',
  },
  '/settings/tokens': {
    title: 'Settings: tokens',
    answers: 'Which tokens exist, when each expires, and how to make one.',
    first: 'main tbody tr',
  },
  '/settings/enrolment': {
    title: 'Settings: enrolment',
    answers: 'How to add an Agent or a Profiler, with a complete command.',
    first: 'main tbody tr',
  },
  '/settings/people': {
    title: 'Settings: people',
    answers: 'Who has access with which role, and how to invite.',
    first: 'main tbody tr',
  },
  '/settings/acts': { title: 'Settings: audit', answers: 'Who did what, when and from where.', first: 'main tbody tr' },
  '/settings/sign-in': {
    title: 'Settings: sign-in',
    answers: 'Which passkeys and sessions can sign in as this person.',
    first: 'main tbody tr',
  },
};

/** Throws for a page that is not described. */
export function describePage(address: string): PageText {
  const [path = ''] = address.split('?');
  const found = texts[path];
  if (found === undefined) throw new Error(`describe ${path} in ${import.meta.filename}`);
  return found;
}
