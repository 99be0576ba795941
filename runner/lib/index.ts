/** Proctor as a library: what `import 'proctor'` gives. */

export type { AnsweringResult } from '../cli/commands/mock/answering/report.js';
export { UsageError } from '../cli/support/usage-error.js';
export type {
  CaseFinished,
  CaseResult,
  CheckResult,
  Count as Outcome,
  Difference,
  GroupSummary,
  PlannedInfo,
  RunEvent,
  Summary,
  TargetInfo,
  Verdict,
  WireBreach,
} from '../events.js';
export type { MockAuthorization, Refusable, TokenRequest } from '../live/authorization/control.js';
export type { MockMessage } from '../live/mock-message.js';
export { CaseError } from './case-error.js';
export { type MockResult, type MockSettings, type StartedMock, startMock } from './mock.js';
export type { MockChange } from './mock-script.js';
export { type Problem, type RunResult, run } from './run.js';
export type { RunSettings, Transport } from './settings.js';
export { type SchemaError, validate } from './validate.js';
