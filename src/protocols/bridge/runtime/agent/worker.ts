import { join } from 'node:path';
import type { MutationSession } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { writeRecord } from '../../../../workspace/run-record.js';
import type { PromptTurn } from '../prompt-turn.js';
import { ToolError } from '../tools/tool.js';

/** Work that is delegated. */
export interface WorkerSpec {
  name: string;
  task: string;
  /** Does the work; what it throws as ToolError fails the worker. */
  work(): Promise<Json>;
  mutation?: MutationSession;
}

/**
 * Runs a delegated worker and tells its life as worker_update updates: timing, the paths of its run record and its snapshot,
 * and the audit record of the mutation session (Harn bridge, Worker lifecycle notifications).
 */
export async function runWorker(turn: PromptTurn, { name, task, work, mutation }: WorkerSpec): Promise<void> {
  const workerId = turn.name('worker');
  const childRunId = turn.name('run');
  const folder = join(turn.files.folder, '.harn', 'runs', turn.sessionId, childRunId);
  const started = turn.clock.now();
  const metadata: JsonObject = {
    startedAt: timeOf(turn),
    childRunId,
    runPath: join(folder, 'run.json'),
    snapshotPath: join(folder, 'snapshot.json'),
  };
  const tell = (event: string, status: string, terminal: boolean) => {
    const who = { workerId, workerName: name, workerTask: task, workerMode: 'background' };
    const audit = mutation ? { audit: { ...mutation, worker_id: workerId } } : {};
    turn.extension('worker_update', { ...who, event, status, terminal, metadata: { ...metadata }, ...audit });
  };
  const finish = (event: string, status: string) => {
    Object.assign(metadata, { finishedAt: timeOf(turn), durationMs: turn.clock.now() - started });
    tell(event, status, true);
  };
  tell('WorkerSpawned', 'running', false);
  try {
    keep(turn.files, folder, 'snapshot.json', { workerId, task });
    const result = await work();
    keep(turn.files, folder, 'run.json', { workerId, childRunId, task, result });
    finish('WorkerCompleted', 'completed');
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    metadata.error = error.message;
    finish('WorkerFailed', 'failed');
  }
}

const timeOf = (turn: PromptTurn) => new Date(turn.clock.date()).toISOString();

function keep(files: Workspace, folder: string, file: string, content: JsonObject): void {
  try {
    writeRecord(files, folder, file, content);
  } catch (error) {
    throw new ToolError(`the record of the worker can't be written: ${error instanceof Error ? error.message : error}`);
  }
}
