import { z } from 'zod';
import { describeOperation, findExamples } from '../../catalog/catalog-entries.ts';
import { outlineSchema } from '../../catalog/outline-schema.ts';
import { defineTool } from './tool.ts';
import { findRead, OperationName } from './tool-refusals.ts';

const JsonSchema = z.record(z.string(), z.unknown());
const listedAgents = 20;

export const catalogDescribe = defineTool({
  name: 'catalog_describe',
  title: 'Describe one read operation',
  description:
    'Every argument and every field of the result of one read operation as a type of TypeScript, who can answer it and with which permissions. Needed before catalog_read where the example of catalog_search is not enough, or to choose fields.',
  args: z.strictObject({
    operation: OperationName,
    json_schema: z.boolean().default(false).describe('JSON Schemas, three times as long, for programs'),
  }),
  result: z.strictObject({
    name: z.string(),
    summary: z.string(),
    arguments: z.union([z.string(), JsonSchema]).describe('No others are accepted'),
    result: z.union([z.string(), JsonSchema]).describe('Of data in the answer of catalog_read'),
    schema: z.string().describe('$id of the JSON Schema of result'),
    examples: z.record(z.string(), JsonSchema).describe('Of arguments, by connector'),
    answers: z.array(
      z.strictObject({
        connector: z.string().describe('For source of catalog_read'),
        agents: z.array(z.string()).describe('Live Agents that have it configured'),
        grants: z.record(z.string(), z.string()).describe('Permission: how much it is needed'),
      }),
    ),
  }),
  call: async ({ operation, json_schema: asJsonSchema }, { asker, deps }) => {
    const { name } = findRead(operation);
    const described = describeOperation(asker, name);
    if (described === undefined) throw new Error('the catalog lists an operation that it does not describe');
    const agents = await deps.answering.find(asker.organization);
    const { summary, arguments: accepted, result, answers } = described;
    const connectors = answers.map(({ connector }) => connector);
    const configured = connectors.filter((one) => agents.has(one));
    const shown = (schema: Record<string, unknown>) => (asJsonSchema ? schema : outlineSchema(schema));
    return {
      result: {
        name,
        summary,
        arguments: shown(accepted),
        result: shown(result),
        schema: result.$id,
        examples: findExamples(name, configured.length > 0 ? configured : connectors.slice(0, 1)),
        answers: answers.map(({ connector, grants }) => ({
          connector,
          agents: (agents.get(connector) ?? []).slice(0, listedAgents),
          grants: Object.fromEntries(grants.map(({ grant, need }) => [grant, need])),
        })),
      },
    };
  },
});
