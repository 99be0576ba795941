import { useState } from 'preact/hooks';
import type { Finding, Record } from '../../../generated/types/report-v1.js';
import type { Json } from '../../../json/json.js';
import { BytesView } from '../../components/bytes-view.js';
import { Command } from '../../components/command.js';
import { expectedOf, FindingCard } from '../../components/finding-card.js';
import { JsonView } from '../../components/json-view.js';
import { numberOf } from '../../components/row.js';
import { type Entry, toneOf } from '../../model/entry.js';
import { idText } from '../../model/ids.js';
import { againOf } from '../../model/message/again.js';
import { bytesOf } from '../../model/message/bytes.js';
import type { Mark } from '../../model/message/json-lines.js';
import { visible, visibleLines } from '../../model/visible.js';
import { count, counted, duration, partOf, stamp } from '../../model/wording.js';
import { copyMessage, saveCase } from '../actions.js';
import type { Store } from '../store.js';
import { Stderr } from '../waiting.js';

/** Findings of one message that are shown with all that is known of them. */
const MOST = 20;

/** The message that is selected: what is wrong with it, then itself. */
export function MessageTab({ store }: { store: Store }) {
  const { entry } = store;
  if (entry === undefined) return <NoMessage store={store} />;
  const findings = entry.findings.slice(0, MOST);
  return (
    <>
      <Head store={store} entry={entry} reply={entry.reply} />
      {findings.map((finding) => (
        <FindingCard
          finding={finding}
          tone={toneOf(finding, store.transcript.origin)}
          requirement={store.requirements.value.get(finding.requirement)}
          times={timesOf(store, finding)}
        />
      ))}
      {entry.findings.length > MOST && <p class="dim">and {counted(entry.findings.length - MOST, 'more finding')}</p>}
      {entry.record && <Body key={entry.index} store={store} entry={entry} record={entry.record} />}
      <Again store={store} findings={findings} />
      <div class="acts">
        {store.savedAt === undefined && (
          <button type="button" class="btn" onClick={() => saveCase(store)}>
            Save as a case <kbd>s</kbd>
          </button>
        )}
        <button type="button" class="btn" onClick={() => void copyMessage(store)}>
          Copy JSON <kbd>c</kbd>
        </button>
        {store.transcript.partner(entry) && (
          <button type="button" class="btn" onClick={() => store.reveal(store.transcript.partner(entry)!.index)}>
            {entry.request === undefined ? 'Its reply' : 'Its request'} <kbd>m</kbd>
          </button>
        )}
      </div>
    </>
  );
}

function NoMessage({ store }: { store: Store }) {
  return (
    <>
      <p class="dim">Select a message to see it here.</p>
      <Stderr lines={store.state.value?.ended?.stderr ?? []} />
    </>
  );
}

function Head({ store, entry }: { store: Store; entry: Entry; reply: number | undefined }) {
  const { roles } = store.state.value ?? { roles: { kit: 'proctor', target: 'peer' } };
  const sender = entry.record && partOf(entry.record.from === 'kit' ? roles.kit : roles.target);
  const request = store.transcript.at(entry.request);
  const size = entry.size;
  return (
    <div>
      <h2>
        <code>
          {entry.request === undefined && entry.kind !== 'reply' ? '' : '↩ '}
          {visible(entry.method)}
        </code>{' '}
        {visible(entry.summary)}
      </h2>
      <div class="facts num">
        {sender && (
          <span>
            <span aria-hidden="true">{entry.dir === 'out' ? '→ ' : entry.dir === 'in' ? '← ' : ''}</span>from the{' '}
            {sender}
          </span>
        )}
        {entry.time !== undefined && <span>{stamp(entry.time)} s</span>}
        <span>message {numberOf(entry.index)}</span>
        {entry.id !== undefined && <span>id {visible(idText(entry.id))}</span>}
        {size > 0 && <span>{counted(size, 'byte')}</span>}
        {entry.session !== undefined && <span>{visible(entry.session)}</span>}
        {entry.record && <span>on {visible(entry.record.channel)}</span>}
        {entry.took !== undefined && <span>reply after {duration(entry.took)}</span>}
        {request && (
          <span>
            answers{' '}
            <button type="button" class="link" onClick={() => store.reveal(request.index)}>
              message {numberOf(request.index)}
            </button>
            {request.took !== undefined && ` after ${duration(request.took)}`}
          </span>
        )}
        {entry.line.mine && <span>sent by you</span>}
        {entry.record?.deliberate && <span>broken on purpose by a step</span>}
      </div>
    </div>
  );
}

