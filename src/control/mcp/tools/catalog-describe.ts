import { z } from 'zod';
import { describeOperation } from '../../catalog/catalog-entries.ts';
import { defineTool } from './tool.ts';
import { findRead, OperationName } from './tool-refusals.ts';

const JsonSchema = z.record(z.string(), z.unknown());
const listedAgents = 20;

export const catalogDescribe = defineTool({
  name: 'catalog_describe',
  title: 'Describe one read operation',
  description:
    'The JSON Schemas of the arguments and the result of one read operation, who can answer it and with which permissions. Read it before catalog_read.',
  args: z.strictObject({ operation: OperationName }),
  result: z.strictObject({
    name: z.string(),
    summary: z.string(),
    arguments: JsonSchema,
    result: JsonSchema.describe('Of data in the answer of catalog_read'),
    answers: z.array(
      z.strictObject({
        connector: z.string().describe('For source of catalog_read'),
        agents: z.array(z.string()).describe('Live Agents that have it configured'),
        grants: z.array(z.strictObject({ grant: z.string(), need: z.string() })),
      }),
    ),
  }),
  call: async ({ operation }, { asker, deps }) => {
    const { name } = findRead(operation);
    const described = describeOperation(asker, name);
    if (described === undefined) throw new Error('the catalog lists an operation that it does not describe');
    const agents = await deps.answering.find(asker.organization);
    const { summary, arguments: accepted, result, answers } = described;
    return {
      result: {
        name,
        summary,
        arguments: accepted,
        result,
        answers: answers.map(({ connector, grants }) => ({
          connector,
          agents: (agents.get(connector) ?? []).slice(0, listedAgents),
          grants,
        })),
      },
    };
  },
});
