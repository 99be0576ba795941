import type { SessionUpdate } from '../../../generated/types/harn-extensions-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { SessionView } from '../../acp/client/view.js';

/** The updates that say something about the session and stand for nothing else in it. */
const NEWS: ReadonlySet<string> = new Set<SessionUpdate['sessionUpdate']>([
  'progress',
  'log',
  'fs_watch',
  'worker_update',
  'transcript_compacted',
  'transcript_projected',
  'handoff',
  'skill_activated',
  'skill_deactivated',
  'skill_narrow',
  'skill_scope_tools',
  'tool_search_query',
  'tool_search_result',
  'hitl_request',
  'hitl_resolved',
  'session_truncated',
  'session_rollback',
  'session_redo',
]);

/**
 * What the user of a client of Harn sees of one session, out of its updates (Harn extensions v1, ACP session updates). What it
 * does not know changes nothing.
 */
export class HarnView extends SessionView {
  /** The messages that the user has put into turns, by their ids, in the order in which they were said. */
  private readonly said = new Map<string, { text: string; delivered: boolean }>();
  /** What the agent tells beside the conversation, newest last. */
  private readonly news: JsonObject[] = [];
  /** Where the session comes from, for a branch. */
  private branch: JsonObject | undefined;

  /** The ids of the messages that were not delivered yet. */
  get waiting(): string[] {
    return [...this.said].flatMap(([messageId, { delivered }]) => (delivered ? [] : [messageId]));
  }

  /** The user has put a message into the turn, or changed it. Its echo, which may have come already, is the same message. */
  say(messageId: string, text: string): void {
    if (!this.said.get(messageId)?.delivered) this.said.set(messageId, { text, delivered: false });
  }

  /** A message was taken back. */
  unsay(messageId: string): void {
    this.said.delete(messageId);
  }

  /** Takes what is no update of a session: milestones, news of a timeline, what was refused. */
  note(news: JsonObject): void {
    this.news.push(news);
  }

  override show(update: Json | undefined): void {
    super.show(update);
    if (!isObject(update) || typeof update.sessionUpdate !== 'string') return;
    const { sessionUpdate, messageId, content, _meta, ...rest } = update;
    const meta = isObject(_meta) ? _meta : {};
    if (sessionUpdate === 'user_message' && typeof messageId === 'string')
      this.said.set(messageId, { text: textOf(content), delivered: true });
    if (sessionUpdate === 'session_info_update' && meta.state === 'forked') this.branch = meta;
    if (NEWS.has(sessionUpdate)) this.note({ [sessionUpdate]: isObject(meta.harn) ? meta.harn : rest });
  }

  override summary(): JsonObject {
    const { said, news, branch } = this;
    const texts = [...said.values()].map(({ text }) => text);
    return { ...super.summary(), said: texts, news: [...news], ...(branch ? { branch } : {}) };
  }
}

/** The text of blocks of content, joined. */
const textOf = (content: Json | undefined): string =>
  (Array.isArray(content) ? content : [])
    .map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : ''))
    .join('');
