import type { JsonObject } from '../../../json/json.js';
import type { Method } from '../params.js';
import type { Conversation } from './parts.js';
import type { Harness } from './script.js';
import { type Answer, isNotLoaded } from './session.js';

/** The harness of a server as its user works with it: it knows which program runs there. */
export class HarnessUser {
  /** Params of the last load that went well. */
  private program: JsonObject | undefined;

  constructor(private readonly session: Conversation) {}

  /** Loads, runs and reads what the script says. */
  async play(script: Harness): Promise<JsonObject> {
    const report: JsonObject = {};
    let ok = true;
    const note = (name: string, answer: Answer) => {
      ok &&= answer.ok;
      report[name] = answer.ok ? answer.result : { error: answer.error };
      return answer.ok;
    };
    const loading = await this.load(script);
    if (loading && !note('load', loading) && this.program === undefined) return { ok, ...report };
    for (const [name, value] of Object.entries(script.inputs ?? {}))
      note(`inputs.${name}`, await this.ask('harness.set_input', { name, value }));
    const { advance_time: time, cycle, until, outputs = [] } = script;
    if (time) note('advance_time', await this.ask('harness.advance_time', time));
    if (cycle) note('cycle', await this.ask('harness.cycle', cycle));
    if (until) note('until', await this.ask('harness.run_until', until));
    for (const name of outputs) note(`outputs.${name}`, await this.ask('harness.get_output', { name }));
    return { ok, ...report };
  }

  /** Loads what the script says; undefined if the program that runs is to go on. If it fails, the program before it goes on. */
  private async load({ load, reload }: Harness): Promise<Answer | undefined> {
    const params = load ?? reload ?? (this.program ? undefined : {});
    if (params === undefined) return undefined;
    const answer = reload ? await this.ask('harness.reload', params) : await this.session.ask('harness.load', params);
    if (answer.ok) this.program = params;
    return answer;
  }

  /** Asks for something that needs a program: if the server has none it is loaded first, once. */
  private async ask(method: Method, params: object): Promise<Answer> {
    const answer = await this.session.ask(method, params as JsonObject);
    if (!isNotLoaded(answer)) return answer;
    const loaded = await this.session.ask('harness.load', this.program ?? {});
    return loaded.ok ? await this.session.ask(method, params as JsonObject) : loaded;
  }
}