/** How often it was found here, and who broke it. */
function timesOf(store: Store, { requirement, blame }: Finding): string {
  const times = store.transcript.requirements.find((one) => one.requirement === requirement)?.count ?? 1;
  const { by, roles } = store.transcript.origin;
  const who =
    blame === 'kit' && by !== 'proxy'
      ? 'by Proctor or by you: it counts against nobody'
      : `by the ${partOf(roles[blame])}`;
  return `${times === 1 ? 'once' : times === 2 ? 'twice' : `${count(times)} times`} here, ${who}`;
}

/** What a finding marks in the message. */
function markOf(finding: Finding, hinted: boolean): Mark {
  const why = finding.expected === undefined ? finding.message : `expected ${expectedOf(finding)}`;
  return { pointer: finding.path ?? '', tone: hinted ? 'hint' : 'bad', why };
}

type Form = 'json' | 'bytes' | 'before';

function Body({ store, entry, record }: { store: Store; entry: Entry; record: Record }) {
  const [form, setForm] = useState<Form>('json');
  const bytes = bytesOf(record);
  const { before } = entry.line;
  const { head } = entry.line;
  const value = (head as Json | undefined) ?? jsonOf(record);
  const marks = entry.findings
    .slice(0, MOST)
    .map((finding) => markOf(finding, toneOf(finding, store.transcript.origin) === 'hint'));
  const name = `Message ${numberOf(entry.index)}`;
  const forms: [Form, string][] = [
    ['json', before === undefined ? 'JSON' : 'After the fault'],
    ...(before === undefined ? [] : [['before', 'Before it'] as [Form, string]]),
    ...(bytes === undefined ? [] : [['bytes', 'Bytes as sent'] as [Form, string]]),
  ];
  const shown = value === undefined && form === 'json' ? 'bytes' : form;
  return (
    <div class="body">
      {forms.length > 1 && (
        <div class="seg" role="group" aria-label="Form">
          {forms.map(([one, title]) => (
            <button type="button" class="btn" aria-pressed={shown === one} onClick={() => setForm(one)}>
              {title}
            </button>
          ))}
        </div>
      )}
      {record.problem !== undefined && (
        <p>
          <b class={record.from === 'target' ? 'fail' : 'dim'}>✗ {visible(record.problem)}</b>
        </p>
      )}
      {shown === 'json' && head !== undefined && (
        <p class="dim">The message has {counted(entry.size, 'byte')}: long texts and lists are cut here.</p>
      )}
      {shown === 'json' && value !== undefined && <JsonView value={value} marks={marks} label={`${name} as JSON`} />}
      {shown === 'before' && <JsonView value={before!} label={`${name} before the fault`} />}
      {shown === 'bytes' && bytes && <BytesView bytes={bytes} label={`${name} as bytes`} />}
      {value === undefined && bytes === undefined && record.text !== undefined && (
        <pre class="json plain">{visibleLines(record.text.slice(0, 20_000))}</pre>
      )}
    </div>
  );
}

/** What a record has to show as JSON. */
function jsonOf(record: Record): Json | undefined {
  return (
    record.message ??
    record.body ??
    record.http ??
    record.sse ??
    record.frame ??
    record.closed ??
    record.exit ??
    undefined
  );
}

function Again({ store, findings }: { store: Store; findings: readonly Finding[] }) {
  const state = store.state.value;
  const [finding] = findings;
  if (state === undefined || finding === undefined) return null;
  if (toneOf(finding, store.transcript.origin) === 'hint') return null;
  return (
    <div>
      <h3>Again</h3>
      <Command text={againOf(state, finding.requirement, finding.blame)} label="the command that shows it again" />
      <h3>The requirement and its cases</h3>
      <Command text={`npx proctor explain ${finding.requirement}`} label="the command that explains it" />
    </div>
  );
}
