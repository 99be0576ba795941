import { useState } from 'preact/hooks';
import type { Fault } from '../../../generated/types/control-v1.js';
import { numberOf } from '../../components/row.js';
import { Switch } from '../../components/switch.js';
import { visible, visibleLines } from '../../model/visible.js';
import { counted } from '../../model/wording.js';
import { setAuthorization, setFault, setPermissive, stepClock } from '../actions.js';
import type { Store } from '../store.js';
import { Refusal } from './answer.js';

/** What is done to messages on purpose, what the reference does otherwise than most, and the time. */
export function FaultsTab({ store }: { store: Store }) {
  return (
    <>
      <Faults store={store} />
      <Permissive store={store} />
      <Authorization store={store} />
      <Clock store={store} />
    </>
  );
}

function Faults({ store }: { store: Store }) {
  const faults = store.state.value?.faults ?? [];
  const refusal = store.refusalOf('fault');
  return (
    <div>
      <h2>Faults</h2>
      <p class="dim">What a fault changes counts against nobody. A changed message shows both forms.</p>
      {refusal !== undefined && <Refusal text={refusal} />}
      {faults.map((fault) => (
        <Switch
          on={fault.on}
          disabled={refusal !== undefined}
          title={visible(fault.title)}
          change={(on) => void setFault(store, fault.id, on)}
        >
          <About store={store} fault={fault} />
        </Switch>
      ))}
      {faults.length === 0 && <p class="dim">There are no faults yet.</p>}
      {refusal === undefined && <NewFault store={store} />}
    </div>
  );
}

function About({ store, fault: { id, applied, last, rule } }: { store: Store; fault: Fault }) {
  return (
    <>
      <p class="dim">
        <code>{visible(id)}</code> · {applied === 0 ? 'has not acted yet' : `acted ${counted(applied, 'time')}`}
        {last !== undefined && (
          <>
            , last on{' '}
            <button type="button" class="link" onClick={() => store.reveal(last)}>
              message {numberOf(last)}
            </button>
          </>
        )}
      </p>
      {rule !== undefined && (
        <details>
          <summary>its rule</summary>
          <pre class="json plain" tabIndex={0} role="group" aria-label={`Rule of ${id}`}>
            {visibleLines(rule)}
          </pre>
        </details>
      )}
    </>
  );
}

/** What a new rule begins with. */
const EXAMPLE = `sends: { reply: tools/call }
do: { delay: 300ms }
`;

function NewFault({ store }: { store: Store }) {
  const [id, setId] = useState('');
  const [rule, setRule] = useState(EXAMPLE);
  const [problem, setProblem] = useState('');
  const add = async (event: Event) => {
    event.preventDefault();
    if (await setFault(store, id.trim(), true, rule)) {
      setId('');
      setProblem('');
    } else setProblem(store.note.value);
  };
  return (
    <details class="more">
      <summary>Add a fault</summary>
      <form class="form" onSubmit={(event) => void add(event)}>
        <label>
          <span>
            <b>name</b> <span class="hint">required</span>
          </span>
          <input
            class="field mono"
            required
            maxLength={100}
            value={id}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>
            <b>rule</b> <span class="hint">YAML, as in a file of faults</span>
          </span>
          <textarea
            class="field mono"
            rows={5}
            maxLength={20_000}
            spellcheck={false}
            value={rule}
            onInput={(event) => setRule(event.currentTarget.value)}
          />
        </label>
        {problem !== '' && (
          <p class="fail" role="status">
            {visible(problem)}
          </p>
        )}
        <div class="acts">
          <button type="submit" class="btn">
            Add and switch on
          </button>
        </div>
      </form>
    </details>
  );
}

function Permissive({ store }: { store: Store }) {
  const variants = store.state.value?.permissive ?? [];
  if (variants.length === 0) return null;
  const refusal = store.refusalOf('permissive');
  return (
    <div>
      <h2>Permissive variants</h2>
      <p class="dim">Behaviour that the specification allows and few implementations show.</p>
      {refusal !== undefined && <Refusal text={refusal} />}
      {variants.map(({ name, title, on }) => (
        <Switch
          on={on}
          disabled={refusal !== undefined}
          title={visible(title ?? name)}
          change={(to) => void setPermissive(store, name, to)}
        >
          {title !== undefined && (
            <p class="dim">
              <code>{visible(name)}</code>
            </p>
          )}
        </Switch>
      ))}
    </div>
  );
}

function Authorization({ store }: { store: Store }) {
  if (store.state.value?.can.includes('authorization') !== true) return null;
  const disabled = store.refusalOf('authorization') !== undefined;
  const button = (title: string, what: 'expire' | 'rotateKeys' | 'revoke', done: string) => (
    <button type="button" class="btn" disabled={disabled} onClick={() => void setAuthorization(store, what, done)}>
      {title}
    </button>
  );
  return (
    <div>
      <h2>Authorization server</h2>
      <div class="acts">
        {button('Let tokens expire', 'expire', 'Every token so far is expired.')}
        {button('Sign with new keys', 'rotateKeys', 'The authorization server signs with new keys.')}
        {button('Revoke tokens', 'revoke', 'Every token so far is revoked.')}
      </div>
    </div>
  );
}

const STEPS: readonly [string, number][] = [
  ['100 ms', 100],
  ['1 s', 1000],
  ['10 s', 10_000],
  ['1 min', 60_000],
];

function Clock({ store }: { store: Store }) {
  const state = store.state.value;
  const [ms, setMs] = useState(1000);
  if (state?.clock !== 'stepped') return null;
  const disabled = store.refusalOf('clock') !== undefined;
  return (
    <div>
      <h2>Time</h2>
      <p>
        The clock shows <b class="num">{((state.now ?? 0) / 1000).toFixed(3)} s</b> and moves only when you move it.
      </p>
      <div class="acts">
        {STEPS.map(([title, by]) => (
          <button type="button" class="btn" disabled={disabled} onClick={() => void stepClock(store, by)}>
            +{title}
          </button>
        ))}
        <label class="check">
          <span>ms</span>
          <input
            class="field mono short"
            type="number"
            min={1}
            max={86_400_000}
            value={ms}
            onInput={(event) => setMs(event.currentTarget.valueAsNumber)}
          />
        </label>
        <button
          type="button"
          class="btn"
          disabled={disabled || !(ms > 0 && ms <= 86_400_000)}
          onClick={() => void stepClock(store, ms)}
        >
          Move
        </button>
      </div>
    </div>
  );
}
