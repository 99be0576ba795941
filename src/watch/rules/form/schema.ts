import type { Json } from '../../../json/json.js';
import { escapeToken } from '../../../json/pointer.js';
import type { Issue } from '../../finding.js';
import type { Facts } from '../../memory.js';
import { oncePerRecord } from '../../once-per-record.js';
import { genericPointer } from '../../places.js';
import {
  type Definitions,
  type Misfit,
  onlySettings,
  type RuleMaker,
  SettingsError,
  textsOf,
  type WatchedMethod,
} from '../../rule.js';
import { advertisedOf } from './advertised.js';

/** How many places of one message are reported: after a few, the rest follows from the first. */
const PLACES = 3;

/**
 * `schema`: params and results have the shape that the method table gives them. Requests and notifications are judged by
 * their method, results by the method of the request with their id, never by a schema of all messages. Methods that the
 * table lacks are extensions and not judged; neither are unknown members. A method that the table has and that comes from
 * the wrong side is a mistake.
 *
 * `with.variants`: `open` (default) leaves a variant that the definition lacks alone, `closed` finds it as an undeclared
 * extension, and `only` finds nothing but these. `with.advertised` says where a side lists those that it may use nevertheless, as `advertisedOf` reads it.
 * `with.except` lists the places of messages, JSON Pointers, that another definition speaks of; those of one method as `METHOD POINTER`.
 * `with.at` lists places, also of one method: only what is there, inside, or missing there is judged, so that each place can prove a requirement of its
 * own. An entry without it leaves these places to the others.
 */
export const schema: RuleMaker = (settings, { definitions, isOwn }, siblings) => {
  onlySettings(settings, ['variants', 'advertised', 'at', 'except']);
  const variants = settings.variants ?? 'open';
  if (variants !== 'open' && variants !== 'closed' && variants !== 'only')
    throw new SettingsError('`variants` must be open, closed or only');
  const advertised = advertisedOf(settings, 'advertised');
  const except = new Set(textsOf(settings, 'except'));
  const places = textsOf(settings, 'at');
  // What is judged for variants alone claims nothing.
  const claimed = siblings.filter(({ variants }) => variants !== 'only').flatMap((sibling) => textsOf(sibling, 'at'));
  const isIn = (list: readonly string[], method: string, path: string) =>
    [path, `${method} ${path}`].some((one) => list.some((place) => one === place || one.startsWith(`${place}/`)));
  const isMeant = (method: string, path: string) =>
    places.length > 0 ? isIn(places, method, path) : variants === 'only' || !isIn(claimed, method, path);
  return (facts) => {
    const { message, shape, side, method, forgiven } = facts;
    if (message) advertised?.note(facts);
    if (!message || forgiven || shape === 'invalid' || method === undefined) return undefined;
    const misfits = misfitsOf(facts, definitions);
    if (misfits === undefined) return undefined;
    const judged = misfits.filter(
      ({ unknownVariant, path, missing }) =>
        (unknownVariant ? variants !== 'open' && !advertised?.has(facts, path) : variants !== 'only') &&
        isMeant(method, missing === undefined ? path : `${path}/${escapeToken(missing)}`) &&
        !except.has(path) &&
        !except.has(`${method} ${path}`) &&
        !(side === 'target' && isOwn?.(path)),
    );
    return { subject: side, issues: judged.slice(0, PLACES).map((misfit) => issueOf(facts, misfit)) };
  };
};

/** Undefined where no definition judges the message. */
const misfitsOf = oncePerRecord((facts, all): Misfit[] | undefined => {
  const entry = facts.method === undefined ? undefined : all.method(facts.method);
  if (entry === undefined) return undefined;
  return facts.shape === 'response' ? ofResponse(facts, entry, all) : ofCall(facts, entry, all);
});

function ofCall({ message, shape, side, method }: Facts, entry: WatchedMethod, all: Definitions): Misfit[] | undefined {
  // What is sent as the wrong kind of message is the business of the envelope.
  if (shape !== entry.kind) return undefined;
  if (!entry.from.includes(side))
    return [{ path: '/method', message: `${method} is never sent by this side`, actual: method! }];
  if (message!.params === undefined)
    return entry.paramsRequired ? [{ path: '/params', message: '`params` is missing' }] : [];
  if (entry.params !== undefined) {
    const misfits = fitting(all, [entry.params], message!.params);
    return misfits?.map((misfit) => ({ ...misfit, path: `/params${misfit.path}` }));
  }
  if (entry.message === undefined) return [];
  // The envelope has a rule of its own.
  const misfits = fitting(all, [entry.message], message!);
  return misfits?.filter(({ path }) => path === '/params' || path.startsWith('/params/'));
}

function ofResponse({ message, asked }: Facts, entry: WatchedMethod, all: Definitions): Misfit[] | undefined {
  if (!('result' in message!) || 'error' in message || asked?.about.ambiguous || entry.results.length === 0)
    return undefined;
  const misfits = fitting(all, entry.results, message.result);
  return misfits?.map((misfit) => ({ ...misfit, path: `/result${misfit.path}` }));
}

/** Undefined where a value nests too deep for a validator: the kit's limit is no mistake of its sender. */
function fitting(all: Definitions, definitions: readonly string[], value: Json): Misfit[] | undefined {
  try {
    return all.misfits(definitions, value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function issueOf({ method, shape }: Facts, misfit: Misfit): Issue {
  const what = shape === 'response' ? `the result of ${method}` : `${method}`;
  const label = misfit.unknownVariant ? 'undeclared extension' : 'invalid';
  const message = `${what}: ${misfit.unknownVariant ? 'undeclared extension: ' : ''}${misfit.message} at ${misfit.path}`;
  return {
    key: `${shape} ${method} ${genericPointer(misfit.path)} ${label}`,
    label,
    message,
    path: misfit.path,
    ...(misfit.expected === undefined ? {} : { expected: misfit.expected }),
    ...(misfit.actual === undefined ? {} : { actual: misfit.actual }),
  };
}
