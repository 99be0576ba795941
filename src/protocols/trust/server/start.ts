import { resolve } from 'node:path';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { WatchedList } from '../../../conversation/live/uses.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { loadValidators } from '../../../schemas/index.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { stderr } from '../../../wire/output.js';
import { DEV, VERSION } from '../version.js';
import { withDefects } from './defects/defects.js';
import { PARTS } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { Replies, readScript } from './replies.js';
import { TrustServer } from './server.js';
import { Workspace } from './workspace.js';

/** What the server may be told. */
export type TrustServerOptions = Partial<
  Pick<
    MockOptions,
    | 'transport'
    | 'version'
    | 'border'
    | 'script'
    | 'permissive'
    | 'switches'
    | 'cwd'
    | 'clock'
    | 'warn'
    | 'failed'
    | 'input'
    | 'output'
  >
>;

/** Whether a variant is one of how harnesses are made. */
const isFixed = (name: string) => name === 'idle-load';

/** The replies of a script: each is for requests of one method. */
const repliesOf = (entries: readonly object[] = []): WatchedList => ({
  list: 'replies',
  entries,
  idle: 'answered no request',
});

/** ms that a runtime may take to answer at its control endpoint. */
const CONTROL_TIMEOUT = 10_000;

/**
 * Starts the reference server of the Agent API over stdio. Its workspace is its working directory, or a folder below that the script names.
 * Rejects with ScriptError for a script that can't be used, a folder that is not there, and a transport other than stdio.
 */
export async function startServer(options: TrustServerOptions): Promise<RunningMock> {
  const { input = process.stdin, output = process.stdout, clock = realClock, border = openBorder, failed } = options;
  const { version = VERSION, warn = (text: string) => stderr.write(text) } = options;
  if ((options.transport ?? 'stdio') !== 'stdio') throw new ScriptError('trust/server speaks over stdio alone');
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive));
  const parts = withDefects(permitting(PARTS, permissive), options.switches ?? []);
  const { workspace = '.', controlTimeoutMs = CONTROL_TIMEOUT, replies } = await readScript(options.script);
  // Before the first message: what is loaded later is a wait that no clock sees.
  await loadValidators('trust', VERSION);
  if (version === DEV) warn('warning: agent serve is deprecated here and forwards to trust-dev\n');
  const serving = {
    version,
    workspace: openWorkspace(resolve(options.cwd ?? process.cwd(), workspace)),
    control: { clock, real: realClock, timeout: controlTimeoutMs, token: process.env.TRUST_CTL_TOKEN },
    parts,
    replies: new Replies(replies),
    ...(failed && { failed }),
  };
  const server = new TrustServer(parts.link(serveStdio({ input, output, border })), serving);
  const live = scripted({
    first: options,
    fixed: ['workspace', 'controlTimeoutMs'],
    permissive,
    isFixed,
    lists: [repliesOf(replies)],
    read: readScript,
    wanted: (now) => PERMISSIVE_OPTIONS.read(now.permissive),
    listsOf: (next) => [repliesOf(next.replies)],
    apply: (next) => {
      serving.replies = new Replies(next.replies, serving.replies);
    },
  });
  const done = server.done.then(() => server.close());
  return parts.running({
    ...live,
    done,
    close: async () => {
      server.close();
      await lastAnswers(done, clock);
    },
  });
}

function openWorkspace(folder: string): Workspace {
  try {
    return new Workspace(folder);
  } catch (error) {
    throw new ScriptError(`the workspace can't be used: ${(error as Error).message}`);
  }
}
