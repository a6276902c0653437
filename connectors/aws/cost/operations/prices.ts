/** The price list of AWS, which is public, answers in few regions and is the same in each of them. */
import type { FilterType } from '@aws-sdk/client-pricing';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { homeRegion, partitionOf } from '../../access/regions.ts';
import { anyRegion } from '../bill.ts';
import { toProduct } from './to-product.ts';

type Match = ArgumentsOf<'cost.getAwsPricing'>['filters'][number]['match'];

const matches = {
  equals: 'EQUALS',
  contains: 'CONTAINS',
  any_of: 'ANY_OF',
  none_of: 'NONE_OF',
} as const satisfies Record<Match, FilterType>;

export const priceOperations = {
  'cost.getAwsPricing': {
    async run(args, context): Promise<Answer<DataOf<'cost.getAwsPricing'>>> {
      const { PricingClient: Client, GetProductsCommand } = await import('@aws-sdk/client-pricing');
      const answer = await answerPage(
        { operation: 'cost.getAwsPricing', args, region: anyRegion, what: 'products' },
        async (NextToken) => {
          const command = new GetProductsCommand({
            ServiceCode: args.serviceCode,
            Filters: args.filters.map(({ field, match, value }) => ({
              Field: field,
              Type: matches[match],
              Value: value,
            })),
            FormatVersion: 'aws_v1',
            MaxResults: args.limit,
            NextToken,
          });
          const found = await ask(context, {
            call: 'pricing:GetProducts',
            region: priceRegion(context),
            Client,
            command,
          });
          return { items: found.PriceList ?? [], next: found.NextToken };
        },
        (products) => ({ products: products.map((text) => toProduct(String(text))) }),
      );
      const isEmpty = answer.data.products.length === 0 && args.cursor === undefined;
      return isEmpty ? { ...answer, because: noneOf(args.serviceCode) } : answer;
    },
  },
} satisfies AwsOperations<'cost.getAwsPricing'>;

/** Where the price list answers: https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-price-list-query-api.html */
function priceRegion(context: AwsContext): string {
  return partitionOf(homeRegion(context)) === 'aws-cn' ? 'cn-northwest-1' : 'us-east-1';
}

function noneOf(serviceCode: string): string {
  return `The price list was read, but no product of ${serviceCode} matches. Check the spelling: codes are like AmazonEC2, attributes like instanceType, and both are case-sensitive.`;
}
