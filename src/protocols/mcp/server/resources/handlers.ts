import { use } from '../../../../conversation/live/uses.js';
import type {
  BlobResourceContents,
  EmptyResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
  SubscribeRequestParams,
  TextResourceContents,
  UnsubscribeRequestParams,
} from '../../../../generated/types/mcp-2025-11-25.js';
import { own } from '../../../../json/own.js';
import { invalidParams, resourceNotFound } from '../../errors.js';
import type { Handlers } from '../state/call.js';
import type { Resource } from '../state/offered.js';
import type { SessionState } from '../state/session-state.js';
import { extraResource } from './resource.js';
import { expandTemplate, matchTemplate } from './uri-template.js';

type Contents = TextResourceContents | BlobResourceContents;

/** What stands behind a URI: its contents object, or undefined where there is nothing. */
export const readResource = (state: Pick<SessionState, 'script' | 'extras'>, uri: string): Contents | undefined =>
  findResource(state, uri)?.contents;

/** The same, with what stands for the entry of the script that it is of. */
function findResource(
  state: Pick<SessionState, 'script' | 'extras'>,
  uri: string,
): { contents: Contents; entry: object | undefined } | undefined {
  const resource = resourcesOf(state).find((candidate) => candidate.uri === uri);
  if (resource) {
    const { mimeType } = resource.spec;
    const content = resource.blob === undefined ? { text: resource.text ?? '' } : { blob: resource.blob };
    return { contents: { uri, ...(mimeType !== undefined && { mimeType }), ...content }, entry: resource.entry };
  }
  for (const template of state.script.resourceTemplates) {
    const variables = matchTemplate(template.uriTemplate, uri);
    if (!variables) continue;
    const known = Object.entries(variables).every(
      ([name, value]) => own(template.values, name)?.includes(value) ?? true,
    );
    if (!known) continue;
    const { mimeType } = template.spec;
    const text = expandTemplate(template.text, variables);
    return { contents: { uri, ...(mimeType !== undefined && { mimeType }), text }, entry: template.entry };
  }
  return undefined;
}

/** The requests about resources (MCP 2025-11-25, Resources). */
export function resourceHandlers(state: SessionState): Handlers {
  const exists = (given: string): string => {
    const uri = absolute(given);
    if (!readResource(state, uri)) throw resourceNotFound(uri);
    return uri;
  };
  return {
    'resources/list': ({ cursor }): ListResourcesResult => {
      const shown = resourcesOf(state).map(({ spec }) => spec);
      const { entries: resources, ...next } = state.pager.page('resources', shown, ({ uri }) => uri, cursor);
      return { resources, ...next };
    },
    'resources/templates/list': ({ cursor }): ListResourceTemplatesResult => {
      const shown = state.script.resourceTemplates.map(({ spec }) => spec);
      const key = ({ uriTemplate }: { uriTemplate: string }) => uriTemplate;
      const { entries: resourceTemplates, ...next } = state.pager.page('resourceTemplates', shown, key, cursor);
      return { resourceTemplates, ...next };
    },
    'resources/read': (params): ReadResourceResult => {
      const uri = absolute(params.uri);
      const found = findResource(state, uri);
      if (!found) throw resourceNotFound(uri);
      use(found.entry);
      return { contents: [found.contents] };
    },
    ...(state.offers.subscriptions && {
      'resources/subscribe': ({ uri }: SubscribeRequestParams): EmptyResult => {
        if (state.subscriptions.size >= MOST_SUBSCRIPTIONS)
          throw invalidParams('The session has too many subscriptions');
        state.subscriptions.add(exists(uri));
        return {};
      },
      'resources/unsubscribe': ({ uri }: UnsubscribeRequestParams): EmptyResult => {
        state.subscriptions.delete(absolute(uri));
        return {};
      },
    }),
  };
}

function resourcesOf(state: Pick<SessionState, 'script' | 'extras'>): readonly Resource[] {
  const { resources } = state.script;
  return state.extras.has('resources') ? [...resources, extraResource] : resources;
}

/** Of one session: a template stands for resources without end. */
const MOST_SUBSCRIPTIONS = 10_000;

/** An absolute URI (RFC 3986, section 4.3, with an optional fragment): a scheme and only characters that may stand there. */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

function absolute(uri: string): string {
  if (!ABSOLUTE_URI.test(uri) || BROKEN_ESCAPE.test(uri))
    throw invalidParams('The uri must be an absolute URI', { uri });
  return uri;
}
