import type { Headers } from '../carried.js';

/** What is answered in place of what was asked for. */
export interface Refusal {
  status: number;
  headers?: Headers;
  /** Says why, and what to do about it. */
  reason?: string;
}

export type ExplainedRefusal = Refusal & { reason: string };
