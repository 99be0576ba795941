import { isAbsolute, resolve } from 'node:path';
import type { ClientRequests } from '../../../../generated/methods/acp-1.21.0.js';
import type {
  LoadSessionRequest,
  NewSessionRequest,
  RequestId,
  ResumeSessionRequest,
  SessionUpdate,
  SetSessionConfigOptionRequest,
} from '../../../../generated/types/acp-1.21.0.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import type { ParamsOf, RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import { authRequired, invalidParams, invalidRequest } from '../../errors.js';
import type { Agent } from '../agent.js';
import { offeredCommands } from '../scenes/index.js';
import { type ChoiceState, Choices } from '../sessions/choices.js';
import { McpServers } from '../sessions/mcp.js';
import type { Session } from '../sessions/session.js';

type Params<M extends keyof ClientRequests> = ParamsOf<ClientRequests, M>;
type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** What an agent answers about its sessions, as far as its script lets it (ACP, Session Setup; Session List). */
export function sessionHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  const { sessions, script } = agent;
  const { load, list, resume, close, modes, settings } = script.abilities;
  return {
    'session/new': (params, context): Promise<Result<'session/new'>> => open(agent, params, context),
    ...(load && {
      'session/load': (params: Params<'session/load'>, context): Promise<Result<'session/load'>> =>
        reopen(agent, params, context, true),
    }),
    ...(resume && {
      'session/resume': (params: Params<'session/resume'>, context): Promise<Result<'session/resume'>> =>
        reopen(agent, params, context, false),
    }),
    ...(list && {
      'session/list': (params: Params<'session/list'>): Result<'session/list'> =>
        sessions.page(params, script.pageSize),
    }),
    ...(close && {
      'session/close': async (params: Params<'session/close'>): Promise<Result<'session/close'>> => {
        await end(sessions.get(params, { open: true }));
        return {};
      },
    }),
    ...(script.abilities.delete && {
      'session/delete': async (params: Params<'session/delete'>): Promise<Result<'session/delete'>> => {
        const session = sessions.named(params);
        if (!session) return {};
        sessions.delete(session);
        await end(session);
        agent.store.forget(session.number);
        return {};
      },
    }),
    ...(modes && {
      'session/set_mode': (params: Params<'session/set_mode'>): Result<'session/set_mode'> => {
        const session = sessions.get(params, { open: true });
        const { settings: told } = session.choices.setMode(params.modeId);
        if (told) session.announce(told);
        return {};
      },
    }),
    ...(settings && {
      'session/set_config_option': (
        params: Params<'session/set_config_option'>,
      ): Result<'session/set_config_option'> => {
        const session = sessions.get(params, { open: true });
        for (const update of changed(agent, session, params))
          if (update.sessionUpdate === 'current_mode_update') session.announce(update);
        return { configOptions: session.choices.settings() };
      },
    }),
  };
}

/** Ends a session: the turn that runs, and its MCP servers. */
async function end(session: Session): Promise<void> {
  session.open = false;
  session.cancel();
  await session.idle;
  await session.servers?.close();
  delete session.servers;
}

async function open(agent: Agent, params: NewSessionRequest, { id }: RequestContext): Promise<Result<'session/new'>> {
  const { sessions, script, notify } = agent;
  const number = sessions.nextNumber();
  const choices = new Choices(script.abilities, () => agent.offered.booleans);
  const session = agent.makeSession({ id: script.name('session', number), number, choices, script, notify });
  await equip(agent, session, params);
  if (script.asksFirst && agent.offered.form) await askAbout(agent, id);
  sessions.add(session);
  agent.store.save(session.kept());
  agent.outbox.afterReply(id, () => session.offer(offeredCommands(agent)));
  return { sessionId: session.id, ...session.choices.state() };
}

/** Asks the user something about a request, outside of any session. Whatever the user does, the request goes on (ACP 1.21.0, Creating an elicitation). */
async function askAbout({ ask }: Agent, requestId: Id): Promise<void> {
  try {
    await ask('elicitation/create', {
      // An id too large for a double is one of these, too.
      requestId: requestId as RequestId,
      mode: 'form',
      message: 'What is this session for?',
      requestedSchema: { type: 'object', properties: { purpose: { type: 'string', title: 'Purpose' } } },
    });
  } catch {
    // An error of the client is no answer, and a client that is gone needs no session.
  }
}

async function reopen(
  agent: Agent,
  params: LoadSessionRequest | ResumeSessionRequest,
  { id }: RequestContext,
  repeats: boolean,
): Promise<ChoiceState> {
  const session = agent.sessions.get(params, { open: false });
  if (session.running) throw invalidRequest('a prompt of this session still runs');
  await equip(agent, session, params);
  session.open = true;
  if (repeats) session.replay();
  // They may have changed while it was closed.
  agent.outbox.afterReply(id, () => session.hasTold && session.offer(offeredCommands(agent)));
  return session.choices.state();
}

/** Gives a session its folder and its MCP servers, in the place of those that it had. Rejects with NotAllowed for a server that may not be started. */
async function equip(
  { script, signedIn, clock, version, failed }: Agent,
  session: Session,
  { cwd, mcpServers = [], additionalDirectories = [] }: NewSessionRequest | ResumeSessionRequest,
): Promise<void> {
  if (script.signIn && !signedIn) throw authRequired('sign in first');
  const directories = script.abilities.directories ? additionalDirectories : [];
  for (const path of [cwd, ...directories])
    if (!isAbsolute(path)) throw invalidParams(`a directory must be an absolute path: ${path}`);
  session.cwd = resolve(cwd);
  session.directories = directories;
  session.updatedAt = clock.date();
  await session.servers?.close();
  const where = { clock, version, folder: session.files, programs: script.programs };
  session.servers = await McpServers.open(mcpServers, { ...where, ...(failed && { failed }) });
}

/** Changes a setting. Where there is none, or none with this value, nothing changes for who keeps what is there. */
function changed(agent: Agent, session: Session, params: SetSessionConfigOptionRequest): SessionUpdate[] {
  try {
    return session.choices.set(params.configId, params.value);
  } catch (error) {
    if (agent.script.keepsSettings) return [];
    throw error;
  }
}
