// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json } from './json.js';

/** A value of Structured Text with its type. */
export type TypedValue =
  | BoolValue
  | SintValue
  | IntValue
  | DintValue
  | LintValue
  | UsintValue
  | UintValue
  | UdintValue
  | UlintValue
  | ByteValue
  | WordValue
  | DwordValue
  | LwordValue
  | RealValue
  | TimeValue
  | DateValue
  | LongDateValue
  | StringValue
  | CharValue
  | ArrayValue
  | StructValue
  | EnumValue
  | NullValue
  | OtherValue;
/** How far virtual time moves. */
export type AdvanceTimeParams = {
  /** How far, in ms. */
  duration_ms: number;
};
/** The time after it. */
export type AdvanceTimeResult = {
  /** Cycles since the load. */
  cycle_count?: number;
  /** Virtual time, in ms. */
  elapsed_ms?: number;
};
/** A list of one or more dimensions. */
export type ArrayValue = {
  /** Its type. */
  type: 'ARRAY';
  /** The first and the last index of each dimension. */
  dimensions: number[][];
  /** The elements, the last index moving first. */
  elements: TypedValue[];
};
/** A truth value. */
export type BoolValue = {
  /** Its type. */
  type: 'BOOL';
  /** It. */
  value: boolean;
};
/** A whole number from -128 to 127. */
export type SintValue = {
  /** Its type. */
  type: 'SINT';
  /** It. */
  value: number;
};
/** A whole number from -32768 to 32767. */
export type IntValue = {
  /** Its type. */
  type: 'INT';
  /** It. */
  value: number;
};
/** A whole number from -2147483648 to 2147483647. */
export type DintValue = {
  /** Its type. */
  type: 'DINT';
  /** It. */
  value: number;
};
/** A whole number from -9223372036854775808 to 9223372036854775807. */
export type LintValue = {
  /** Its type. */
  type: 'LINT';
  /** It. */
  value: number;
};
/** A whole number from 0 to 255. */
export type UsintValue = {
  /** Its type. */
  type: 'USINT';
  /** It. */
  value: number;
};
/** A whole number from 0 to 65535. */
export type UintValue = {
  /** Its type. */
  type: 'UINT';
  /** It. */
  value: number;
};
/** A whole number from 0 to 4294967295. */
export type UdintValue = {
  /** Its type. */
  type: 'UDINT';
  /** It. */
  value: number;
};
/** A whole number from 0 to 18446744073709551615. */
export type UlintValue = {
  /** Its type. */
  type: 'ULINT';
  /** It. */
  value: number;
};
/** 8 bits, as a whole number. */
export type ByteValue = {
  /** Its type. */
  type: 'BYTE';
  /** They. */
  value: number;
};
/** 16 bits, as a whole number. */
export type WordValue = {
  /** Its type. */
  type: 'WORD';
  /** They. */
  value: number;
};
/** 32 bits, as a whole number. */
export type DwordValue = {
  /** Its type. */
  type: 'DWORD';
  /** They. */
  value: number;
};
/** 64 bits, as a whole number. */
export type LwordValue = {
  /** Its type. */
  type: 'LWORD';
  /** They. */
  value: number;
};
/** A number with a point. */
export type RealValue = {
  /** Its type. */
  type: 'REAL' | 'LREAL';
  /** It. */
  value: number;
};
/** A span of time. */
export type TimeValue = {
  /** Its type. */
  type: 'TIME' | 'LTIME';
  /** It, in ns. */
  nanos: number;
};
/** A date, or a time of day. */
export type DateValue = {
  /** Its type. */
  type: 'DATE' | 'TOD' | 'DT';
  /** Ticks since the epoch. */
  ticks: number;
};
/** A date, or a time of day, in ns. */
export type LongDateValue = {
  /** Its type. */
  type: 'LDATE' | 'LTOD' | 'LDT';
  /** It, in ns. */
  nanos: number;
};
/** A text. */
export type StringValue = {
  /** Its type. */
  type: 'STRING' | 'WSTRING';
  /** It. */
  value: string;
};
/** A character. */
export type CharValue = {
  /** Its type. */
  type: 'CHAR' | 'WCHAR';
  /** It. */
  value: string;
};
/** A value with named fields. */
export type StructValue = {
  /** Its type. */
  type: 'STRUCT';
  /** The name of its type. */
  type_name?: string;
  /** The fields, by name. */
  fields: {
    [k: string]: TypedValue;
  };
};
/** A value of an enumeration. */
export type EnumValue = {
  /** Its type. */
  type: 'ENUM';
  /** The name of its type. */
  type_name?: string;
  /** The name of the value. */
  variant?: string;
  /** The number of the value. */
  numeric?: number;
};
/** No value. */
export type NullValue = {
  /** Its type. */
  type: 'NULL';
};
/** A value of a type that no page describes. */
export type OtherValue = {
  /** Its type. */
  type: string;
};
/** What was built. No page names its members: these are those of the `--ci` payload. */
export type BuildResult = {
  /** The version of the payload. */
  version?: number;
  /** `build`. */
  command?: string;
  /** `ok`. */
  status?: string;
  /** The project. */
  project?: string;
  /** The program that was built. */
  program?: string;
  /** How many sources it has. */
  source_count?: number;
  /** They. */
  sources?: string[];
  /** Where the dependencies are. */
  dependency_roots?: Json[];
  /** The dependencies that were found. */
  resolved_dependencies?: Json[];
};
/** How the whole loop ended: diagnostics, build and reload. */
export type CompileReloadResult = {
  /** What was looked at. */
  target: string;
  /** How many errors there are, or which. */
  errors: number | Json[];
  /** How many warnings there are, or which. */
  warnings: number | Json[];
  /** What was found. */
  issues: Issue[];
  /** Whether files have changes that are not saved: never. */
  dirty: boolean;
  /** How the reload ended. */
  runtimeStatus: string;
  /** The same, in words. */
  runtimeMessage: string;
  /** The build, if there was one. */
  build?: BuildResult | null;
  /** What the runtime said, if it was asked. */
  reload?: ControlReload | null;
};
/** One thing that is wrong or odd in a source. */
export type Issue = {
  /** The file, relative to the project. */
  path: string;
  /** The file, absolute. */
  file: string;
  /** The line, from 1. */
  line: number;
  /** The column, from 1. */
  column: number;
  /** How bad it is: `error`, `warning` or less. */
  severity: string;
  /** What is wrong. */
  message: string;
  /** A short name of the kind of issue. */
  code?: string | number;
  /** What found it. */
  source?: string;
  /** Other places that it is about. */
  related?: RelatedIssue[];
};
/** Another place that an issue is about. */
export type RelatedIssue = {
  /** The file. */
  path?: string;
  /** The file, absolute. */
  file?: string;
  /** The line, from 1. */
  line?: number;
  /** The column, from 1. */
  column?: number;
  /** What is said of it. */
  message?: string;
};
/** What the runtime said to its new program. */
export type ControlReload = {
  /** Where it is controlled. */
  endpoint?: string;
  /** What it answered. */
  result?: Json;
  /** The whole answer. */
  response?: Json;
};
/** How many cycles are run. */
export type CycleParams = {
  /** How many cycles. */
  count?: number;
  /** How far virtual time moves before each cycle, in ms. */
  dt_ms?: number;
  /** The variables whose values are told after the last cycle. */
  watch?: string[];
};
/** What stands after the last cycle. */
export type CycleResult = {
  /** Cycles since the load. */
  cycle_count?: number;
  /** Virtual time, in ms. */
  elapsed_ms?: number;
  /** The values that were asked for, by name. */
  values?: {
    [k: string]: TypedValue;
  };
};
/** None are needed. */
export type DescribeParams = {};
/** How the server is reached, where its workspace is, and which methods it has. */
export type DescribeResult = {
  /** Version 1 knows no other. */
  transport: 'stdio';
  /** How messages are told apart. */
  framing?: string;
  /** The workspace root, absolute. */
  workspace_root?: string;
  /** The methods that it has. */
  methods?: string[];
  /** What else its users should know. */
  notes?: string[];
};
/** Which sources are looked at: one file, or all of a project. */
export type DiagnosticsParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
  /** Where the sources are, relative to the project. Default: `src`. */
  sources_root?: string;
  /** One file, relative to the project. */
  path?: string;
  /** What stands in the place of the text of `path`. The disk is left alone. */
  content?: string;
};
/** What is wrong in the sources. */
export type DiagnosticsResult = {
  /** What was looked at. */
  target: string;
  /** How many errors there are, or which. */
  errors: number | Json[];
  /** How many warnings there are, or which. */
  warnings: number | Json[];
  /** What was found. */
  issues: Issue[];
};
/** Whether a file of a project is there. */
export type FilePresence = {
  /** The file. */
  path?: string;
  /** Whether it is there. */
  exists?: boolean;
};
/** What is formatted. */
export type FormatParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
  /** The file, relative to the project. */
  path: string;
  /** The text, in place of what the file has. */
  content?: string;
};
/** How the text would look. No file is changed. */
export type FormatResult = {
  /** The file, relative to the project. */
  path: string;
  /** The file, absolute. */
  file: string;
  /** The text, formatted. */
  content: string;
  /** Whether that differs from the text before. */
  changed: boolean;
};
/** Which variable is read. */
export type GetOutputParams = {
  /** The variable. */
  name: string;
};
/** A variable and its value. */
export type GetOutputResult = {
  /** The variable. */
  name?: string;
  /** Its value; null if there is none. */
  value?: TypedValue | null;
};
/** A source that stands in the message. */
export type InlineSource = {
  /** The source. */
  text: string;
  /** A name for it. */
  path?: string;
};
/** What io.toml says, or why it can not be read. */
export type IoSummary = {
  /** Whether the file is there. */
  available?: boolean;
  /** The file. */
  path?: string;
  /** Why it can not be read. */
  parseError?: string;
  /** How many drivers there are. */
  driverCount?: number;
  /** The drivers. */
  drivers?: Json[];
  /** How many outputs have a safe state. */
  safeStateCount?: number;
};
/** Which sources are loaded: those of a project, files, or the sources themselves. */
export type LoadParams = {
  /**
   * The sources themselves.
   *
   * @minItems 1
   */
  inline_sources?: InlineSource[];
  /**
   * Files of the workspace, relative to its root.
   *
   * @minItems 1
   *
   * Items: A file.
   */
  files?: string[];
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
};
/** What was loaded. */
export type LoadResult = {
  /** How many sources it has. */
  source_count?: number;
  /** Cycles since the load. */
  cycle_count?: number;
  /** Virtual time, in ms. */
  elapsed_ms?: number;
};
/** What trust-lsp.toml says. */
export type LspSummary = {
  /** The file; null if there is none. */
  manifestPath?: string | null;
  /** The profile that it declares; null if it declares none. */
  vendorProfile?: string | null;
};
/** Which of the files that a project may have are there. */
export type ProjectFiles = {
  runtimeToml?: FilePresence;
  ioToml?: FilePresence;
  simulationToml?: FilePresence;
  trustLspToml?: FilePresence;
  programStbc?: FilePresence;
};
/** What an agent needs to find its way in a project. */
export type ProjectInfoResult = {
  /** The version of the payload. */
  version?: number;
  /** The project, absolute. */
  project: string;
  /** Where the sources are. */
  sourcesRoot: string;
  /** How many sources there are, those of dependencies too. */
  sourceCount: number;
  /** The sources. */
  sources: string[];
  /** Where the dependencies are. */
  dependencyRoots: Json[];
  /** The dependencies that were found. */
  resolvedDependencies: Json[];
  files?: ProjectFiles;
  lsp?: LspSummary;
  runtime?: RuntimeSummary;
  io?: IoSummary;
};
/** What runtime.toml says, or why it can not be read. */
export type RuntimeSummary = {
  /** Whether the file is there. */
  available?: boolean;
  /** The file. */
  path?: string;
  /** Why it can not be read. */
  parseError?: string;
  /** What runs the program. */
  executionBackend?: string;
  /** Where the runtime is controlled. */
  controlEndpoint?: string;
  /** Whether it wants a token. */
  hasControlToken?: boolean;
  /** Whether it can be debugged. */
  controlDebugEnabled?: boolean;
  /** Its web interface. */
  web?: {
    /** Whether it is on. */
    enabled?: boolean;
    /** Its address. */
    listen?: string;
    /** Who may use it. */
    auth?: string;
    /** Whether it is encrypted. */
    tls?: boolean;
  };
  /** How it is found. */
  discovery?: {
    /** Whether it is on. */
    enabled?: boolean;
    /** Its name. */
    serviceName?: string;
    /** Whether it is announced. */
    advertise?: boolean;
  };
  /** Its links to other runtimes. */
  mesh?: {
    /** Whether it is on. */
    enabled?: boolean;
    /** Its part in them. */
    role?: string;
    /** Its address. */
    listen?: string;
    /** Whom it connects to. */
    connect?: string[];
  };
  /** The profile of a cloud. */
  runtimeCloudProfile?: Json;
};
/** Which file is read. */
export type ReadParams = {
  /** The file, relative to the workspace root. */
  path: string;
};
/** A file and its text. */
export type ReadResult = {
  /** The file, relative to the workspace root. */
  path?: string;
  /** Its text. */
  text?: string;
};
/** What is rebuilt, and which runtime gets it. */
export type ReloadParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
  /** Where the sources are, relative to the project. Default: `src`. */
  sources_root?: string;
  /** Where the runtime is controlled, in place of what the project says. */
  endpoint?: string;
  /** The token for it. */
  token?: string;
};
/** The build, and what the runtime said to it. */
export type ReloadResult = {
  build?: BuildResult;
  reload?: ControlReload;
};
/** What is waited for, and for how many cycles. */
export type RunUntilParams = {
  /** The variable. */
  name: string;
  equals: TypedValue;
  /** How many cycles at most. */
  max_cycles?: number;
  /** How far virtual time moves before each cycle, in ms. */
  dt_ms?: number;
  /** The variables whose values are told after the last cycle. */
  watch?: string[];
};
/** When the value came. */
export type RunUntilResult = {
  /** The variable. */
  name?: string;
  /** How many cycles it took. */
  cycles_ran?: number;
  /** Cycles since the load. */
  cycle_count?: number;
  /** Virtual time, in ms. */
  elapsed_ms?: number;
  matched_value?: TypedValue;
  /** The values that were asked for, by name. */
  values?: {
    [k: string]: TypedValue;
  };
};
/** Which variable gets which value. */
export type SetInputParams = {
  /** The variable. */
  name: string;
  value: TypedValue;
};
/** That it was set. */
export type SetInputResult = {
  /** The variable. */
  name?: string;
  /** `ok`. */
  status?: string;
};
/** A project, and the folder of its sources. */
export type SourcesParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
  /** Where the sources are, relative to the project. Default: `src`. */
  sources_root?: string;
};
/** One test and how it ended. */
export type TestOutcome = {
  /** Its name. */
  name?: string;
  /** What it is: `TEST_PROGRAM` or `TEST_FUNCTION_BLOCK`. */
  kind?: string;
  /** `passed`, `failed` or `error`. */
  status?: string;
  /** Where it stands. */
  file?: string;
  /** The line. */
  line?: number;
  /** The text of the line. */
  source?: string | null;
  /** Why it did not pass. */
  message?: string | null;
  /** How long it took, in ms. */
  duration_ms?: number;
};
/** Which tests are run. */
export type TestParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
  /** Only tests whose names have this in them. */
  filter?: string;
  /** Whether they are only listed. */
  list?: boolean;
  /** How many seconds one may take; 0 for as long as it likes. */
  timeout_seconds?: number;
};
/** How the tests ended, or which there are. No page names its members: these are those of the JSON output. */
export type TestResult = {
  /** The version of the payload. */
  version?: number;
  /** The project. */
  project?: string;
  /** `list` if they are only listed. */
  mode?: string;
  /** Tests that were found. */
  discovered_total?: number;
  /** What their names have in them. */
  filter?: string | null;
  summary?: TestSummary;
  /** The tests. */
  tests?: TestOutcome[];
};
/** How many tests there are, and how they ended. */
export type TestSummary = {
  /** Tests that were run. */
  total?: number;
  /** Those that passed. */
  passed?: number;
  /** Those that failed. */
  failed?: number;
  /** Those that could not be run to their end. */
  errors?: number;
  /** How long they took, in ms. */
  duration_ms?: number;
  /** Tests that were found. */
  discovered_total?: number;
};
/** Which project is checked. */
export type ValidateParams = {
  /** The project, relative to the workspace root. Default: the root. */
  project?: string;
};
/** That a project can run. No page names its members: these are those of the `--ci` payload. */
export type ValidateResult = {
  /** The version of the payload. */
  version?: number;
  /** `validate`. */
  command?: string;
  /** `ok`. */
  status?: string;
  /** The project. */
  project?: string;
  /** The resource. */
  resource?: string;
  /** Where it is controlled. */
  control_endpoint?: string;
  /** The first driver. */
  io_driver?: string;
  /** All drivers. */
  io_drivers?: string[];
};
/** What is written, and where. */
export type WriteParams = {
  /** The file, relative to the workspace root. */
  path: string;
  /** The whole text of the file. */
  text: string;
  /** Whether folders that are missing are made. */
  create_parents?: boolean;
};
/** What was written. */
export type WriteResult = {
  /** The file, relative to the workspace root. */
  path?: string;
  /** Bytes of the text in UTF-8. */
  bytes_written?: number;
};
