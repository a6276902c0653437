import { DiffQuery } from '../../captures/capture-queries.ts';
import { Headline } from '../../api/headline.ts';
import { capturesScope } from '../../tokens/token-scopes.ts';
import { defineTool } from './tool.ts';

export const captureDiff = defineTool({
  name: 'capture_diff',
  title: 'Compare two versions of a workload',
  description:
    'The headline of the comparison of two captured versions: the sentences that sum it up, and how many findings are how sure. Without from and to it compares the latest version with the one before.',
  scope: capturesScope,
  args: DiffQuery.omit({ format: true }),
  result: Headline,
  call: async (query, { asker, deps }) => {
    const text = await deps.diff.read(asker.organization, { ...query, format: 'headline' });
    return { whose: 'the captured processes', result: Headline.parse(JSON.parse(text)) };
  },
});
