import { use } from '../../../conversation/live/uses.js';
import type { ClientRequests } from '../../../generated/methods/harn-extensions-v1.js';
import type { InitializeResponse, SessionConfigOption } from '../../../generated/types/acp-0.12.2.js';
import type { Act, Deed } from '../../../generated/types/harn-client-script-v1.js';
import type { AgentEvent, ProviderCatalog, TimelineUpdate } from '../../../generated/types/harn-extensions-v1.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/connection.js';
import type { LiveRewrites } from '../../../jsonrpc/rewriting.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import type { ClientExtension } from '../../acp/client/extension.js';
import type { ServedClient } from '../../acp/client/serve.js';
import { type Unchecked, unchecked } from '../../acp/unchecked.js';
import { selectorOf } from './catalog.js';
import { Offers } from './offers.js';
import type { HarnScript } from './script.js';
import { HarnView } from './view.js';

/** A conversation of the user: a session, and from a fork on its branch. */
interface Conversation {
  sessionId: string;
  /** How often each moment has been there. */
  readonly moments: Map<string, number>;
  /** The ids of what acts have put into turns, by the names of these. */
  readonly named: Map<string, string>;
  /** Its subscription to the timeline. */
  subscriptionId?: string;
  /** Resolves when everything has been done whose moment has come. */
  done: Promise<void>;
}

/** What a client of Harn does beside one of ACP: the acts of its script, the picker of models, the timeline. */
export class HarnUser implements ClientExtension {
  private offers = new Offers();
  private readonly conversations = new Map<string, Conversation>();

  constructor(
    private readonly client: () => ServedClient,
    private readonly script: HarnScript,
    readonly rewrites: LiveRewrites,
  ) {}

  readonly notifications = {
    '_harn/agentEvent': (params: Json | undefined) => {
      const { sessionId, kind } = unchecked<AgentEvent>(params);
      if (typeof sessionId !== 'string' || typeof kind !== 'string') return;
      this.view(sessionId).note({ milestone: kind });
      this.heard('_harn/agentEvent', sessionId, kind);
    },
    'harn.session_timeline.update': (params: Json | undefined) => {
      const { subscriptionId, update } = unchecked<TimelineUpdate>(params);
      const subscriber = [...this.conversations.values()].find((one) => one.subscriptionId === subscriptionId);
      const { node } = unchecked<NonNullable<TimelineUpdate['update']>>(update);
      if (subscriber && isObject(node)) this.view(subscriber.sessionId).note({ node: node.id ?? null });
    },
  };

  makeView(): HarnView {
    return new HarnView();
  }

  greeted(answer: Unchecked<InitializeResponse>): void {
    this.offers = new Offers(answer);
  }

  async opened(sessionId: string, { configOptions }: JsonObject): Promise<void> {
    const conversation: Conversation = {
      sessionId,
      moments: new Map(),
      named: new Map(),
      done: Promise.resolve(),
    };
    this.conversations.set(sessionId, conversation);
    await this.tried(conversation, () => this.pickModel(sessionId, configOptions));
    await this.tried(conversation, () => this.subscribe(conversation));
  }

  heard(method: string, sessionId: string, variant?: string): void {
    const conversation = this.conversations.get(sessionId);
    if (!conversation) return;
    const { moments } = conversation;
    const here = variant === undefined ? [method] : [method, `${method}#${variant}`];
    for (const moment of here) moments.set(moment, (moments.get(moment) ?? 0) + 1);
    for (const act of this.script.acts)
      if (here.includes(act.on) && moments.get(act.on) === (act.nth ?? 1)) {
        use(act);
        conversation.done = conversation.done.then(() => this.tried(conversation, () => this.act(conversation, act)));
      }
    // Where the connection ends meanwhile the prompt says so too, and nobody waits for this any more.
    conversation.done.catch(() => undefined);
  }

  async answered(sessionId: string): Promise<string> {
    const conversation = this.conversations.get(sessionId)!;
    this.heard('answered', sessionId);
    await conversation.done;
    await this.tried(conversation, () => this.unsubscribe(conversation));
    return conversation.sessionId;
  }

