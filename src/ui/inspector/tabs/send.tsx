import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { EditorField } from '../../components/editor-field.js';
import { numberOf } from '../../components/row.js';
import { visible } from '../../model/visible.js';
import { partOf } from '../../model/wording.js';
import { Draft, paramsOf } from '../send/draft.js';
import { type FormContext, FormField } from '../send/fields.js';
import type { Store } from '../store.js';
import { Refusal } from './answer.js';

/** What is written stays while other tabs are looked at. */
const drafts = new WeakMap<Store, Draft>();

function draftOf(store: Store): Draft {
  const draft = drafts.get(store) ?? new Draft();
  drafts.set(store, draft);
  return draft;
}

/** A message by hand: a form, and always the JSON that goes out. */
export function SendTab({ store }: { store: Store }) {
  const draft = draftOf(store);
  const methods = store.methods.value ?? [];
  const refusal = store.refusalOf('send');
  const first = methods[0];
  useEffect(() => {
    if (draft.method.value === '' && first) draft.begin(first, store.known);
  }, [draft, first]);
  useEffect(() => void store.readMethods(), [store, store.state.value?.state]);
  useKnown(store);
  const own = partOf(store.state.value?.roles.kit ?? 'proctor');
  const found = methods.find((one) => one.method === draft.method.value);
  const sessions = (store.state.value?.sessions ?? []).filter(({ over }) => !over);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.send(store, false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.send(store, false);
      }}
    >
      <h2>Send a message as the {own}</h2>
      {refusal !== undefined && <Refusal text={refusal} />}
      {methods.length > 0 && (
        <div class="one">
          <label for="send-method">
            <b>method</b> <span class="hint">what this {own} may send</span>
          </label>
          <select
            id="send-method"
            class="field mono"
            value={draft.method.value}
            onChange={(event) => {
              const next = methods.find(({ method }) => method === event.currentTarget.value);
              if (next) draft.begin(next, store.known);
            }}
          >
            {found === undefined && <option value={draft.method.value}>{draft.method.value}</option>}
            {methods.map(({ method, kind }) => (
              <option value={method}>
                {method}
                {kind === 'notification' ? ' (notification)' : ''}
              </option>
            ))}
          </select>
          {found?.summary !== undefined && <p class="hint">{visible(found.summary)}</p>}
        </div>
      )}
      {sessions.length > 1 && <Sessions draft={draft} sessions={sessions.map(({ id }) => id)} />}
      <Params store={store} draft={draft} />
      <Text draft={draft} />
      <Problems store={store} draft={draft} own={own} />
      <div class="acts">
        <button
          type="submit"
          class="btn main"
          disabled={refusal !== undefined || typeof draft.message === 'string' || draft.sending.value}
        >
          Send <kbd>Ctrl ↵</kbd>
        </button>
        {draft.sent.value !== undefined && (
          <span role="status">
            Sent as{' '}
            <button type="button" class="link" onClick={() => store.reveal(draft.sent.value!)}>
              message {numberOf(draft.sent.value)}
            </button>
          </span>
        )}
      </div>
    </form>
  );
}

/** Reads on in what the other side listed, a slice at a time. */
function useKnown(store: Store): void {
  const [, redraw] = useState(0);
  const drawn = store.drawn.value;
  useEffect(() => {
    void drawn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      if (store.known.read(store.transcript, 8)) redraw((before) => before + 1);
      else timer = setTimeout(read);
    };
    read();
    return () => clearTimeout(timer);
  }, [store, drawn]);
}

function Sessions({ draft, sessions }: { draft: Draft; sessions: readonly string[] }) {
  return (
    <div class="one">
      <label for="send-session">
        <b>to</b> <span class="hint">session</span>
      </label>
      <select
        id="send-session"
        class="field mono"
        value={draft.session.value}
        onChange={(event) => (draft.session.value = event.currentTarget.value)}
      >
        <option value="">the one that was heard of last</option>
        {sessions.slice(-200).map((id) => (
          <option value={id}>{visible(id)}</option>
        ))}
      </select>
    </div>
  );
}

function Params({ store, draft }: { store: Store; draft: Draft }) {
  const method = draft.method.value;
  const schema = paramsOf(store.methods.value ?? [], method);
  const { known } = store;
  const context = useMemo(
    (): FormContext => ({
      root: schema ?? true,
      known: (member) => known.for(member, method),
      chosen: (member: string, beside: JsonObject) =>
        member === 'arguments' && typeof beside.name === 'string' ? known.argumentsOf(beside.name, method) : undefined,
    }),
    [schema, method, known],
  );
  const { message } = draft;
  if (!isObject(schema) || typeof message === 'string') return null;
  return (
    <FormField
      key={method}
      context={context}
      schema={schema}
      name="params"
      required
      value={message.params}
      change={(params) => draft.setParams(params)}
      depth={0}
    />
  );
}

function Text({ draft }: { draft: Draft }) {
  const { message } = draft;
  return (
    <div>
      <div class="lab">
        <b>It goes out as</b>
        <span class="hint">{draft.request.value ? 'an id is added' : 'a notification'}</span>
      </div>
      <EditorField text={draft.text.value} label="The message as JSON" change={(text) => draft.setText(text)} />
      <label class="check">
        <input
          type="checkbox"
          checked={draft.request.value}
          onChange={(event) => (draft.request.value = event.currentTarget.checked)}
        />
        as a request, with an id
      </label>
      {typeof message === 'string' && (
        <p class="fail" role="status">
          ✗ {visible(message)}
        </p>
      )}
    </div>
  );
}

/** What the schema forbids, and the question whether to send it all the same. */
function Problems({ store, draft, own }: { store: Store; draft: Draft; own: string }) {
  const problems = draft.problems.value;
  if (problems.length === 0)
    return (
      <p class="dim">
        A message that breaks the schema is sent too, after you confirm. It is marked as yours, and never counts against
        the {store.peer.value}.
      </p>
    );
  return (
    <div class="finding warn" role="alert">
      <p>
        <b>⚠ This breaks the schema of what a {own} may send. It was not sent.</b>
      </p>
      <dl class="vs">
        {problems.slice(0, 20).map(({ path, message }) => (
          <>
            <dt>{path === '' ? 'params' : visible(path)}</dt>
            <dd>{visible(message)}</dd>
          </>
        ))}
      </dl>
      <div class="acts">
        <button type="button" class="btn" onClick={() => void draft.send(store, true)}>
          Send it anyway
        </button>
        <button type="button" class="btn quiet" onClick={() => (draft.problems.value = [])}>
          Don’t send it
        </button>
      </div>
    </div>
  );
}
