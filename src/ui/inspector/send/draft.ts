import { signal } from '@preact/signals';
import type { Method, SendMessageResult } from '../../../generated/types/control-v1.js';
import { isObject, type Json, type JsonObject, JsonProblem, parseJson, stringifyJson } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';
import type { KnownValues } from '../../model/form/known.js';
import { initialOf, type Schema } from '../../model/form/schema.js';
import { attempt } from '../actions.js';
import type { Store } from '../store.js';

/** The message that is being written. The JSON is what is sent; the form changes it, and is left out while it can't be read. */
export class Draft {
  readonly method = signal('');
  /** The message as text. */
  readonly text = signal('');
  /** Whether it is a request. */
  readonly request = signal(true);
  readonly session = signal('');
  /** What the schema forbids, if it was tried: it is sent after a confirmation. */
  readonly problems = signal<SendMessageResult['problems']>([]);
  readonly sending = signal(false);
  /** Index of the message that was sent last. */
  readonly sent = signal<number | undefined>(undefined);

  /** Begins a message of this method. */
  begin({ method, kind, params }: Method, known: KnownValues): void {
    this.method.value = method;
    this.request.value = kind === 'request';
    this.problems.value = [];
    this.sent.value = undefined;
    const filled = params === undefined ? undefined : initialOf(params, params);
    // What the other side named one value for can be no other one.
    for (const [name, value] of Object.entries(isObject(filled) ? filled : {})) {
      const values = value === '' ? known.for(name, method) : [];
      if (values.length === 1) setOwn(filled as JsonObject, name, values[0]!.value);
    }
    const isNeeded = isObject(filled) && (Object.keys(filled).length > 0 || isObject(params));
    this.write({ jsonrpc: '2.0', method, ...(isNeeded && { params: filled }) });
  }

  /** The message, or why the text is none. */
  get message(): JsonObject | string {
    try {
      const value = parseJson(this.text.value);
      return isObject(value) ? value : 'a message is an object';
    } catch (error) {
      if (error instanceof JsonProblem) return error.message;
      throw error;
    }
  }

  get params(): Json | undefined {
    const { message } = this;
    return typeof message === 'string' ? undefined : message.params;
  }

  setParams(params: Json | undefined): void {
    const { message } = this;
    if (typeof message === 'string') return;
    const { params: _, ...rest } = message;
    this.write({ ...rest, ...(params !== undefined && { params }) });
  }

  setText(text: string): void {
    this.text.value = text;
    this.problems.value = [];
  }

  private write(message: JsonObject): void {
    this.setText(stringifyJson(message, 2));
  }

  /** Sends it. What breaks the schema is sent only if `invalid`: the person has been asked. */
  async send(store: Store, invalid: boolean): Promise<void> {
    const { message } = this;
    if (typeof message === 'string' || this.sending.value) return;
    this.sending.value = true;
    await attempt(store, async () => {
      if (store.control === undefined) throw new Error('The page has no connection to Proctor.');
      const session = this.session.value;
      const { index, problems } = await store.control.request('message/send', {
        message,
        request: this.request.value,
        ...(session !== '' && { session }),
        ...(invalid && { invalid }),
      });
      this.problems.value = index === undefined ? problems : [];
      this.sent.value = index;
      return index === undefined ? undefined : `Sent as message ${index + 1}.`;
    });
    this.sending.value = false;
  }
}

/** The schema of a method's params. */
export const paramsOf = (methods: readonly Method[], method: string): Schema | undefined =>
  methods.find((one) => one.method === method)?.params;
