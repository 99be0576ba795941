import type { JsonObject } from '../../../../json/json.js';
import { pathIn } from '../../../acp/agent/tools/files.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf, tellAnd } from './playing.js';

/** The tools that `search` looks through, and those that a skill may leave. */
const DEFERRED = ['read_notes', 'write_notes', 'count', 'read_mail'];
/** How many messages `compact` and `project` leave as they are. */
const KEPT = 1;

/** What Harn tells of a turn by updates of its own (Harn extensions v1, ACP session updates). */
export const NEWS: { readonly [name: string]: Scene } = {
  report: {
    description: 'Tells how far it is, and a line of its log.',
    play: (turn) => tellAnd(turn, report),
  },
  boot: {
    description: 'Tells how long its start and its parts took, as its log.',
    play: (turn) => tellAnd(turn, boot),
  },
  watch: {
    description: 'Watches its folder, and changes a file there.',
    play: (turn) => tellAnd(turn, watch),
  },
  compact: {
    description: 'Puts a summary in the place of what was said.',
    play: (turn) => tellAnd(turn, compact),
  },
  project: {
    description: 'Gives the model a part of what was said.',
    play: (turn) => tellAnd(turn, project),
  },
  narrow: {
    description: 'Takes up a skill that takes tools away.',
    play: (turn) => tellAnd(turn, narrow),
  },
  skill: {
    description: 'Takes up a skill that allows one tool alone, and puts it down again.',
    hint: 'the skill, which is called as its tool',
    play: (turn, rest) => tellAnd(turn, (one) => skill(one, rest.trim() || 'count')),
  },
  search: {
    description: 'Searches its tools.',
    hint: 'the words',
    play: (turn, rest) => tellAnd(turn, (one) => search(one, rest || 'read')),
  },
  visible: {
    description: 'Speaks in three pieces, each with what of it may be seen.',
    play: async (turn) => {
      let visible_text = '';
      for (const visible_delta of ['One. ', 'Two. ', 'Three.']) {
        visible_text += visible_delta;
        const _meta = { harn: { visible_text, visible_delta } };
        harnSessionOf(turn).tell({
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: visible_delta, _meta },
        });
      }
      return undefined;
    },
  },
  global: {
    description: 'Says whether a global of its script is set, and sets it.',
    play: async (turn) => {
      // The state of one run of a script: the next prompt begins with a clean one.
      const state = new Map<string, boolean>();
      harnSessionOf(turn).report({ global: state.get('kit') ?? null });
      state.set('kit', true);
      return undefined;
    },
  },
};

function report(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const about = { phase: 'ingest', message: 'Reading.', progress: 3, total: 10, data: { file: 'notes.txt' } };
  session.mention({ sessionUpdate: 'progress', _meta: { harn: about } });
  const line = { level: 'info', message: 'Three of ten are read.', fields: { read: 3 } };
  session.mention({ sessionUpdate: 'log', _meta: { harn: line } });
}

/** The records of a start: the model of this agent has nothing to compile, and no time passes. */
function boot(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const log = (record: string, times: JsonObject) => {
    const line = { level: 'info', message: record, fields: { record, ...times } };
    session.mention({ sessionUpdate: 'log', _meta: { harn: line } });
  };
  log('ACP_BOOT', { compile_ms: 0, vm_setup_ms: 0, vm_baseline_cache: 'hit', execute_ms: 0 });
  log('span_end', { name: 'pipeline', duration_ms: 0 });
}

function watch(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const path = pathIn(turn, 'watched.txt');
  session.files.write(path, 'changed\n', { parents: false });
  const news = { subscriptionId: session.name('watch'), events: [{ kind: 'created', path }] };
  session.mention({ sessionUpdate: 'fs_watch', _meta: { harn: news } });
}

function compact(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const estimatedTokensBefore = tokensOf(session.context());
  const archivedMessages = session.transcript.compact(KEPT);
  session.checkpoints.compacted();
  session.mention({
    sessionUpdate: 'transcript_compacted',
    _meta: {
      harn: {
        mode: 'manual',
        reason: 'asked for',
        strategy: 'summarize',
        archivedMessages,
        estimatedTokensBefore,
        estimatedTokensAfter: Math.min(estimatedTokensBefore, tokensOf(session.context())),
        snapshotAssetId: session.name('asset'),
        instructionMode: 'default',
        instructionSource: 'script',
        compactionPolicy: { keep: KEPT },
      },
    },
  });
}

function project(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const messages = session.context();
  const dropped = messages.slice(0, -KEPT);
  session.mention({
    sessionUpdate: 'transcript_projected',
    _meta: {
      harn: {
        policy: { keep: KEPT },
        reason: 'asked for',
        prefixHash: `${messages.length}:${tokensOf(messages)}`,
        keptCount: messages.length - dropped.length,
        droppedCount: dropped.length,
        providerSafetyBlocked: false,
        redactedCount: 0,
        reclaimedTokens: tokensOf(dropped),
        rootsConsulted: [session.cwd],
        redactionPointers: [],
      },
    },
  });
}

/** About how many tokens messages have: a token is four characters. */
const tokensOf = (messages: readonly { content: string }[]) =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);

function narrow(turn: PromptTurn): void {
  const [removedTools, remainingTools] = [DEFERRED.slice(0, 2), DEFERRED.slice(2)];
  const details = (names: readonly string[], reason: string) => names.map((name) => ({ name, reason }));
  harnSessionOf(turn).mention({
    sessionUpdate: 'skill_narrow',
    _meta: {
      harn: {
        reason: 'the skill count wants no notes',
        removedTools,
        remainingTools,
        policy: 'strict',
        removedToolDetails: details(removedTools, 'not of the skill'),
        keptToolDetails: details(remainingTools, 'of the skill'),
      },
    },
  });
}

function skill(turn: PromptTurn, skillName: string): void {
  const session = harnSessionOf(turn);
  const taken = { skillName, iteration: 1, reason: 'asked for' };
  session.mention({ sessionUpdate: 'skill_activated', _meta: { harn: taken } });
  session.mention({ sessionUpdate: 'skill_scope_tools', _meta: { harn: { skillName, allowedTools: [skillName] } } });
  session.mention({ sessionUpdate: 'skill_deactivated', _meta: { harn: { skillName, iteration: 2 } } });
}

function search(turn: PromptTurn, query: string): void {
  const session = harnSessionOf(turn);
  const how = { toolUseId: session.name('search'), strategy: 'bm25', mode: 'client' };
  session.mention({ sessionUpdate: 'tool_search_query', _meta: { harn: { ...how, name: 'tool_search', query } } });
  const promoted = DEFERRED.filter((name) => name.includes(query));
  session.mention({ sessionUpdate: 'tool_search_result', _meta: { harn: { ...how, promoted } } });
}
