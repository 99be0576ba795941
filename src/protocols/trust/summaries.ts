import type { MessageSummaries, MessageSummary } from '../../language/message-summary.js';

const SOURCES = '{project} {sources_root}';
const ISSUES = 'errors {errors} warnings {warnings}';
const LOADED: MessageSummary = {
  params: '{project} {files:list} inline {inline_sources:list path}',
  result: 'sources {source_count}',
};
const PASSED = 'cycle {cycle_count} ms {elapsed_ms} {values}';

/** What people look for first in the messages of truST, by method. */
export const SUMMARIES: MessageSummaries = {
  'agent.describe': { result: '{transport} {framing} at {workspace_root} methods {methods:count}' },
  'workspace.read': { params: '{path}', result: '{path} {text:text}' },
  'workspace.write': { params: '{path} {text:text}', result: '{path} bytes {bytes_written}' },
  'workspace.project_info': { params: SOURCES, result: '{project} sources {sourceCount}' },
  'lsp.diagnostics': { params: '{project} {path} {content:text}', result: ISSUES },
  'lsp.format': { params: '{path} {content:text}', result: '{path} {changed:changed}' },
  'runtime.build': { params: SOURCES, result: '{status} {program} sources {source_count}' },
  'runtime.compile_reload': {
    params: `${SOURCES} {endpoint}`,
    result: `${ISSUES} runtime {runtimeStatus} {runtimeMessage}`,
  },
  'runtime.validate': { params: '{project}', result: '{status} {resource}' },
  'runtime.test': { params: '{project} {filter}', result: '{summary}' },
  'runtime.reload': { params: `${SOURCES} {endpoint}`, result: '{reload}' },
  'harness.load': LOADED,
  'harness.reload': LOADED,
  'harness.cycle': { params: 'count {count} dt {dt_ms} watch {watch}', result: PASSED },
  'harness.set_input': { params: '{name} to {value}', result: '{name} {status}' },
  'harness.get_output': { params: '{name}', result: '{name} is {value}' },
  'harness.advance_time': { params: 'ms {duration_ms}', result: PASSED },
  'harness.run_until': {
    params: '{name} equals {equals} at most {max_cycles}',
    result: '{name} is {matched_value} cycles {cycles_ran}',
  },
};
