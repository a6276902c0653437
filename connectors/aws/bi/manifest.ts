/** The statement BiQuickSightSomenteLeitura, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const biGrants = {
  'quicksight:Describe*': {
    group: 'BiQuickSightSomenteLeitura',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads one dashboard or dataset.',
    justification:
      'AWS classes three actions that it matches as managing permissions: DescribeKnowledgeBasePermissions, DescribeSpacePermissions and DescribeTopicPermissions. They tell who may use an asset and change nothing; no operation calls them, and the variant without wildcards leaves them out.',
  },
  'quicksight:List*': {
    group: 'BiQuickSightSomenteLeitura',
    need: 'optional',
    access: 'List',
    purpose: 'Lists dashboards, datasets, data sources, analyses, ingestions and users.',
  },
  'quicksight:Search*': {
    group: 'BiQuickSightSomenteLeitura',
    need: 'optional',
    access: 'List',
    purpose: 'Searches dashboards.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