  /** What the agent refuses is shown, and ends nothing. */
  private async tried({ sessionId }: Conversation, what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.view(sessionId).note({ refused: error.message });
    }
  }

  private async act(conversation: Conversation, { do: deed, as }: Act): Promise<void> {
    const { sessionId } = conversation;
    const view = this.view(sessionId);
    const id = (name: string) => conversation.named.get(name);
    const named = (given: Json | undefined) => {
      if (as !== undefined && typeof given === 'string') conversation.named.set(as, given);
    };
    if ('inject' in deed) named(await this.inject(sessionId, deed));
    else if ('remind' in deed) named(await this.remind(sessionId, deed));
    else if ('replace' in deed) await this.replace(sessionId, id(deed.replace), deed.with);
    else if ('revoke' in deed) await this.revoke(sessionId, id(deed.revoke));
    else if ('unremind' in deed) await this.unremind(sessionId, id(deed.unremind));
    else if ('stopTool' in deed) await this.stopTool(sessionId, deed.stopTool);
    else if ('fork' in deed) await this.fork(conversation, deed);
    else if ('ask' in deed) {
      if (this.offers.has(deed.ask))
        await this.client().connection.request(deed.ask, { sessionId, ...(deed.params as JsonObject) });
    } else {
      // What waits is for this turn or the next, whatever is cancelled (Harn guide, Pending inject runtime behavior).
      if (deed.cancel === 'drop') for (const messageId of view.waiting) await this.revoke(sessionId, messageId);
      this.client().cancel(sessionId);
    }
  }

  private async inject(sessionId: string, { inject: text, mode: wanted }: Of<'inject'>): Promise<Json | undefined> {
    const mode = this.offers.mode('inject', wanted) ?? 'steer';
    if (!this.offers.has('session/inject')) return undefined;
    const content = [{ type: 'text' as const, text }];
    const { messageId } = await this.ask('session/inject', { sessionId, mode, content });
    if (typeof messageId === 'string') this.view(sessionId).say(messageId, text);
    return messageId;
  }

  private async remind(sessionId: string, { remind: body, mode, tags }: Of<'remind'>): Promise<Json | undefined> {
    if (!this.offers.has('session/remind')) return undefined;
    const chosen = this.offers.mode('remind', mode);
    const params = { sessionId, body, ...(chosen && { mode: chosen }), ...(tags && { tags }) };
    return (await this.ask('session/remind', params)).reminderId;
  }

  private async replace(sessionId: string, messageId: string | undefined, text: string): Promise<void> {
    if (messageId === undefined || !this.offers.has('session/replace_inject')) return;
    await this.ask('session/replace_inject', { sessionId, messageId, content: [{ type: 'text', text }] });
    this.view(sessionId).say(messageId, text);
  }

  private async revoke(sessionId: string, messageId: string | undefined): Promise<void> {
    if (messageId === undefined) return;
    try {
      await this.ask('session/revoke_inject', { sessionId, messageId });
      this.view(sessionId).unsay(messageId);
    } catch (error) {
      // It was delivered in the meantime.
      if (!(error instanceof RpcError)) throw error;
    }
  }

  private async unremind(sessionId: string, reminderId: string | undefined): Promise<void> {
    if (reminderId !== undefined && this.offers.has('session/revoke_reminder'))
      await this.ask('session/revoke_reminder', { sessionId, reminderId });
  }

  private async stopTool(sessionId: string, reason: string): Promise<void> {
    const toolCallId = [...this.view(sessionId).toolCalls.keys()].at(-1);
    if (toolCallId !== undefined && this.offers.has('session/cancel_tool_call'))
      await this.ask('session/cancel_tool_call', { sessionId, toolCallId, reason });
  }

  /** From here on the conversation is in the branch. */
  private async fork(conversation: Conversation, { fork: name, keepFirst }: Of<'fork'>): Promise<void> {
    if (!this.offers.has('session/fork')) return;
    const { sessionId } = await this.ask('session/fork', {
      session_id: conversation.sessionId,
      branch_name: name,
      ...(keepFirst === undefined ? {} : { keep_first: keepFirst }),
    });
    if (typeof sessionId !== 'string') return;
    await this.unsubscribe(conversation);
    conversation.sessionId = sessionId;
    this.conversations.set(sessionId, conversation);
  }

  /** The model that the user wants, as the catalog of the agent names it (Harn guide, Session model pin). */
  private async pickModel(sessionId: string, configOptions: Json | undefined): Promise<void> {
    if (this.script.model === undefined || !this.offers.has('_harn/providerCatalog')) return;
    const catalog: Unchecked<ProviderCatalog> = await this.ask('_harn/providerCatalog', {});
    const settings = Array.isArray(configOptions) ? configOptions.map(unchecked<SessionConfigOption>) : [];
    const setting = settings.find(({ id }) => id === 'model');
    const value = setting && selectorOf(catalog, this.script.model, setting);
    if (value === undefined) return;
    const answer = await this.client().ask('session/set_config_option', { sessionId, configId: 'model', value });
    this.view(sessionId).configure(answer.configOptions);
  }

  private async subscribe(conversation: Conversation): Promise<void> {
    const { sessionId } = conversation;
    if (!this.script.timeline || !this.offers.has('harn.session_timeline.subscribe')) return;
    const { subscriptionId } = await this.ask('harn.session_timeline.subscribe', { sessionId });
    if (typeof subscriptionId === 'string') conversation.subscriptionId = subscriptionId;
  }

  private async unsubscribe(conversation: Conversation): Promise<void> {
    const { subscriptionId } = conversation;
    if (subscriptionId === undefined) return;
    delete conversation.subscriptionId;
    await this.ask('harn.session_timeline.unsubscribe', { subscriptionId });
  }

  private view(sessionId: string): HarnView {
    return this.client().view(sessionId) as HarnView;
  }

  private async ask<M extends keyof ClientRequests>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    return unchecked(await this.client().connection.request(method, asObject(params)));
  }
}

/** The deed that has this member. */
type Of<Name extends string> = Extract<Deed, { [name in Name]: unknown }>;
