import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { isVolatileText } from '../../recording/volatile.js';
import { askedIn } from './alike.js';

/** Members whose value is the id or token of a request. */
const OF_REQUESTS = /^(?:progressToken|requestId|promptId|cancelRequestId)$|subscriptionId$/;

/**
 * What replaces in a recorded message what was peculiar to the recorded request: its id and its progress token, in members that name requests,
 * and ids, times and tokens that the live request has otherwise at the same place. Undefined for a message about progress that nobody asked for.
 *
 * @param isBeginning what peers say of themselves at the beginning differs without a consequence
 */
export function renaming(
  recorded: JsonObject,
  live: JsonObject,
  isBeginning: boolean,
): (message: JsonObject) => JsonObject | undefined {
  const texts = new Map<string, string>();
  if (!isBeginning) collect(askedIn(recorded), askedIn(live), '', texts);
  const [before, now] = [tokenOf(recorded), tokenOf(live)];
  const rename = (value: Json, member: string): Json => {
    if (OF_REQUESTS.test(member)) {
      if (before !== undefined && value === before && now !== undefined) return now;
      if (value === recorded.id && live.id !== undefined) return live.id;
    }
    if (typeof value === 'string') return texts.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => rename(item, member));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rename(inner, name)]));
  };
  return (message) => {
    const { params } = message;
    const token = isObject(params) ? params.progressToken : undefined;
    if (token !== undefined && token === before && now === undefined) return undefined;
    return rename(message, '') as JsonObject;
  };
}

/** Texts that differ at one place and may, the recorded one first. Those of a few characters may stand for anything elsewhere. */
function collect(recorded: Json, live: Json, member: string, into: Map<string, string>): void {
  if (typeof recorded === 'string' && typeof live === 'string') {
    if (recorded !== live && recorded.length >= 4 && isVolatileText(recorded, member)) into.set(recorded, live);
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    for (const [at, item] of recorded.entries()) if (at < live.length) collect(item, live[at]!, member, into);
  } else if (isObject(recorded) && isObject(live)) {
    for (const [name, inner] of Object.entries(recorded))
      if (live[name] !== undefined) collect(inner, live[name], name, into);
  }
}

function tokenOf({ params }: JsonObject): Json | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta.progressToken : undefined;
}
