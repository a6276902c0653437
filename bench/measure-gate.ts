/**
 * Cost of the Agent's gate, in this process and without a network. The peer is the least any server
 * must do with the same frame: parse its JSON and check its arguments. Both begin at the frame's text.
 */
import path from 'node:path';
import { metricsQuery } from '../catalog/metrics.ts';
import { AuditLog } from '../src/agent/audit/audit-log.ts';
import { systemClock } from '../src/core/clock.ts';
import { type CommandRequest, OperationRun } from '../src/tunnel/messages.ts';
import type { Findings, Row } from './bench-report.ts';
import { GateUnderBench } from './gate-under-bench.ts';
import { type Bench, takeTurns } from './bench.ts';

const warmUpOperations = 5000;
const operationsPerSample = 10_000;
const atOnce = 50;

const args = {
  query: { dialect: 'promql', text: 'sum by (route) (rate(http_requests_total{job="api"}[5m]))' },
  window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' },
  stepSec: 60,
  limit: 100,
};
const frameOf = (operation: string): string =>
  JSON.stringify({ request_id: '00000000-0000-4000-8000-000000000000', operation, args });

const refusedFrame = frameOf('metrics.delete');
const acceptedFrame = frameOf('metrics.query');
const peerName = 'JSON.parse + schema of the arguments';

export async function measureGate({ workspace, repeat, onStarted }: Bench): Promise<Findings> {
  const audit = await AuditLog.open(path.join(workspace.folder, 'audit.jsonl'), systemClock);
  onStarted(() => audit.close());
  const inMemory = new GateUnderBench({ append: () => Promise.resolve(), ready: () => Promise.resolve() });
  const onDisk = new GateUnderBench(audit);
  for (const gate of [inMemory, onDisk]) onStarted(() => gate.close());

  const refuse = (gate: GateUnderBench) => () => timeRefused(gate);
  return {
    rows: [
      await compare('refused, not in the catalog', repeat, refuse(inMemory)),
      await compare('refused, its audit record synced, 50 at once', repeat, togetherOf(refuse(onDisk))),
      await compare('accepted, up to the first I/O', repeat, () => timeAccepted(inMemory)),
    ],
    unmeasured: [],
  };
}

type TimeOne = () => Promise<number>;

/** A B, then B A, and so on: neither always runs on the warmer processor. */
async function compare(name: string, repeat: number, gate: TimeOne): Promise<Row> {
  await meanOf(gate, warmUpOperations);
  await meanOf(timePeer, warmUpOperations);
  const samples: number[] = [];
  const peer: number[] = [];
  await takeTurns(repeat, [
    async () => samples.push(await meanOf(gate, operationsPerSample)),
    async () => peer.push(await meanOf(timePeer, operationsPerSample)),
  ]);
  return { name, unit: 'µs', samples, peer: { name: peerName, samples: peer } };
}

/** Microseconds. */
async function meanOf(time: TimeOne, operations: number): Promise<number> {
  let totalMs = 0;
  for (let done = 0; done < operations; done++) totalMs += await time();
  return (totalMs * 1000) / operations;
}

async function timeRefused(gate: GateUnderBench): Promise<number> {
  const started = performance.now();
  const answer = await gate.ask(readFrame(refusedFrame));
  const tookMs = performance.now() - started;
  if (answer.ok || answer.fault.code !== 'not_in_catalog') throw new Error('the gate did not refuse as expected');
  return tookMs;
}

async function timeAccepted(gate: GateUnderBench): Promise<number> {
  const started = performance.now();
  const answer = await gate.ask(readFrame(acceptedFrame));
  if (!answer.ok) throw new Error(`the gate refused what it should accept: ${answer.fault.code}`);
  return gate.reachedIoAt - started;
}

/** Mean time of a question among others: records that arrive while the disk is busy share one sync. */
function togetherOf(time: TimeOne): TimeOne {
  const left: number[] = [];
  return async () => {
    if (left.length === 0) {
      const started = performance.now();
      await Promise.all(Array.from({ length: atOnce }, time));
      const eachMs = (performance.now() - started) / atOnce;
      left.push(...Array.from({ length: atOnce }, () => eachMs));
    }
    return left.pop() ?? 0;
  };
}

function timePeer(): Promise<number> {
  const started = performance.now();
  const frame = JSON.parse(acceptedFrame) as { args: unknown };
  metricsQuery.arguments.parse(frame.args);
  return Promise.resolve(performance.now() - started);
}

function readFrame(text: string): CommandRequest<'operation.run'> {
  return OperationRun.parse(JSON.parse(text));
}
