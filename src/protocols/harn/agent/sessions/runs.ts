import { join } from 'node:path';
import type { TimelineNode } from '../../../../generated/types/harn-extensions-v1.js';
import { isObject, type Json, parseJson } from '../../../../json/json.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { invalidParams } from '../../errors.js';

/** The folder of run records, below that of the session. */
export const RUNS = '.harn-runs';

/** Which run of a session is meant. */
export interface RunQuery {
  runId?: string | undefined;
  runPath?: string | undefined;
}

/**
 * The spans of a run as nodes of a timeline, none where no run is named (Harn guide, Session timeline extension). Throws RpcError -32602
 * for a path where no run record is.
 */
export function spanNodes(files: Workspace, { runId, runPath }: RunQuery): TimelineNode[] {
  if (runId === undefined && runPath === undefined) return [];
  const record = recordAt(files, runPath ?? join(RUNS, `${runId}.json`), runPath !== undefined);
  const spans = isObject(record) && Array.isArray(record.trace_spans) ? record.trace_spans.filter(isObject) : [];
  const id = (span: Json | undefined) => `span:${String(span)}`;
  return spans.map(({ span_id, parent_id = null, kind, name = null, duration_ms = null }) => ({
    id: id(span_id),
    parentId: parent_id === null ? null : id(parent_id),
    children: spans.filter((one) => one.parent_id === span_id).map((one) => id(one.span_id)),
    category: 'span',
    kind: String(kind),
    status: 'ok',
    attributes: { name, durationMs: duration_ms },
    source: { run: runPath ?? runId ?? null },
    links: [],
  }));
}

function recordAt(files: Workspace, path: string, needed: boolean): Json {
  try {
    return parseJson(files.read(path).toString('utf8'));
  } catch (error) {
    if (needed) throw invalidParams(error instanceof Error ? error.message : String(error));
    return null;
  }
}
