import type { Scene } from '../../../acp/agent/turns/scene.js';
import { CALLS } from './calls.js';
import { DAEMONS } from './daemons.js';
import { EFFECTS } from './effects.js';
import { HUMANS } from './humans.js';
import { LOOPS } from './loops.js';
import { MODELS } from './models.js';
import { NEWS } from './news.js';
import { PLANS } from './plans.js';
import { RECORDS } from './records.js';
import { WORKERS } from './workers.js';
import { WORKFLOWS } from './workflows.js';

/** What the prompts of an agent of Harn can order beside those of ACP. */
export const SCENES: { readonly [name: string]: Scene } = {
  ...LOOPS,
  ...CALLS,
  ...DAEMONS,
  ...EFFECTS,
  ...MODELS,
  ...NEWS,
  ...PLANS,
  ...RECORDS,
  ...HUMANS,
  ...WORKERS,
  ...WORKFLOWS,
};
