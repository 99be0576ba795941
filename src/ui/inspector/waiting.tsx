import { Command } from '../components/command.js';
import { visible, visibleLines } from '../model/visible.js';
import { duration, partOf } from '../model/wording.js';
import type { Store } from './store.js';

/** What stands in place of the rows before there are any. */
export function Waiting({ store }: { store: Store }) {
  const state = store.state.value;
  return (
    <div class="view" tabIndex={0} role="group" aria-label="Messages">
      <div class="nothing">
        {state === undefined ? (
          <p>
            {store.connection.value.is === 'connecting'
              ? 'Connecting to Proctor, which serves this page.'
              : 'Nothing was received before the connection was lost.'}
          </p>
        ) : state.state === 'ended' ? (
          <Ended store={store} />
        ) : (
          <Nothing store={store} />
        )}
      </div>
    </div>
  );
}

/** Why a program says nothing, as a rule. */
const REASONS = [
  'It logs to stdout. stdout carries the protocol alone; logs belong on stderr.',
  'It waits for a terminal or a login. Start it by hand first.',
  'It buffers its output. Flush after each line.',
];
const CLIENT_REASONS = [
  'Its configuration names another address. It must be the one below.',
  'It was started before Proctor, and does not try again. Start it anew.',
  'It connects when it is used: open a session in it.',
];

function Nothing({ store }: { store: Store }) {
  const state = store.state.value!;
  const peer = store.peer.value;
  const own = partOf(state.roles.kit);
  const command = state.command?.join(' ');
  const reasons = command === undefined ? CLIENT_REASONS : REASONS;
  if (state.by === 'run')
    return (
      <>
        <h2>No case has begun yet.</h2>
        <p>Proctor first looks at what the {peer} offers. Then the cases run, and their messages appear here.</p>
      </>
    );
  return (
    <>
      <h2>Nothing has come from the {peer} yet.</h2>
      {state.by === 'proxy' ? (
        <p>
          Proctor stands between the {own} and the {peer}, and waits for the first message.
        </p>
      ) : (
        <p>
          Proctor plays the {own}
          {command === undefined ? '' : ' and has started '}
          {command !== undefined && <code>{visible(command)}</code>}. It waits for the {peer}.
        </p>
      )}
      <p>Nothing after a few seconds? These are the usual reasons:</p>
      <ol>
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ol>
      {state.url !== undefined && (
        <>
          <p>To connect a {peer} that you start yourself, give it this address:</p>
          <Command text={state.url} label="the address" />
          {state.roles.target.startsWith('mcp/') && (
            <>
              <p>In a configuration of MCP servers it looks like this:</p>
              <Command
                text={JSON.stringify({ mcpServers: { proctor: { url: state.url } } }, null, 2)}
                label="the configuration"
              />
            </>
          )}
        </>
      )}
    </>
  );
}

function Ended({ store }: { store: Store }) {
  const { ended, again, by } = store.state.value!;
  const peer = store.peer.value;
  if (by === 'file') return <p>There is no message in this file.</p>;
  return (
    <>
      <h2>The {peer} ended before it said anything.</h2>
      <p>
        {visible(ended?.text ?? `the ${peer} ended`)}
        {ended?.time !== undefined && ` after ${duration(ended.time)}`}.
        {(ended?.unanswered ?? []).length > 0 && ` No reply to ${ended!.unanswered!.map(visible).join(', ')}.`}
      </p>
      <Stderr lines={ended?.stderr ?? []} />
      {again !== undefined && (
        <>
          <p>Correct what is wrong and start it again:</p>
          <Command text={again} label="the command that starts it again" />
        </>
      )}
    </>
  );
}

/** The last lines that a program wrote. */
export function Stderr({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>The last that it wrote to stderr:</p>
      <pre class="json plain" tabIndex={0} role="group" aria-label="stderr">
        {lines.slice(-50).map((line) => (
          <span>{`${visibleLines(line.slice(0, 2000))}\n`}</span>
        ))}
      </pre>
    </>
  );
}
