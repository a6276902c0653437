/** Terms of a purchase in the vendor's words, the same for reservations and savings plans. */
import type { AccountScope, LookbackPeriodInDays, PaymentOption, TermInYears } from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf } from '../../../catalog/index.ts';

type Terms = Pick<
  ArgumentsOf<'cost.getSavingsPlansRecommendations'>,
  'lookbackDays' | 'payment' | 'scope' | 'termYears'
>;

const lookbacks = { 7: 'SEVEN_DAYS', 30: 'THIRTY_DAYS', 60: 'SIXTY_DAYS' } as const satisfies Record<
  Terms['lookbackDays'],
  LookbackPeriodInDays
>;
const years = { 1: 'ONE_YEAR', 3: 'THREE_YEARS' } as const satisfies Record<Terms['termYears'], TermInYears>;
const payments = {
  no_upfront: 'NO_UPFRONT',
  partial_upfront: 'PARTIAL_UPFRONT',
  all_upfront: 'ALL_UPFRONT',
} as const satisfies Record<Terms['payment'], PaymentOption>;
const scopes = { organization: 'PAYER', account: 'LINKED' } as const satisfies Record<Terms['scope'], AccountScope>;

export function termsOf({ lookbackDays, payment, scope, termYears }: Terms) {
  return {
    LookbackPeriodInDays: lookbacks[lookbackDays],
    TermInYears: years[termYears],
    PaymentOption: payments[payment],
    AccountScope: scopes[scope],
  };
}
