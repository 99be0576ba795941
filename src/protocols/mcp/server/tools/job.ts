import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { answer, failure, text } from '../content.js';
import { type Tool, tool } from '../state/tool.js';
import { askForm } from './asking.js';
import { STEPS, takeSteps } from './steps.js';

/** The shipped tool that runs only as a task, and ends in each way that a task can. */
export const jobTool: Tool = tool(
  'job',
  {
    title: 'Job',
    description: 'Runs as a task only. Takes its time in steps, and ends as its arguments say.',
    takes: {
      ...STEPS,
      logs: { type: 'boolean', default: false, description: 'Whether it sends a log message.' },
      ends: { enum: ['result', 'failure', 'error', 'form'], default: 'result' },
    },
    streams: true,
    taskSupport: 'required',
  },
  async (args, call) => {
    const steps = await takeSteps(args, call);
    if (steps === undefined) return failure('Cancelled.');
    if (args.logs === true) call.log('info', 'The job has begun.');
    if (args.ends === 'form') return askForm('What is the job for?', call);
    if (args.ends === 'error') throw new RpcError(-32000, 'The job broke off', { steps });
    return args.ends === 'failure' ? failure('The job failed.') : answer(text('The job is done.'));
  },
);
