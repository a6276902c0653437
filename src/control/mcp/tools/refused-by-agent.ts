import type { z } from 'zod';
import type { OperationRefusal } from '../../api/api.ts';

type Refusal = z.infer<typeof OperationRefusal>['error'];

/** The Agent refused a question, or what it asked failed. */
export class RefusedByAgent extends Error {
  override readonly name = 'RefusedByAgent';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.summary);
    this.refusal = refusal;
  }
}
