import { join } from 'node:path';
import type { MutationSession } from '../../../../generated/types/harn-extensions-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { writeRecord } from '../../../../workspace/run-record.js';
import { Cancelled } from '../../../acp/agent/sessions/cancelled.js';
import { ToolError } from '../../../acp/agent/sessions/client.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { HarnSession } from '../sessions/session.js';

/** Work that is delegated. */
export interface WorkerSpec {
  name: string;
  task: string;
  /** On whose account it changes something. */
  mutation?: MutationSession;
  /** Does the work. What it throws as ToolError fails the worker, and a cancel of the turn ends it. */
  work(): Promise<Json>;
}

/**
 * Runs a delegated worker and tells its life: what it is asked, its times, where its record and its snapshot are (Harn extensions v1,
 * ACP session updates; Harn bridge, Worker lifecycle notifications). Rejects with Cancelled when the turn is cancelled.
 */
export async function runWorker(turn: PromptTurn, session: HarnSession, spec: WorkerSpec): Promise<void> {
  const { name, task, mutation, work } = spec;
  const workerId = session.name('worker');
  const childRunId = session.name('run');
  const folder = join(session.cwd, '.harn', 'runs', childRunId);
  const started = turn.clock.now();
  const metadata: JsonObject = {
    startedAt: timeOf(turn),
    lineage: { parentSessionId: session.id, depth: 1 },
    childRunId,
    runPath: join(folder, 'run.json'),
    snapshotPath: join(folder, 'snapshot.json'),
    artifactCount: 0,
    hasTranscript: true,
    execution: { kind: 'background' },
  };
  const tell = (event: string, status: string, terminal: boolean) => {
    const who = { workerId, workerName: name, workerTask: task, workerMode: 'background' };
    const audit = mutation && { audit: { ...mutation, worker_id: workerId } };
    const harn = { ...who, event, status, terminal, metadata: { ...metadata }, ...audit };
    session.mention({ sessionUpdate: 'worker_update', _meta: { harn } });
  };
  const finish = (event: string, status: string) => {
    const durationMs = turn.clock.now() - started;
    Object.assign(metadata, { finishedAt: timeOf(turn), durationMs, summary: `The worker has ${status}.` });
    tell(event, status, true);
  };
  tell('WorkerSpawned', 'running', false);
  try {
    keep(session.files, folder, 'snapshot.json', { workerId, task });
    const result = await work();
    keep(session.files, folder, 'run.json', { workerId, childRunId, task, result });
    finish('WorkerCompleted', 'completed');
  } catch (error) {
    if (error instanceof Cancelled) finish('WorkerCancelled', 'cancelled');
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
