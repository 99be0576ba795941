import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { sleep } from '../../../../wire/clock/clock.js';
import { answer, failure, text } from '../content.js';
import { askForm } from './asking.js';
import { type Tool, tool } from './tool.js';

/** The shipped tool that runs only as a task, and ends in each way that a task can. */
export const jobTool: Tool = tool(
  'job',
  {
    title: 'Job',
    description: 'Runs as a task only. Takes its time in steps, and ends as it is told.',
    takes: {
      steps: { type: 'integer', minimum: 1, maximum: 1000, default: 3 },
      delay_ms: { type: 'integer', minimum: 0, maximum: 600_000, default: 100, description: 'Time of one step.' },
      ends: { enum: ['result', 'failure', 'error', 'form'], default: 'result' },
    },
    streams: true,
    taskSupport: 'required',
  },
  async (args, call) => {
    const steps = Number(args.steps ?? 3);
    for (let step = 1; step <= steps; step += 1) {
      if (!(await sleep(call.session.clock, Number(args.delay_ms ?? 100), call.signal))) return failure('Cancelled.');
      call.report(step, steps, `Step ${step} of ${steps}`);
    }
    if (args.ends === 'form') return askForm('What is the job for?', call);
    if (args.ends === 'error') throw new RpcError(-32000, 'The job broke off', { steps });
    return args.ends === 'failure' ? failure('The job failed.') : answer(text('The job is done.'));
  },
);
