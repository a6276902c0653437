/** Good answers of the services that run databases, each list with a second page. */
import type { Answers } from '../aws-fake.ts';
import { cacheAnswers } from './caches.ts';
import { load, loadAnswers } from './load.ts';
import { rdsAnswers } from './rds.ts';
import { replicationAnswers } from './replication.ts';
import { searchAnswers } from './search.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

export const databasesAnswers: Answers = {
  ...rdsAnswers,
  ...replicationAnswers,
  ...searchAnswers,
  ...cacheAnswers,
  ...loadAnswers,
};

export const databasesQuestions: Exemplar['questions'] = {
  'databases.listInstances': [{}, { region: 'us-east-1' }],
  'databases.listClusters': [{}],
  'databases.listSubnetGroups': [{}],
  'databases.listReplicationTasks': [{}],
  'databases.listSearchDomains': [{}],
  'databases.listCaches': [{}],
  'databases.getLoad': [load],
};
