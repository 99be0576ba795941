import { ScriptError } from '../../../conversation/script-error.js';

/** Named defects of the reference server that no change of a message on the wire can express. */
const SWITCHES = {
  'offers-old': 'It answers the version that it supports with an old one, and agrees to any other.',
  'replays-other-streams': 'A resumed stream also brings the later messages of the other streams of the session.',
  'response-on-get': 'While a GET stream is open, the response of a request leaves on it instead of on its own stream.',
  'logs-on-get':
    'While a GET stream is open, log messages of a request leave on it instead of on the stream of the request.',
  'broadcasts-notifications': 'A notification of the session leaves on every stream that is open.',
  'disconnect-cancels': 'A request whose connection breaks is cancelled.',
  'delete-keeps-session': 'DELETE is answered as usual, but the session lives on.',
  'updates-reach-strangers': 'resources/updated also goes to sessions that never subscribed.',
  'shares-tasks': 'All sessions have the same tasks, whose ids count up.',
  'outlives-stdin': 'On stdio it runs on when its input has ended, until a signal ends it.',
  'forgets-resumed-stream':
    'After a connection broke, what the request still says is lost instead of kept for resumption.',
  'progress-of-subscription': 'Without sessions: progress also goes to whoever listens.',
  'logs-to-subscriptions': 'Without sessions: log messages also go to whoever listens.',
  'judges-files-late': "Harn's profile: a tool runs before the files that it was given are judged.",
  'composes-anything': "Harn's profile: snippets of Code Mode may write.",
  'refuses-compositions-late': "Harn's profile: a snippet of Code Mode that writes is refused when it has run.",
  'swallows-prints': "Harn's profile: what a handler prints goes nowhere.",
  'tells-files': "Harn's profile: a file that is refused is written to stderr.",
} as const satisfies Record<string, string>;

type SwitchName = keyof typeof SWITCHES;

/** The names of all switches. */
export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly SwitchName[];

/** The defects that one server has. */
export type Switches = ReadonlySet<SwitchName>;

/** Reads the option `switches`. Throws a ScriptError that names an unknown switch. */
export function readSwitches(switches: Iterable<string> | undefined): Switches {
  const names = [...(switches ?? [])];
  const unknown = names.find((name) => !Object.hasOwn(SWITCHES, name));
  if (unknown !== undefined)
    throw new ScriptError(`Unknown switch "${unknown}"; known: ${Object.keys(SWITCHES).join(', ')}`);
  return new Set(names as SwitchName[]);
}
