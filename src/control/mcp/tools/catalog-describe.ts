import { z } from 'zod';
import { agentsOf, type ConfiguredSources } from '../../catalog/answering-agents.ts';
import { describeOperation, findExamples } from '../../catalog/catalog-entries.ts';
import { outlineSchema } from '../../catalog/outline-schema.ts';
import { defineTool } from './tool.ts';
import { findRead, OperationName } from './tool-refusals.ts';

const JsonSchema = z.record(z.string(), z.unknown());
const listedAgents = 20;
const listedSources = 50;
const Source = z.strictObject({ source: z.string(), about: z.string().optional(), agents: z.array(z.string()) });

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
        connector: z.string().describe('For source of catalog_read, unless there are sources'),
        agents: z.array(z.string()).describe('Live Agents that have it configured'),
        sources: z.array(Source).optional().describe('Where it has other names than its own: these, for source'),
        grants: z.record(z.string(), z.string()).describe('Permission: how much it is needed'),
      }),
    ),
  }),
  call: async ({ operation, json_schema: asJsonSchema }, { asker, deps }) => {
    const { name } = findRead(operation);
    const described = describeOperation(asker, name);
    if (described === undefined) throw new Error('the catalog lists an operation that it does not describe');
    const found = await deps.answering.find(asker.organization);
    const { summary, arguments: accepted, result, answers } = described;
    const connectors = answers.map(({ connector }) => connector);
    const configured = connectors.filter((one) => found.has(one));
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
          agents: agentsOf(found, connector).slice(0, listedAgents),
          ...namedSources(found, connector),
          grants: Object.fromEntries(grants.map(({ grant, need }) => [grant, need])),
        })),
      },
    };
  },
});

/** Nothing where the connector alone is a name for what there is. */
function namedSources(found: ConfiguredSources, connector: string): { sources?: z.input<typeof Source>[] } {
  const sources = found.get(connector) ?? [];
  if (sources.every(({ source }) => source === connector)) return {};
  return {
    sources: sources.slice(0, listedSources).map((one) => ({ ...one, agents: one.agents.slice(0, listedAgents) })),
  };
}
