import { useEffect, useId, useState } from 'preact/hooks';
import { showValue } from '../../../json/display.js';
import { equal } from '../../../json/equal.js';
import { isObject, type Json, type JsonObject, JsonProblem, parseJson, stringifyJson } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';
import { numberOf } from '../../components/row.js';
import type { Known } from '../../model/form/known.js';
import { type Field, fieldOf, fits, initialOf, type Member, type Schema } from '../../model/form/schema.js';
import { visible } from '../../model/visible.js';

/** What fields ask of the form that they are part of. */
export interface FormContext {
  root: Schema;
  /** What the other side listed for a member. */
  known(member: string): readonly Known[];
  /** A schema that the values beside a member choose: that of the arguments of a tool. */
  chosen(member: string, beside: JsonObject): Schema | undefined;
}

interface Props {
  context: FormContext;
  schema: Schema;
  name: string;
  required: boolean;
  value: Json | undefined;
  change(value: Json | undefined): void;
  depth: number;
  /** Whether what is around it already says what it is. */
  flat?: boolean;
}

/** Levels of a form; what is deeper is JSON. */
const DEEPEST = 6;
/** Items of a list that have fields. */
const MOST_ITEMS = 100;

/** A field of a form, with those inside it. */
export function FormField(props: Props) {
  const { context, schema, depth } = props;
  const field = fieldOf(schema, context.root);
  if (depth > DEEPEST) return <JsonInput {...props} field={field} />;
  switch (field.kind) {
    case 'object':
      return <ObjectFields {...props} field={field} />;
    case 'list':
      return <ListFields {...props} items={field.items} field={field} />;
    case 'either':
      return <EitherField {...props} options={field.options} field={field} />;
    case 'string':
      return <TextInput {...props} field={field} />;
    case 'number':
      return <NumberInput {...props} integer={field.integer} field={field} />;
    case 'boolean':
      return <Choice {...props} values={[true, false]} field={field} />;
    case 'choice':
      return <Choice {...props} values={field.values} field={field} />;
    case 'constant':
      return <Choice {...props} values={[field.value]} field={field} />;
    case 'null':
      return <Choice {...props} values={[null]} field={field} />;
    default:
      return <JsonInput {...props} field={field} />;
  }
}

type With<More = object> = Props & { field: Field } & More;

function Label({
  id,
  name,
  required,
  field,
  more,
}: {
  id: string;
  name: string;
  required: boolean;
  field: Field;
  more?: string | undefined;
}) {
  return (
    <>
      <label for={id}>
        <b>{visible(name)}</b>{' '}
        <span class="hint">
          {required ? 'required' : 'optional'}
          {more === undefined ? '' : ` · ${more}`}
        </span>
      </label>
      {field.description !== undefined && (
        <p class="hint" id={`${id}-about`}>
          {visible(field.description.slice(0, 300))}
        </p>
      )}
    </>
  );
}

function TextInput(props: With) {
  const { context, name, required, value, change, field } = props;
  const id = useId();
  const known = context.known(name);
  const current = typeof value === 'string' ? value : '';
  const chosen = known.find((one) => one.value === current);
  const more = known.length === 0 ? undefined : `listed in message ${numberOf((chosen ?? known[0]!).index)}`;
  // A text of several lines has room for them.
  const isLong =
    field.kind === 'string' && field.long && known.length === 0 && (current.length > 60 || current.includes('\n'));
  const common = {
    id,
    class: 'field mono',
    value: current,
    spellcheck: false,
    ...(field.description !== undefined && { 'aria-describedby': `${id}-about` }),
    onInput: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value;
      change(text === '' && !required ? undefined : text);
    },
  };
  return (
    <div class="one">
      <Label id={id} name={name} required={required} field={field} more={more} />
      {isLong ? (
        <textarea {...common} rows={4} />
      ) : (
        <input {...common} type="text" autocomplete="off" list={`${id}-known`} />
      )}
      {known.length > 0 && (
        <datalist id={`${id}-known`}>
          {known.map((one) => (
            <option value={one.value}>{visible((one.about ?? '').slice(0, 80))}</option>
          ))}
        </datalist>
      )}
      {chosen?.about !== undefined && <p class="hint">{visible(chosen.about)}</p>}
    </div>
  );
}

