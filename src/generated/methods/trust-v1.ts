// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/trust-v1.js';

/** truST Agent API v1: the requests that the client sends, by method. */
export interface ClientRequests {
  'agent.describe': { params?: T.DescribeParams; result: T.DescribeResult };
  'workspace.read': { params: T.ReadParams; result: T.ReadResult };
  'workspace.write': { params: T.WriteParams; result: T.WriteResult };
  'workspace.project_info': { params?: T.SourcesParams; result: T.ProjectInfoResult };
  'lsp.diagnostics': { params?: T.DiagnosticsParams; result: T.DiagnosticsResult };
  'lsp.format': { params: T.FormatParams; result: T.FormatResult };
  'runtime.build': { params?: T.SourcesParams; result: T.BuildResult };
  'runtime.compile_reload': { params?: T.ReloadParams; result: T.CompileReloadResult };
  'runtime.validate': { params?: T.ValidateParams; result: T.ValidateResult };
  'runtime.test': { params?: T.TestParams; result: T.TestResult };
  'runtime.reload': { params?: T.ReloadParams; result: T.ReloadResult };
  'harness.load': { params?: T.LoadParams; result: T.LoadResult };
  'harness.reload': { params?: T.LoadParams; result: T.LoadResult };
  'harness.cycle': { params?: T.CycleParams; result: T.CycleResult };
  'harness.set_input': { params: T.SetInputParams; result: T.SetInputResult };
  'harness.get_output': { params: T.GetOutputParams; result: T.GetOutputResult };
  'harness.advance_time': { params: T.AdvanceTimeParams; result: T.AdvanceTimeResult };
  'harness.run_until': { params: T.RunUntilParams; result: T.RunUntilResult };
}
