import type { ReservationPurchaseRecommendationDetail as Detail } from '@aws-sdk/client-cost-explorer';
import type { DataOf } from '../../../../catalog/index.ts';
import { known } from '../../members.ts';
import { figureOf, type Money, moneyOf } from '../money.ts';

type Reservation = DataOf<'cost.getReservationRecommendations'>['recommendations'][number];

/** Nodes are counted as instances, and capacity in units of its own. */
export function toReservation(detail: Detail): Reservation {
  const money = (amount: string | undefined): Money | undefined =>
    moneyOf(amount, detail.CurrencyCode, 'Recommendations[].RecommendationDetails[]');
  return {
    ...toSubject(detail),
    ...known({
      accountId: detail.AccountId,
      count: figureOf(
        detail.RecommendedNumberOfInstancesToPurchase ?? detail.RecommendedNumberOfCapacityUnitsToPurchase,
      ),
      normalizedUnits: figureOf(detail.RecommendedNormalizedUnitsToPurchase),
      usedPerHour: toUse(detail),
      averageUtilizationPercent: figureOf(detail.AverageUtilization),
      breakEvenMonths: figureOf(detail.EstimatedBreakEvenInMonths),
      upfrontCost: money(detail.UpfrontCost),
      monthlyCost: money(detail.RecurringStandardMonthlyCost),
      onDemandMonthlyCost: money(detail.EstimatedMonthlyOnDemandCost),
      monthlySavings: money(detail.EstimatedMonthlySavingsAmount),
      savingsPercent: figureOf(detail.EstimatedMonthlySavingsPercentage),
    }),
  };
}

function toUse(detail: Detail): Reservation['usedPerHour'] {
  const used = known({
    min: figureOf(detail.MinimumNumberOfInstancesUsedPerHour ?? detail.MinimumNumberOfCapacityUnitsUsedPerHour),
    average: figureOf(detail.AverageNumberOfInstancesUsedPerHour ?? detail.AverageNumberOfCapacityUnitsUsedPerHour),
    max: figureOf(detail.MaximumNumberOfInstancesUsedPerHour ?? detail.MaximumNumberOfCapacityUnitsUsedPerHour),
  });
  return Object.keys(used).length === 0 ? undefined : used;
}

type Facts = Readonly<Record<string, string | boolean | undefined>>;

/** Region, family and type by their own names; every other fact in the vendor's words, with a small first letter. */
function toSubject(detail: Detail): Pick<Reservation, 'attributes' | 'family' | 'region' | 'type'> {
  const facts = factsOf(detail);
  const { Region, Family, InstanceType, NodeType, CapacityUnits, InstanceClass, InstanceSize, ...others } = facts;
  // Search engines have class and size, which together are the type of the others.
  const ofSearch =
    InstanceClass === undefined || InstanceSize === undefined ? undefined : `${InstanceClass}.${InstanceSize}.search`;
  return {
    attributes: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]): [string, string][] =>
        value === undefined || value === '' ? [] : [[`${name[0]?.toLowerCase()}${name.slice(1)}`, String(value)]],
      ),
    ),
    ...known({
      region: textOf(Region),
      family: textOf(Family ?? InstanceClass),
      type: textOf(InstanceType ?? NodeType ?? ofSearch ?? CapacityUnits),
    }),
  };
}

/** Exactly one of the services is present. */
function factsOf({ InstanceDetails: instances = {}, ReservedCapacityDetails: capacity = {} }: Detail): Facts {
  const told = [...Object.values(instances), ...Object.values(capacity)].find((facts) => facts !== undefined);
  return { ...told };
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
