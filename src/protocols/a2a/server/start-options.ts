import type { JsonObject } from '../../../json/json.js';
import type { TransportName } from '../../../language/target.js';
import type { Border } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';

export interface StartServerOptions {
  /** Both bindings are always served; this says which of them the card prefers. Default: http. */
  transport?: TransportName;
  /** 0, the default, lets the machine choose. */
  port?: number;
  /** The first segment of the path that every request must have. Default: none. */
  token?: string | undefined;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  permissive?: boolean | readonly string[];
  /** Default: A2A 0.3.0 itself. */
  version?: string;
  /** The defects that it shall have. Default: none. */
  switches?: ReadonlySet<string>;
  /** See `schemas/a2a-server-script`, and `schemas/a2a-harn-script` for Harn's profile. */
  script?: JsonObject;
  /** What folders of the script are relative to. Default: this process's own. */
  cwd?: string;
  /** Where words about what went wrong go. Default: this process's stderr. */
  warn?: (text: string) => void;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}
