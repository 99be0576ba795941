import { UsageError } from '../../support/usage-error.js';

/** A part of a plan: the `index`th of `count`, from 1. */
export interface Shard {
  index: number;
  count: number;
}

type Environment = { readonly [name: string]: string | undefined };

/** More parts than any suite has cases. */
const MOST = 10_000;

/**
 * The part of the plan that a run is asked for: `I/N`, or `auto/N` with the index that a Kubernetes Indexed Job gives each of its pods, from 0
 * (`JOB_COMPLETION_INDEX`). Kubernetes does not say how many pods there are: `auto` alone, and a run without `--shard`, take that from
 * `JOB_COMPLETIONS`, which the manifest must set. Undefined for the whole plan. Throws UsageError.
 */
export function shardOf(text: string | undefined, env: Environment): Shard | undefined {
  if (text === undefined) return env.JOB_COMPLETION_INDEX && env.JOB_COMPLETIONS ? ofJob(env) : undefined;
  const [, total] = /^auto(?:\/(\d+))?$/.exec(text) ?? [];
  if (/^auto(\/\d+)?$/.test(text)) return ofJob(total === undefined ? env : { ...env, JOB_COMPLETIONS: total });
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count && shard.count <= MOST))
    throw new UsageError(`--shard takes I/N with I from 1 to N, not ${text}`);
  return shard;
}

/** What to say to who starts a run in a pod of an Indexed Job, and does not say how many parts there are. */
export function unsharded(text: string | undefined, env: Environment): string | undefined {
  if (text !== undefined || !env.JOB_COMPLETION_INDEX || env.JOB_COMPLETIONS) return undefined;
  return 'JOB_COMPLETION_INDEX is set, and this runs the whole plan: to run one part of N, pass --shard auto/N, with N as in `completions` of the Job';
}

function ofJob({ JOB_COMPLETION_INDEX: index, JOB_COMPLETIONS: count }: Environment): Shard {
  if (!index)
    throw new UsageError(
      '--shard auto goes by JOB_COMPLETION_INDEX, which is not set: a Job sets it with completionMode: Indexed',
    );
  if (!count)
    throw new UsageError(
      '--shard auto needs the number of parts: write auto/N, or set JOB_COMPLETIONS to `completions` of the Job',
    );
  const [number, total] = [index, count].map((one) => (/^\d{1,9}$/.test(one) ? Number(one) : Number.NaN)) as [
    number,
    number,
  ];
  if (!(total >= 1 && total <= MOST)) throw new UsageError(`${count} is not a number of parts: expected 1 to ${MOST}`);
  if (!(number >= 0 && number < total))
    throw new UsageError(`JOB_COMPLETION_INDEX is ${index}, and of ${total} parts the last has the index ${total - 1}`);
  return { index: number + 1, count: total };
}
