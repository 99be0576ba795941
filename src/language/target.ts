import type * as Written from '../generated/types/target-v1.js';
import type { JsonObject } from '../json/json.js';
import type { SourcePosition } from './case.js';

export type TransportName = keyof Written.TargetFile['transports'];

/** How a target is ended. `grace` as text of a duration. */
export type StopSpec = Written.Stop;

/** How the kit knows that a started target listens: exactly one of stdout (a regular expression), url, port. */
export type ReadySpec = Written.Ready;

/** A way to start and reach a target as any transport may have it. */
type WrittenTransport = Written.Stdio & Written.Http & Written.Ws;

/** One way to start and reach the target. `${node} ${proctor} ${port} ${dir}` still stand in the texts. */
export interface TransportSpec
  extends Partial<Pick<WrittenTransport, 'command' | 'url' | 'ready' | 'dialect' | 'origins' | 'hosts'>>,
    Required<Pick<WrittenTransport, 'cwd' | 'env' | 'headers' | 'stop'>> {}

export type OutcomeSpec = Written.Outcome;

/** How the target shows one behavior; the path of a script is absolute. */
export interface BehaviorSpec
  extends Omit<Written.Behavior, FilledIn>,
    Required<Pick<Written.Behavior, Exclude<FilledIn, 'gives' | 'files'>>> {
  gives: JsonObject;
  /** Path under `${dir}` to content. */
  files: JsonObject;
  /** Where the target file maps it; unset where no file does. */
  place?: SourcePosition;
}
type FilledIn = 'gives' | 'args' | 'env' | 'files';

/** Cases that the target file declares untestable: a pattern over case ids, and why. */
export interface ListedUntestable extends Written.Untestable {
  place: SourcePosition;
}

/** What a target file says by itself, once defaults are filled in. */
type Plain = 'isolation' | 'clock' | 'transport';

/** The implementation under test. Durations as text. */
export interface Target
  extends Omit<Written.TargetFile, Plain | 'transports' | 'behaviors' | 'untestable' | 'secrets'>,
    Required<Pick<Written.TargetFile, Plain>> {
  /** The target file as given; unset where the target was built from the command line. */
  file?: string;
  /** In the order of the file; the first is the default unless `transport` names another. */
  transports: { [transport in TransportName]?: TransportSpec };
  behaviors: Map<string, BehaviorSpec>;
  untestable: ListedUntestable[];
  /** Values that cases read as `${secret.NAME}` and no report may show. */
  secrets: Map<string, string>;
}
