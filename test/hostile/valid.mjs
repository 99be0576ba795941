// The minimal valid MCP server behind every hostile peer.

/** The methods whose replies carry the defect, where only one reply does. initialize stays sound. */
const ORDINARY = new Set(['ping', 'tools/list']);

/** Whether a message is the request that a behaviour spoils. */
export const isOrdinary = (message) => ORDINARY.has(message?.method) && message.id !== undefined;

/** The valid response to a message, or undefined where none is due. */
export function replyTo(message) {
  const { id, method, params } = message ?? {};
  if (typeof method !== 'string' || id === undefined) return undefined;
  const respond = (result) => ({ jsonrpc: '2.0', id, result });
  switch (method) {
    case 'initialize':
      return respond({
        protocolVersion: params?.protocolVersion ?? '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'hostile-peer', version: '1.0.0' },
      });
    case 'ping':
      return respond({});
    case 'tools/list':
      return respond({ tools: [] });
    default:
      return { jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } };
  }
}

/** Reads a JSON text, or returns undefined. */
export function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls `write` again and again as fast as the stream takes it, with what `piece` makes, until the stream is gone. Memory
 * stays flat, for it waits whenever the stream is full.
 */
export function flood(stream, piece) {
  let gone = false;
  stream.on('error', () => {
    gone = true;
  });
  stream.on('close', () => {
    gone = true;
  });
  const go = () => {
    if (gone || stream.destroyed || stream.writableEnded) return;
    // A few at a time, so that input and timers still get their turn.
    for (let count = 0; count < 64; count++) {
      if (!stream.write(piece())) {
        stream.once('drain', go);
        return;
      }
    }
    setImmediate(go);
  };
  go();
}

/** Writes bytes one by one, `pause` ms apart, then calls `then`. Ends early where the stream is gone. */
export function drip(stream, bytes, pause, then = () => {}) {
  const buffer = Buffer.from(bytes);
  let at = 0;
  const next = () => {
    if (stream.destroyed || stream.writableEnded) return;
    if (at === buffer.length) {
      then();
      return;
    }
    stream.write(buffer.subarray(at, at + 1));
    at += 1;
    setTimeout(next, pause);
  };
  next();
}
