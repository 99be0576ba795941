import { AnswerTab } from './answer.js';
import { FaultsTab } from './faults.js';
import { SendTab } from './send.js';
import type { Panes } from './tabs.js';

/** What can be done by hand while Proctor serves the page. */
export const PANES: Panes = { answer: AnswerTab, send: SendTab, faults: FaultsTab };
