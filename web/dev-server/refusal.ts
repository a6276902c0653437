import { OperationRefusal, type RemovedCapture } from '../../src/control/api/api.ts';

interface RefusalExtras {
  readonly field?: string;
  readonly retryAfterSec?: number;
  readonly removed?: RemovedCapture;
}

/** An error answer of the fake, in the terms of the real envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly extras: RefusalExtras;

  constructor(status: number, code: string, message: string, extras: RefusalExtras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** A fault of an Agent, as the control plane passes it on. */
export class FaultAnswer extends Error {
  override readonly name = 'FaultAnswer';
  readonly status: number;
  readonly fault: OperationRefusal['error'];

  constructor(status: number, fault: Omit<OperationRefusal['error'], 'request_id'>) {
    super(fault.code);
    this.status = status;
    this.fault = OperationRefusal.parse({ error: { ...fault, request_id: 'req_0001' } }).error;
  }
}