function NumberInput({ name, required, value, change, field, integer }: With<{ integer: boolean }>) {
  const id = useId();
  return (
    <div class="one">
      <Label id={id} name={name} required={required} field={field} />
      <input
        id={id}
        class="field mono"
        type="number"
        step={integer ? 1 : 'any'}
        value={typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''}
        onInput={(event) => {
          const { value: text } = event.currentTarget;
          if (text === '') return change(required ? 0 : undefined);
          try {
            change(parseJson(text));
          } catch {
            // `+1` and `.5` are numbers for the field and none in JSON.
            change(Number(text));
          }
        }}
      />
    </div>
  );
}

/** One of a few values; an optional one may be left out. */
function Choice({ name, required, value, change, field, values }: With<{ values: readonly Json[] }>) {
  const id = useId();
  const at = value === undefined ? -1 : values.findIndex((one) => equal(one, value));
  const isOther = at < 0 && value !== undefined;
  return (
    <div class="one">
      <Label id={id} name={name} required={required} field={field} />
      <select
        id={id}
        class="field mono"
        value={String(at)}
        onChange={(event) => change(values[Number(event.currentTarget.value)])}
      >
        {(!required || at < 0) && <option value="-1">{isOther ? visible(showValue(value)) : 'left out'}</option>}
        {values.map((one, index) => (
          <option value={String(index)}>{visible(typeof one === 'string' ? one : showValue(one))}</option>
        ))}
      </select>
    </div>
  );
}

function ObjectFields({ context, name, required, value, change, field, depth, flat }: With) {
  if (field.kind !== 'object') return null;
  const object = isObject(value) ? value : {};
  const set = (member: string, inner: Json | undefined) => {
    const next: JsonObject = {};
    for (const [key, old] of Object.entries(object)) if (key !== member) setOwn(next, key, old);
    if (inner !== undefined) {
      // A member keeps its place.
      const entries = Object.entries(object);
      const ordered: JsonObject = {};
      let placed = false;
      for (const [key, old] of entries) {
        setOwn(ordered, key, key === member ? inner : old);
        placed ||= key === member;
      }
      if (!placed) setOwn(ordered, member, inner);
      change(ordered);
      return;
    }
    change(Object.keys(next).length === 0 && !required && depth > 0 ? undefined : next);
  };
  const draw = ({ name: member, schema, required: needed }: Member) => {
    const chosen = context.chosen(member, object);
    return (
      <FormField
        key={member}
        context={chosen === undefined ? context : { ...context, root: chosen }}
        schema={chosen ?? schema}
        name={member}
        required={needed}
        value={Object.hasOwn(object, member) ? object[member] : undefined}
        change={(inner) => set(member, inner)}
        depth={depth + 1}
      />
    );
  };
  const isOptional = ({ name: member, required: needed }: Member) =>
    !needed && !Object.hasOwn(object, member) && context.chosen(member, object) === undefined;
  const first = field.members.filter((member) => !isOptional(member));
  const others = field.members.filter(isOptional);
  const inside = (
    <>
      {first.map(draw)}
      {others.length > 0 && (
        <details>
          <summary>
            {others.length === 1 ? '1 optional member' : `${others.length} optional members`}{' '}
            <span class="hint">
              {others
                .slice(0, 6)
                .map((one) => visible(one.name))
                .join(', ')}
            </span>
          </summary>
          <div class="form">{others.map(draw)}</div>
        </details>
      )}
      {field.members.length === 0 && field.open && depth > 0 && (
        <JsonInput {...{ context, name, required, value, change, depth, field }} schema={true} bare />
      )}
    </>
  );
  if (depth === 0 || flat) return inside;
  return (
    <fieldset>
      <legend>
        {visible(name)} <span class="hint">{required ? 'required' : 'optional'}</span>
      </legend>
      {field.description !== undefined && <p class="hint">{visible(field.description.slice(0, 300))}</p>}
      {inside}
    </fieldset>
  );
}

