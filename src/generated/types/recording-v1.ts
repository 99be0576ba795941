// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Finding, Record } from './report-v1.js';

/** The first line: who spoke with whom. */
export type Header = {
  /** What the line is. */
  type: 'header';
  /** What the file is. */
  format: 'proctor-recording';
  /** Version of the format. */
  version: 1;
  /** Version of Proctor. */
  proctor?: string;
  /** When the recording began (RFC 3339). */
  startedAt?: string;
  /** Who wrote it: one of both sides, or a proxy between them. Default: mock. */
  by?: 'mock' | 'proxy';
  /** The roles that `kit` and `target` stand for in the lines. */
  roles: {
    /** The role of the mock. For a proxy: that of the peer of what `--role` names. */
    kit: string;
    /** The role of the other side. For a proxy: what `--role` names. */
    target: string;
  };
  /** The version of the protocol that both were judged by. */
  protocolVersion: string;
  /** How they were connected. */
  transport: 'stdio' | 'http' | 'ws' | 'rest';
  /** The command that was started, without secrets. */
  command?: string[];
  /** Where the server was, without secrets. */
  url?: string;
  /** Whether the times are those of a clock that runs, or of one that a test moves. Default: real. */
  clock?: 'real' | 'virtual';
};
/** Something that one side sent, and what the wire rules found wrong with it. */
export type Message = {
  /** What the line is. */
  type: 'message';
  record: Record;
  /** The conversation that it is part of: ids count within one. */
  session?: string;
  /** What is wrong with it. Empty if nothing is. */
  findings: Finding[];
};
/** Messages that were carried here and are not in the recording, because it could not be written as fast. */
export type Dropped = {
  /** What the line is. */
  type: 'dropped';
  /** How many messages are missing here. */
  count: number;
  /** When the first of them was carried, in ms since the recording began. */
  time?: number;
};
/** The last line. */
export type Footer = {
  /** What the line is. */
  type: 'footer';
  /** How many lines of messages there are. */
  messages: number;
  /** How many messages are missing in all. Left out if none are. */
  dropped?: number;
  /** Who ended the conversations that no line says are over, where that is known. */
  ended?: 'kit' | 'target';
};
