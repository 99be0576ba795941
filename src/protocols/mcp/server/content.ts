import type {
  AudioContent,
  CallToolResult,
  ContentBlock,
  ImageContent,
  TextContent,
} from '../../../generated/types/mcp-2025-11-25.js';

/** A PNG of one pixel, base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mMwTpsJAAICATNoejH4AAAAAElFTkSuQmCC';

/** A WAV of one millisecond of silence, base64. */
const SILENCE = 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==';

/** A text block (MCP 2025-11-25, Tools, Text Content). */
export const text = (value: string): TextContent => ({ type: 'text', text: value });

/** An image block (MCP 2025-11-25, Tools, Image Content). */
export const image = (): ImageContent => ({ type: 'image', data: PIXEL, mimeType: 'image/png' });

/** An audio block (MCP 2025-11-25, Tools, Audio Content). */
export const audio = (): AudioContent => ({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' });

/** The result of a tool that succeeded. */
export const answer = (...content: ContentBlock[]): CallToolResult => ({ content, isError: false });

/** The result of a tool that failed in a way that a model can act on (MCP 2025-11-25, Tools, Error Handling). */
export const failure = (reason: string): CallToolResult => ({ content: [text(reason)], isError: true });
