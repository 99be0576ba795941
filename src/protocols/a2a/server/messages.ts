import type { Message, MessageSendConfiguration } from '../../../generated/types/a2a-0.3.0.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES, invalidParams } from '../errors.js';

/** Refuses a message that fits the schema and can't be worked on all the same. Throws RpcError. `modes`: what the agent takes and gives. */
export function checkMessage(
  { parts }: Message,
  { historyLength = 0, acceptedOutputModes = [] }: MessageSendConfiguration,
  modes: readonly string[],
): void {
  if (parts.length === 0) throw invalidParams('a message needs a part');
  if (historyLength < 0) throw invalidParams('historyLength must not be negative');
  const given = parts.flatMap((part) => (part.kind === 'file' ? (part.file.mimeType ?? []) : []));
  const foreign = given.find((type) => !modes.includes(type));
  if (foreign !== undefined) throw new RpcError(CODES.contentTypeNotSupported, `The agent does not take ${foreign}`);
  if (acceptedOutputModes.length > 0 && !acceptedOutputModes.some((mode) => modes.includes(mode)))
    throw new RpcError(CODES.contentTypeNotSupported, 'The agent gives none of the accepted output modes');
}