function ListFields({ context, name, required, value, change, field, items, depth }: With<{ items: Schema }>) {
  const list = Array.isArray(value) ? value : [];
  const set = (at: number, inner: Json | undefined) =>
    change(
      inner === undefined
        ? list.filter((_, index) => index !== at)
        : list.map((old, index) => (index === at ? inner : old)),
    );
  return (
    <fieldset>
      <legend>
        {visible(name)} <span class="hint">{required ? 'required' : 'optional'} list</span>
      </legend>
      {field.description !== undefined && <p class="hint">{visible(field.description.slice(0, 300))}</p>}
      {list.slice(0, MOST_ITEMS).map((item, at) => (
        <div class="item">
          <FormField
            context={context}
            schema={items}
            name={`${name} ${at + 1}`}
            required
            value={item}
            change={(inner) => set(at, inner ?? null)}
            depth={depth + 1}
          />
          <button type="button" class="btn quiet" onClick={() => set(at, undefined)}>
            Remove<span class="sr"> {`${name} ${at + 1}`}</span>
          </button>
        </div>
      ))}
      <div class="acts">
        <button type="button" class="btn" onClick={() => change([...list, initialOf(items, context.root)])}>
          Add<span class="sr"> to {name}</span>
        </button>
        {!required && value !== undefined && (
          <button type="button" class="btn quiet" onClick={() => change(undefined)}>
            Leave out<span class="sr"> {name}</span>
          </button>
        )}
      </div>
    </fieldset>
  );
}

function EitherField(props: With<{ options: readonly { title: string; schema: Schema }[] }>) {
  const { context, name, required, value, change, field, options, depth } = props;
  const id = useId();
  const fitting = value === undefined ? -1 : options.findIndex((option) => fits(value, option.schema, context.root));
  const [picked, pick] = useState(fitting);
  // What was picked holds as long as the value may be meant for it.
  const holds = picked >= 0 && value !== undefined && fits(value, options[picked]?.schema ?? false, context.root);
  const at = holds ? picked : fitting;
  const option = options[at];
  return (
    <fieldset>
      <legend>
        {visible(name)} <span class="hint">{required ? 'required' : 'optional'}</span>
      </legend>
      {field.description !== undefined && <p class="hint">{visible(field.description.slice(0, 300))}</p>}
      <div class="one">
        <label for={id}>kind of {visible(name)}</label>
        <select
          id={id}
          class="field"
          value={String(at)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            pick(next);
            change(options[next] === undefined ? undefined : initialOf(options[next].schema, context.root));
          }}
        >
          {(!required || at < 0) && <option value="-1">{value === undefined ? 'left out' : 'something else'}</option>}
          {options.map(({ title }, index) => (
            <option value={String(index)}>{visible(title)}</option>
          ))}
        </select>
      </div>
      {option !== undefined && (
        <FormField {...{ context, name, value, change }} schema={option.schema} required flat depth={depth + 1} />
      )}
    </fieldset>
  );
}

/** Whatever it is, as JSON. */
function JsonInput({ name, required, value, change, field, bare }: With<{ bare?: boolean }>) {
  const id = useId();
  const written = value === undefined ? '' : stringifyJson(value);
  const [text, setText] = useState(written);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (problem === '') setText((before) => (isSame(before, value) ? before : written));
  }, [written, problem, value]);
  return (
    <div class="one">
      {bare ? (
        <label for={id} class="hint">
          any members, as JSON
        </label>
      ) : (
        <Label id={id} name={name} required={required} field={field} more="JSON" />
      )}
      <textarea
        id={id}
        class="field mono"
        rows={Math.min(8, text.split('\n').length + 1)}
        spellcheck={false}
        value={text}
        onInput={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          try {
            change(next.trim() === '' && !required ? undefined : parseJson(next));
            setProblem('');
          } catch (error) {
            if (!(error instanceof JsonProblem)) throw error;
            setProblem(error.message);
          }
        }}
      />
      {problem !== '' && <p class="fail">✗ {visible(problem)}</p>}
    </div>
  );
}

function isSame(text: string, value: Json | undefined): boolean {
  try {
    return text.trim() === '' ? value === undefined : equal(parseJson(text), value);
  } catch {
    return false;
  }
}
