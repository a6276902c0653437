import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { readPlan } from './explain.ts';

const scan = { stage: 'IXSCAN', indexName: 'state_1', keyPattern: { state: 1 }, indexBounds: { state: ['[1, 1]'] } };

describe('a plan', () => {
  test('of a find is returned from the outside in, with its indexes and what was not chosen', () => {
    const winningPlan = {
      stage: 'SORT',
      inputStage: { stage: 'FETCH', filter: { stage: 'COLLSCAN' }, inputStage: scan },
    };
    expect(readPlan({ queryPlanner: { winningPlan, rejectedPlans: [{ stage: 'COLLSCAN' }] } })).toEqual({
      indexes: ['state_1'],
      stages: ['SORT', 'FETCH', 'IXSCAN'],
      scansCollection: false,
      rejectedPlans: 1,
      plan: winningPlan,
    });
  });

  test.each(['IDHACK', 'EXPRESS_IXSCAN', 'CLUSTERED_IXSCAN'])('with %s reads by the identifier', (stage) => {
    expect(readPlan({ queryPlanner: { winningPlan: { stage } } }).indexes).toEqual(['_id_']);
  });

  test('that reads everything says so', () => {
    expect(readPlan({ queryPlanner: { winningPlan: { stage: 'COLLSCAN', direction: 'forward' } } })).toMatchObject({
      indexes: [],
      scansCollection: true,
    });
  });

  test('of the newer engine is found below its query plan', () => {
    const winningPlan = {
      isCached: false,
      queryPlan: { stage: 'EQ_LOOKUP', strategy: 'NestedLoopJoin', inputStage: scan },
      slotBasedPlan: { stages: '[1] scan', slots: '' },
    };
    expect(readPlan({ queryPlanner: { winningPlan, rejectedPlans: [] } })).toMatchObject({
      stages: ['EQ_LOOKUP', 'IXSCAN'],
      indexes: ['state_1'],
      scansCollection: true,
    });
  });

  test('of a find over shards is that of every shard', () => {
    const shards = [
      { shardName: 's0', winningPlan: { stage: 'FETCH', inputStage: scan }, rejectedPlans: [{}, {}] },
      { shardName: 's1', winningPlan: { stage: 'COLLSCAN' }, rejectedPlans: [{}] },
    ];
    expect(readPlan({ queryPlanner: { winningPlan: { stage: 'SHARD_MERGE', shards } } })).toMatchObject({
      stages: ['SHARD_MERGE', 'FETCH', 'IXSCAN', 'COLLSCAN'],
      scansCollection: true,
      rejectedPlans: 3,
    });
  });

  test('of a pipeline begins with its last stage and ends with the read', () => {
    const stages = [
      {
        $cursor: { queryPlanner: { winningPlan: { stage: 'PROJECTION_SIMPLE', inputStage: scan }, rejectedPlans: [] } },
      },
      { $group: { _id: '$state' } },
      { $sort: { sortKey: { _id: 1 } } },
    ];
    expect(readPlan({ stages })).toEqual({
      stages: ['$sort', '$group', 'PROJECTION_SIMPLE', 'IXSCAN'],
      indexes: ['state_1'],
      scansCollection: false,
      rejectedPlans: 0,
      plan: { stages },
    });
  });

  test('of a pipeline over shards is that of every shard', () => {
    const shards = { s0: { queryPlanner: { winningPlan: { stage: 'COLLSCAN' }, rejectedPlans: [] } } };
    expect(readPlan({ shards })).toMatchObject({ stages: ['COLLSCAN'], plan: { shards } });
  });

  test('in an unknown form is reported as such', () => {
    expect(() => readPlan({ ok: 1 })).toThrow(Fault);
  });
});
