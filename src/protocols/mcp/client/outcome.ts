import type { Json } from '../../../json/json.js';

/** What came of a script. `value` tells what the user saw: the name of the server, and the outcome of each action. */
export interface ClientOutcome {
  ok: boolean;
  value: { server: Json; results: Json[]; [told: string]: Json };
  error?: string;
}
