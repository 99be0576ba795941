/**
 * Caps on what a peer may send. All sizes in bytes, but for `items`. How deep a message may nest and how many values it may hold
 * is the same wherever JSON is read: `JSON_LIMITS` of `src/json`.
 */
export interface Limits {
  /** One line, one message, one HTTP body, one event, one WebSocket message. */
  message: number;
  /** Everything of one stream, connection or process together. */
  stream: number;
  /** How many messages, events or frames one stream, connection or process may bring: whoever keeps them pays for each. */
  items: number;
  /** How much of bytes that are no message is kept as evidence. */
  evidence: number;
  /** How much of stderr is kept: the last so many bytes. */
  stderr: number;
}

export const defaultLimits: Limits = {
  message: 64 * 1024 * 1024,
  stream: 256 * 1024 * 1024,
  items: 50_000,
  evidence: 4 * 1024,
  stderr: 64 * 1024,
};

/**
 * Caps of a mock, which may run for days: what one message costs stays bounded, how many come over time does not. Whoever reads by them
 * keeps nothing of what it has dealt with.
 */
export const mockLimits: Limits = {
  ...defaultLimits,
  stream: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
};
