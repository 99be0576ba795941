import type { Method as WrittenMethod, MethodsFile as WrittenTable } from '../../src/generated/types/methods-v1.js';
import type { SchemaObject } from '../../src/schemas/json-schema.js';

/** An object as read from a file: what is in it is not known yet. */
export type Loose = { [name: string]: unknown };

/** A schema of which the keywords are known, among others. */
export type Schema = SchemaObject & Loose;

/** What `methods.yaml` says, or what a revision makes of it. */
export type {
  ErrorCode as MethodError,
  Messages,
  Method as WrittenMethod,
  MethodsFile as WrittenTable,
} from '../../src/generated/types/methods-v1.js';

/** A method with its defaults filled in. */
export interface Method extends Omit<WrittenMethod, 'result' | 'errors'> {
  /** Whether params can't be left out. */
  paramsRequired: boolean;
  /** Definitions of the result; each of them is possible. */
  results: string[];
  errors: string[];
}

export interface MethodTable extends Omit<WrittenTable, 'methods' | 'messages'> {
  methods: { [name: string]: Method };
}

/** One difference from upstream's schema; `definition` has it. */
export interface Erratum {
  id: string;
  definition: string;
  why: string;
}

/** A group of definitions that is published as one bundle. */
export interface Group {
  /** First folder: `mcp`, or the name of a format, such as `case`. */
  protocol: string;
  /** `2025-11-25`, `v1`. */
  version: string;
  /** A folder of definitions, or a file with several. */
  kind: 'protocol' | 'format';
  title: string;
  description: string;
  /** Of a format: its root schema without `$defs`. */
  root?: Schema;
  /** Linked definitions by name. */
  defs: { [name: string]: Schema };
  /** Definitions that are made of the method table, and so have no file. */
  made?: string[];
  /** Definitions that are, or were, those of another group: its name (`acp-0.12.2`), and that of the type there. */
  taken: Map<string, { file: string; name: string }>;
  /** Where it differs from upstream's schema on purpose. */
  errata?: Erratum[];
  /** The method table, if the group has one. */
  methods?: WrittenTable;
}
