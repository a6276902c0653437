/** One product of the price list, which comes as JSON text: https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html */
import { z } from 'zod';
import type { DataOf } from '../../../../catalog/index.ts';
import { parseAnswer } from '../../../../src/core/parse-answer.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';
import { figureOf, moneyOf } from '../money.ts';
import { timeIn } from '../periods.ts';

type Product = DataOf<'cost.getAwsPricing'>['products'][number];
type Term = Product['terms'][number];

const texts = z.record(z.string(), z.string()).default({});

const PriceDimension = z.object({
  unit: z.string(),
  description: z.string().optional(),
  beginRange: z.string().optional(),
  endRange: z.string().optional(),
  pricePerUnit: texts,
});

const PricedTerm = z.object({
  offerTermCode: z.string().optional(),
  effectiveDate: z.string().optional(),
  termAttributes: texts,
  priceDimensions: z.record(z.string(), PriceDimension).default({}),
});

const PricedProduct = z.object({
  product: z.object({ sku: z.string(), productFamily: z.string().optional(), attributes: texts }),
  publicationDate: z.string().optional(),
  terms: z.record(z.string(), z.record(z.string(), PricedTerm)).default({}),
});

/** @throws Fault `upstream_changed` for a text that is no product. */
export function toProduct(text: string): Product {
  const { product, publicationDate, terms } = parseAnswer(PricedProduct, text);
  return {
    sku: product.sku,
    attributes: product.attributes,
    terms: Object.entries(terms).flatMap(([kind, byCode]) => Object.values(byCode).map((term) => toTerm(kind, term))),
    ...known({ family: product.productFamily, publishedAt: timeIn(publicationDate) }),
  };
}

function toTerm(kind: string, term: z.infer<typeof PricedTerm>): Term {
  return {
    kind,
    attributes: term.termAttributes,
    prices: Object.values(term.priceDimensions).flatMap(toPrices),
    ...known({ code: term.offerTermCode, effectiveAt: timeIn(term.effectiveDate) }),
  };
}

/** One for each currency. The last step of a price that falls with use ends at `Inf`, which is no figure. */
function toPrices(dimension: z.infer<typeof PriceDimension>): Term['prices'] {
  const { unit, description, beginRange, endRange, pricePerUnit } = dimension;
  return Object.entries(pricePerUnit).map(([currency, amount]) => ({
    price: need(moneyOf(amount, currency, 'PriceList[].pricePerUnit'), 'PriceList[].pricePerUnit'),
    unit,
    ...known({ description, fromQuantity: figureOf(beginRange), toQuantity: figureOf(endRange) }),
  }));
}
