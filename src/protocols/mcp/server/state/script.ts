import type { Implementation } from '../../../../generated/types/mcp-2025-11-25.js';
import type { JsonObject } from '../../../../json/json.js';
import type { Admission } from '../../../../wire/http/admission.js';
import type { Prompt, Resource, ResourceTemplate } from './offered.js';
import type { Tool } from './tool.js';

/** How requests are answered over HTTP: `auto` opens a stream where something may precede the response. */
export type ResponseMode = 'auto' | 'json' | 'sse';

/** What a server offers and how it behaves, with every default filled in. `schemas/mcp-server-script` describes the written form. */
export interface Script {
  /** Laid over what the server says of itself. */
  serverInfo: Partial<Implementation>;
  /** What it publishes beside its endpoint; undefined where nothing. */
  serverCard: JsonObject | undefined;
  instructions: string | undefined;
  /** Revisions that it agrees to, the latest first. */
  protocolVersions: string[];
  pageSize: number;
  response: ResponseMode;
  /** Who may come over HTTP besides this machine. */
  admission: Admission;
  /** ms */
  requestTimeoutMs: number;
  tools: readonly Tool[];
  /** Whether Code Mode is wanted, of a profile that has it. */
  codeMode: boolean;
  resources: readonly Resource[];
  resourceTemplates: readonly ResourceTemplate[];
  prompts: readonly Prompt[];
}

/** What a server has where its script says nothing else. */
export interface Shipped {
  tools?: readonly Tool[];
  resources?: readonly Resource[];
  pageSize?: number;
}
