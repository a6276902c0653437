import { expect, test } from 'vitest';
import { product } from '../../upstream/cost/prices.ts';
import { useAws } from '../../upstream/use-aws.ts';

const operation = 'cost.getAwsPricing';
const question = { serviceCode: 'AmazonEC2' };

const agent = useAws();

test('a product is returned with its attributes and the prices of each term, one for each currency', async () => {
  const result = await agent.result(operation, question);
  expect(result.data).toEqual({
    products: [
      {
        sku: 'ABCDEFGHIJKLMNOP',
        family: 'Compute Instance',
        attributes: { instanceType: 'm7g.large', regionCode: 'eu-west-1' },
        publishedAt: '2026-11-15T00:00:00.000Z',
        terms: [
          {
            kind: 'OnDemand',
            code: 'JRTCKXETXF',
            effectiveAt: '2026-11-01T00:00:00.000Z',
            attributes: {},
            prices: [
              {
                price: { amount: '0.0912', currency: 'USD' },
                unit: 'Hrs',
                description: '$0.0912 per On Demand Linux m7g.large Instance Hour',
                fromQuantity: 0,
              },
            ],
          },
          {
            kind: 'Reserved',
            code: '4NA7Y494T4',
            effectiveAt: '2026-10-01T00:00:00.000Z',
            attributes: { LeaseContractLength: '1yr', PurchaseOption: 'No Upfront' },
            prices: [
              { price: { amount: '0.06', currency: 'USD' }, unit: 'Hrs', fromQuantity: 0, toQuantity: 750 },
              { price: { amount: '0.4', currency: 'CNY' }, unit: 'Hrs', fromQuantity: 0, toQuantity: 750 },
            ],
          },
        ],
      },
    ],
  });
  expect(result).not.toHaveProperty('cost');
});

test('filters are asked in the words of AWS, where the price list answers', async () => {
  const filters = [
    { field: 'regionCode', value: 'eu-west-1' },
    { field: 'instanceType', match: 'any_of', value: 'm7g.large,m7g.xlarge' },
    { field: 'usagetype', match: 'contains', value: 'BoxUsage' },
    { field: 'tenancy', match: 'none_of', value: 'Dedicated' },
  ];
  await agent.result(operation, { ...question, filters, limit: 3 });
  expect(agent.requests).toMatchObject([
    {
      region: 'us-east-1',
      input: {
        ServiceCode: 'AmazonEC2',
        Filters: [
          { Field: 'regionCode', Type: 'EQUALS', Value: 'eu-west-1' },
          { Field: 'instanceType', Type: 'ANY_OF', Value: 'm7g.large,m7g.xlarge' },
          { Field: 'usagetype', Type: 'CONTAINS', Value: 'BoxUsage' },
          { Field: 'tenancy', Type: 'NONE_OF', Value: 'Dedicated' },
        ],
        FormatVersion: 'aws_v1',
        MaxResults: 3,
      },
    },
  ]);
});

test('the cursor leads to the next page, and what is absent is left out', async () => {
  const { nextCursor } = await agent.result(operation, question);
  expect(await agent.result(operation, { ...question, cursor: nextCursor })).toMatchObject({
    truncated: false,
    data: { products: [{ sku: 'QRSTUVWXYZABCDEF', attributes: {}, terms: [] }] },
  });
});

test('no product at all is said with where to look', async () => {
  agent.answerWith({ 'pricing:GetProducts': () => ({ PriceList: [] }) });
  const { because } = await agent.result(operation, { serviceCode: 'amazonec2' });
  expect(because).toMatch(/^The price list was read, but no product of amazonec2 matches/u);
});

test.each([
  ['no JSON', 'no product, with a word of its own', '$'],
  ['without a product', JSON.stringify({ ...product, product: undefined }), '$.product'],
])('a text that is %s is reported by its place, and not repeated', async (_what, text, path) => {
  agent.answerWith({ 'pricing:GetProducts': () => ({ PriceList: [text] }) });
  const fault = await agent.fault(operation, question);
  expect(fault).toMatchObject({ code: 'upstream_changed', data: { path } });
  expect(JSON.stringify(fault)).not.toContain('a word of its own');
});
