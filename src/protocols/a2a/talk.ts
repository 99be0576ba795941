import type { Heard, TalkFacts } from '../../conversation/talk.js';
import { isObject, type Json } from '../../json/json.js';
import { resultToCore } from './v1/to-core.js';

/** How a person talks with an agent of A2A. */
export const TALK: TalkFacts = {
  saying: (message = '') => ({ message }),
  streams: { stream: true },
  heard: ({ result }) => {
    if (!isObject(result)) return {};
    // Only 0.3.0 says the kind of a result.
    const core = result.kind === undefined ? resultToCore('message/send', result) : result;
    return isObject(core) ? heard(core) : {};
  },
};

/** What a task, a message or an event says: its texts, and the states that a person must know of. */
function heard({ kind, parts, artifact, artifacts, status }: { [name: string]: Json }): Heard {
  if (kind === 'message') return said(textsIn(parts));
  if (kind === 'artifact-update') return said(textsIn(isObject(artifact) ? artifact.parts : undefined));
  if (!isObject(status)) return {};
  const given = Array.isArray(artifacts) ? artifacts.map((one) => textsIn(isObject(one) ? one.parts : undefined)) : [];
  const text = `${given.join('')}${textsIn(isObject(status.message) ? status.message.parts : undefined)}`;
  const isPlain = ['submitted', 'working', 'completed'].includes(String(status.state));
  return { ...said(text), ...(isPlain ? {} : { note: `the task is ${String(status.state)}` }) };
}

const said = (text: string): Heard => (text === '' ? {} : { text });

function textsIn(parts: Json | undefined): string {
  if (!Array.isArray(parts)) return '';
  return parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}
