/** The price list: https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_pricing_GetProducts.html */
import { type Answers, paged } from '../aws-fake.ts';

export const product = {
  product: {
    productFamily: 'Compute Instance',
    attributes: { instanceType: 'm7g.large', regionCode: 'eu-west-1' },
    sku: 'ABCDEFGHIJKLMNOP',
  },
  serviceCode: 'AmazonEC2',
  terms: {
    OnDemand: {
      'ABCDEFGHIJKLMNOP.JRTCKXETXF': {
        priceDimensions: {
          'ABCDEFGHIJKLMNOP.JRTCKXETXF.6YS6EN2CT7': {
            unit: 'Hrs',
            endRange: 'Inf',
            description: '$0.0912 per On Demand Linux m7g.large Instance Hour',
            appliesTo: [],
            rateCode: 'ABCDEFGHIJKLMNOP.JRTCKXETXF.6YS6EN2CT7',
            beginRange: '0',
            pricePerUnit: { USD: '0.0912000000' },
          },
        },
        sku: 'ABCDEFGHIJKLMNOP',
        effectiveDate: '2026-11-01T00:00:00Z',
        offerTermCode: 'JRTCKXETXF',
        termAttributes: {},
      },
    },
    Reserved: {
      'ABCDEFGHIJKLMNOP.4NA7Y494T4': {
        priceDimensions: {
          first: { unit: 'Hrs', beginRange: '0', endRange: '750', pricePerUnit: { USD: '0.06', CNY: '0.4' } },
        },
        effectiveDate: '2026-10-01T00:00:00Z',
        offerTermCode: '4NA7Y494T4',
        termAttributes: { LeaseContractLength: '1yr', PurchaseOption: 'No Upfront' },
      },
    },
  },
  version: '20261115000000',
  publicationDate: '2026-11-15T00:00:00Z',
};

export const priceAnswers: Answers = {
  'pricing:GetProducts': ({ NextToken }) => ({
    FormatVersion: 'aws_v1',
    ...paged(
      NextToken,
      { PriceList: [JSON.stringify(product)] },
      { PriceList: [JSON.stringify({ product: { sku: 'QRSTUVWXYZABCDEF' } })] },
      'NextToken',
    ),
  }),
};
