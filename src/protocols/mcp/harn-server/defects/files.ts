import { failure } from '../../server/content.js';
import type { Tool } from '../../server/state/tool.js';
import { problemOf, wrongFiles } from '../file-inputs.js';

/** The tool, whose files are judged once it has run. */
export const judgingLate = (tool: Tool): Tool => ({
  ...tool,
  run: async (args, call) => {
    const result = await tool.run(args, call);
    const wrong = problemOf(wrongFiles(tool, args));
    return wrong === undefined ? result : failure(wrong);
  },
});

/** The tool `judged`, which tells what is in files that are refused. */
export const telling = (tool: Tool, judged: Tool, tell: (text: string) => void): Tool => ({
  ...judged,
  judge: (args) => {
    const wrong = tool.judge(args) === undefined ? wrongFiles(tool, args) : [];
    for (const { value, problem } of wrong) tell(`${String(value)} ${problem}\n`);
    return judged.judge(args);
  },
});
