/** Caps on what a peer may send. All sizes in bytes. */
export interface Limits {
  /** One line, one message, one HTTP body, one event, one WebSocket message. */
  message: number;
  /** Everything of one stream or process together. */
  stream: number;
  /** How much of bytes that are no message is kept as evidence. */
  evidence: number;
  /** How much of stderr is kept: the last so many bytes. */
  stderr: number;
}

export const defaultLimits: Limits = {
  message: 64 * 1024 * 1024,
  stream: 512 * 1024 * 1024,
  evidence: 4 * 1024,
  stderr: 64 * 1024,
};
