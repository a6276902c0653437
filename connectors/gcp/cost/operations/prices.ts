import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { Sku } from '../schema.ts';
import type { GcpContext, GcpOperations } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import type { AnswerOf } from '../../schema.ts';
import { present, timeOf } from '../../wording.ts';
import { askLibrary } from '../ask-library.ts';
import { createCatalogClient, oneTry } from '../billing-client.ts';
import { moneyOf } from '../money.ts';

type Told = DataOf<'cost.getGcpComputePricing'>['products'][number];

/** Compute Engine in the price list: https://cloud.google.com/billing/v1/how-tos/catalog-api */
const computeEngine = '6F81-5844-456A';
/** The most that the vendor gives in one page. */
const pageSize = 5000;
const maxPages = 25;
const freshMs = 24 * 3_600_000;
const maxRegions = 8;

interface Listed {
  readonly products: readonly Told[];
  readonly readAtMs: number;
}

/** By source: the list is long, the same for everybody, and changes once a day. */
const listed = new WeakMap<object, Map<string, Listed>>();

export const priceOperations: GcpOperations<'cost.getGcpComputePricing'> = {
  'cost.getGcpComputePricing': {
    async run(args, context) {
      const { region, family } = args;
      const products = await readProducts(context, region);
      if (products.length === 0) throw noSuchRegion(region);
      const list = await readList({
        operation: 'cost.getGcpComputePricing',
        args,
        read: () => Promise.resolve({ rows: products }),
        keep: (one) => family === undefined || one.family?.toLowerCase() === family.toLowerCase(),
        empty: `The read was allowed: ${region} has no products of the family ${family ?? 'asked for'}; there are ${familiesOf(products)}.`,
      });
      return { data: { products: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

function noSuchRegion(region: string): Fault {
  return new Fault(
    'not_found_or_hidden',
    { what: `region ${region} of the price list` },
    'Name a region that the vendor has, such as us-central1; the price list has no product in this one.',
  );
}

function familiesOf(products: readonly Told[]): string {
  return [...new Set(products.flatMap(({ family }) => family ?? []))].toSorted().join(', ');
}

async function readProducts(context: GcpContext, region: string): Promise<readonly Told[]> {
  const mine = listed.get(context.source) ?? new Map<string, Listed>();
  listed.set(context.source, mine);
  const known = mine.get(region);
  if (known !== undefined && known.readAtMs > context.clock.now() - freshMs) return known.products;
  const products: Told[] = [];
  let pageToken = '';
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await readPage(context, pageToken);
    for (const sku of answer.skus) if (sku.serviceRegions.includes(region)) products.push(tell(sku));
    pageToken = answer.nextPageToken ?? '';
    if (pageToken === '') break;
  }
  if (pageToken !== '') {
    throw new Fault(
      'upstream_changed',
      { path: '$.nextPageToken' },
      'Report it to Farol: the price list has more pages than are read.',
    );
  }
  if (mine.size >= maxRegions) mine.clear();
  mine.set(region, { products, readAtMs: context.clock.now() });
  return products;
}

function readPage(context: GcpContext, pageToken: string): Promise<AnswerOf<'cloudbilling.services.skus.list'>> {
  return askLibrary(context, 'cloudbilling.services.skus.list', {
    path: { service: computeEngine },
    call: async (sendRequest) => {
      const client = await createCatalogClient(sendRequest);
      return client.listSkus(
        { parent: `services/${computeEngine}`, pageSize, ...(pageToken !== '' && { pageToken }) },
        oneTry,
      );
    },
  });
}

/** Prices in force now: the vendor tells the latest first and only. */
function tell(sku: Sku): Told {
  const [pricing] = sku.pricingInfo;
  const expression = pricing?.pricingExpression;
  return {
    sku: sku.skuId,
    description: sku.description ?? '',
    regions: sku.serviceRegions,
    prices:
      expression?.tieredRates.flatMap(({ startUsageAmount, unitPrice }) => {
        const price = moneyOf(unitPrice);
        return price === undefined ? [] : [{ fromQuantity: startUsageAmount ?? 0, price }];
      }) ?? [],
    ...present({
      family: sku.category?.resourceFamily,
      group: sku.category?.resourceGroup,
      usageType: sku.category?.usageType,
      unit: expression?.usageUnit,
      unitDescription: expression?.usageUnitDescription,
      effectiveAt: timeOf(pricing?.effectiveTime),
    }),
  };
}
