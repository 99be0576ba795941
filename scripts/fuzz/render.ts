import type { Json } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { mutateBytes } from './mutate-bytes.js';
import { mutateHttp, type Request } from './mutate-http.js';
import { mutateJson, type Palette, spell } from './mutate-json.js';
import type { Step } from './plan.js';
import type { Frame, Live } from './traffic.js';

/** Beyond all recorded ids. */
const FIRST_ID = 1000;

/** The bytes that a step makes of a frame: what is live put in, the changes made. `count` tells frames of a conversation apart. */
export function bytesOf(frame: Frame, step: Step, live: Live, palette: Palette, count: number): Uint8Array {
  let bytes: Uint8Array = Buffer.from(frame.raw ?? '', 'base64');
  if (frame.message !== undefined) {
    let message = numbered(frame.message, step, count);
    for (const mutation of step.json) message = mutateJson(message, mutation, palette);
    bytes = Buffer.from(spell(live.resolve(message)));
  }
  for (const mutation of step.bytes) bytes = mutateBytes(bytes, mutation);
  return bytes;
}

/** The request that a step makes of a frame; undefined where there is no HTTP. */
export function requestOf({ http }: Frame, { http: mutations }: Step, live: Live): Request | undefined {
  if (!http) return undefined;
  const request: Request = { ...http, headers: live.resolve(http.headers) as Request['headers'] };
  return mutations.reduce((changed, mutation) => mutateHttp(changed, mutation, live.texts()), request);
}

/** A request from elsewhere gets an id of its own, lest most of what is sent is refused for its id. */
function numbered(message: Json, { frame, own }: Step, count: number): Json {
  const foreign = frame !== 'next' && own !== true;
  if (!foreign || !isObject(message) || typeof message.id !== 'number' || !('method' in message)) return message;
  return { ...message, id: FIRST_ID + count };
}
