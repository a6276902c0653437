/**
 * How much of what its people, pipelines and assistants make the store holds of one organization, so that none of them
 * fills the disk of all. What the operator of the machine makes is not counted against a person.
 */
import { ApiProblem } from './api-problem.ts';

export const organizationBounds = {
  /** That work, or were created in the last 24 hours. */
  tokens: 5000,
  /** Created in the last 24 hours, which is how long one works. */
  links: 500,
  /** Stored; retention removes old ones. */
  markers: 100_000,
  /** Remembered, for 24 hours. */
  idempotency_keys: 100_000,
  /** Recorded; retention removes old ones. */
  questions: 5_000_000,
  /** Stored, until somebody removes them. */
  saved_questions: 2000,
} as const;
export type Bounded = keyof typeof organizationBounds;

/** Of these, one person or token makes so many at most: a fifth, so that one alone keeps nobody else out. */
export const askerBounds = { tokens: 1000, links: 100, idempotency_keys: 20_000, saved_questions: 400 } as const;

/** The reference page is made from this list. */
export const boundRefusals: Readonly<Record<Bounded, { readonly status: 409 | 429; readonly message: string }>> = {
  tokens: {
    status: 409,
    message: `An organization has at most ${organizationBounds.tokens} tokens that work or were created in the last 24 hours, and each person creates at most ${askerBounds.tokens} of them. Revoke tokens that nobody uses.`,
  },
  links: {
    status: 429,
    message: `An organization creates at most ${organizationBounds.links} links in 24 hours, and each person at most ${askerBounds.links} of them. Try again later.`,
  },
  markers: {
    status: 409,
    message: `An organization stores at most ${organizationBounds.markers} markers. Old ones are removed after FAROL_RETENTION_DAYS.`,
  },
  idempotency_keys: {
    status: 429,
    message: `An organization uses at most ${organizationBounds.idempotency_keys} values of Idempotency-Key in 24 hours, and each asker at most ${askerBounds.idempotency_keys} of them. Try again later, or ask without the header.`,
  },
  questions: {
    status: 429,
    message: `The store holds at most ${organizationBounds.questions} questions of an organization. Old ones are removed after FAROL_RETENTION_DAYS; the operator of the control plane can lower it.`,
  },
  saved_questions: {
    status: 409,
    message: `An organization stores at most ${organizationBounds.saved_questions} saved questions, and each person at most ${askerBounds.saved_questions} of them. Remove some that nobody asks.`,
  },
};

/** 409 where somebody must act first, 429 where time alone helps. */
export function overBound(what: Bounded): ApiProblem {
  return new ApiProblem({ ...boundRefusals[what], code: `too_many_${what}`, actor: 'caller' });
}
