import type { Tool } from '../state/tool.js';
import { askingTools } from './asking.js';
import { changingTools } from './changing.js';
import { jobTool } from './job.js';
import { plainTools } from './plain.js';

/** The shipped tools. */
export const shippedTools: readonly Tool[] = [...plainTools, ...changingTools, ...askingTools, jobTool];
