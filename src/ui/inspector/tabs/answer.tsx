import { useState } from 'preact/hooks';
import type { Answer, Pending, Reply } from '../../../generated/types/control-v1.js';
import { isObject, JsonProblem, parseJson, stringifyJson } from '../../../json/json.js';
import { Command } from '../../components/command.js';
import { EditorField } from '../../components/editor-field.js';
import { JsonView } from '../../components/json-view.js';
import { idText } from '../../model/ids.js';
import { visible, visibleLines } from '../../model/visible.js';
import { duration } from '../../model/wording.js';
import { answer, hold } from '../actions.js';
import type { Store } from '../store.js';

const KEYS: { readonly [kind in NonNullable<Answer['kind']>]: string } = {
  allow: 'a',
  'allow-always': 'A',
  reject: 'd',
  'reject-always': 'D',
};

/** A request that waits for a person: what is asked, and what can be answered. Nothing is chosen beforehand. */
export function AnswerTab({ store }: { store: Store }) {
  const question = store.question.value;
  return (
    <>
      {question === undefined ? (
        <p class="dim">Nothing waits for you.</p>
      ) : (
        <Question key={question.id} store={store} question={question} />
      )}
      <Held store={store} />
    </>
  );
}

function Question({ store, question }: { store: Store; question: Pending }) {
  const [edited, setEdited] = useState<string>();
  const refusal = store.refusalOf('answer');
  const entry = store.transcript.at(question.index);
  const usual = question.answers.filter((one) => one.usual);
  const unusual = question.answers.filter((one) => !one.usual);
  const script = usual.find((one) => one.script !== undefined)?.script ?? unusual[0]?.script;
  const button = (one: Answer) => (
    <button
      type="button"
      class="btn"
      disabled={refusal !== undefined}
      onClick={() => void answer(store, question, one.reply)}
    >
      <span>{visible(one.title)}</span>
      {one.kind && <kbd>{KEYS[one.kind]}</kbd>}
    </button>
  );
  return (
    <>
      <div>
        <h2>{visible(question.question)}</h2>
        <div class="facts num">
          <code>{visible(question.method)}</code>
          {entry?.id !== undefined && <span>id {visible(idText(entry.id))}</span>}
          {entry?.session !== undefined && <span>{visible(entry.session)}</span>}
          <span>open for {duration(Math.max(0, store.elapsed - question.since))}</span>
        </div>
      </div>
      {refusal !== undefined && <Refusal text={refusal} />}
      <div>
        <h3>Answer with one of its options</h3>
        <div class="opts">{usual.map(button)}</div>
        {usual.length === 0 && <p class="dim">It has none.</p>}
      </div>
      <div>
        <h3>Unusual answers</h3>
        <div class="opts">
          {unusual.map(button)}
          <button
            type="button"
            class="btn"
            aria-expanded={edited !== undefined}
            onClick={() =>
              setEdited(
                edited === undefined ? stringifyJson((usual[0] ?? unusual[0])?.reply ?? { result: {} }, 2) : undefined,
              )
            }
          >
            Edit the reply…
          </button>
          <button
            type="button"
            class="btn"
            disabled={refusal !== undefined}
            onClick={() => void answer(store, question, undefined)}
          >
            As the reference would
          </button>
        </div>
        <p class="dim">
          The unusual ones break or strain the protocol on purpose. Replies are marked as yours in the transcript.
        </p>
      </div>
      {edited !== undefined && <EditedReply store={store} question={question} text={edited} change={setEdited} />}
      {entry?.record?.message !== undefined && (
        <div>
          <h3>The request</h3>
          <JsonView value={entry.record.message} label="The request" />
        </div>
      )}
      {script !== undefined && (
        <div>
          <h3>Next time without you</h3>
          {usual
            .concat(unusual)
            .filter(
              (one, at, all) =>
                one.script !== undefined && all.findIndex(({ script: other }) => other === one.script) === at,
            )
            .slice(0, 6)
            .map((one) => (
              <>
                <p class="dim">{visible(one.title)}:</p>
                <Command text={visibleLines(one.script!)} label={`the line of a script: ${one.title}`} />
              </>
            ))}
        </div>
      )}
    </>
  );
}

interface EditedProps {
  store: Store;
  question: Pending;
  text: string;
  change(text: string): void;
}

function EditedReply({ store, question, text, change }: EditedProps) {
  const read = replyOf(text);
  const problem = typeof read === 'string' ? read : undefined;
  return (
    <div>
      <h3>The reply</h3>
      <EditorField text={text} label="The reply as JSON" change={change} />
      {problem !== undefined && (
        <p class="fail" role="status">
          ✗ {visible(problem)}
        </p>
      )}
      <button
        type="button"
        class="btn main"
        disabled={problem !== undefined || store.refusalOf('answer') !== undefined}
        onClick={() => typeof read !== 'string' && void answer(store, question, read)}
      >
        Answer with this
      </button>
    </div>
  );
}

/** A reply as it was written, or what is wrong with it. */
function replyOf(text: string): Reply | string {
  try {
    const value = parseJson(text);
    if (!isObject(value)) return 'a reply is an object with result or error';
    if (value.result === undefined && !isObject(value.error)) return 'a reply has a member result or error';
    return value as Reply;
  } catch (error) {
    if (error instanceof JsonProblem) return error.message;
    throw error;
  }
}

/** Why something can't be done. */
export function Refusal({ text }: { text: string }) {
  return (
    <p class="refusal">
      <b class="warn">⚠</b> {text}
    </p>
  );
}

/** Which requests wait for a person. */
function Held({ store }: { store: Store }) {
  const state = store.state.value;
  const holdable = state?.holdable ?? [];
  if (state === undefined || holdable.length === 0) return null;
  return (
    <fieldset disabled={store.refusalOf('answer') !== undefined}>
      <legend>Wait for me</legend>
      {holdable.map((method) => (
        <label class="check">
          <input
            type="checkbox"
            checked={state.held.includes(method)}
            onClick={(event) => {
              event.preventDefault();
              const held = state.held.includes(method)
                ? state.held.filter((one) => one !== method)
                : [...state.held, method];
              void hold(store, held);
            }}
          />
          <code>{method}</code>
        </label>
      ))}
      <p class="dim">Other requests are answered as the script or the reference says.</p>
    </fieldset>
  );
}
