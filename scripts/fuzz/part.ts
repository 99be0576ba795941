import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '../../src/wire/http/client.js';
import { endAll } from '../../src/wire/process/process.js';
import { type CampaignResult, campaign } from './campaign.js';
import { settingOf } from './conversation.js';
import { caseOf } from './finding-case.js';
import { growth, type Sample } from './memory.js';
import type { ReadingPart } from './reading.js';
import { childMemory, type Endpoint, insideEndpoint, processEndpoint, type Transport } from './reference.js';
import { loadSubject, type Subject } from './subject.js';
import { readTraffic } from './traffic.js';

/** One piece of the work: frames for one endpoint. */
export interface Part {
  role: string;
  transport: Transport;
  /** Whether the reference runs inside the process of the fuzzer, or in one of its own. */
  where: 'inside' | 'process';
  frames: number;
  seed: number;
  /** Recorded traffic. */
  file: string;
}

/** A finding as it is printed. */
export interface Told {
  key: string;
  text: string;
  seed: number;
  /** The case file that plays it. */
  play: string;
}

export interface PartResult {
  part: Part | ReadingPart;
  name: string;
  frames: number;
  conversations: number;
  /** Real time, in seconds. */
  seconds: number;
  findings: Told[];
  memory: Sample[];
}

/** Steps of one conversation, at most. One with a process on stdio is long enough to show what it keeps. */
const stepsOf = ({ transport, where, frames }: Part): number =>
  transport === 'stdio' && where === 'process' ? Math.min(60_000, Math.ceil(frames / 2)) : 60;
/** What a program that keeps nothing may still grow by, in bytes: caches and compiled code; in a process, what V8 keeps for later. */
const HEAP_SLACK = 24 * 1024 * 1024;
const PROCESS_SLACK = 96 * 1024 * 1024;
/** Different findings of one part after which it is not worth going on. */
const MOST_FINDINGS = 10;
/** Samples of the memory that are taken in one part. */
const SAMPLES = 20;

/** Takes what happens in a part while it is played. */
export interface Events {
  /** Told of each mistake before it is made smaller. */
  met(text: string): void;
  /** Told of each conversation before it begins, by the seed of its batch. */
  begins(seed: number): void;
}

/** Runs one part of the work. `progress` gets the number of frames sent since its last call. */
export async function playPart(
  root: string,
  part: Part,
  progress: (frames: number) => void,
  events: Events,
): Promise<PartResult> {
  const subject = await loadSubject(root, part.role);
  const client = new HttpClient();
  const folder = mkdtempSync(join(tmpdir(), 'proctor-fuzz-'));
  const endpoint = endpointOf(root, subject, part);
  const crashes: string[] = [];
  const crash = (error: unknown) =>
    void crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  const began = performance.now();
  const memory: Sample[] = [];
  let frames = 0;
  const sent = () => {
    frames += 1;
    progress(1);
    if (frames < ((memory.length + 1) * part.frames) / SAMPLES) return;
    memory.push({ frames, bytes: part.where === 'inside' ? heap() : childMemory() });
  };
  const setting = settingOf({
    subject,
    transport: part.transport,
    traffic: readTraffic(part.file),
    client,
    folder,
    left: sent,
  });
  try {
    const result = await campaign({
      setting,
      endpoint,
      frames: part.frames,
      seed: part.seed,
      steps: stepsOf(part),
      most: MOST_FINDINGS,
      crashes: () => crashes.splice(0),
      met: ({ text }) => events.met(text),
      begins: (seed) => events.begins(seed),
    });
    return {
      part,
      name: endpoint.name,
      frames: result.frames,
      conversations: result.conversations,
      seconds: (performance.now() - began) / 1000,
      findings: [...told(result, subject, part), ...grown(memory, part)],
      memory,
    };
  } finally {
    await client.close();
    await endpoint.close();
    await endAll();
    rmSync(folder, { recursive: true, force: true });
    process.off('uncaughtException', crash);
    process.off('unhandledRejection', crash);
  }
}

function endpointOf(root: string, { entry, target }: Subject, { transport, where }: Part): Endpoint {
  if (where === 'inside') return insideEndpoint(entry, target, transport);
  return processEndpoint(entry, target, transport, join(root, 'dist/bin/proctor.mjs'));
}

function told({ findings }: CampaignResult, subject: Subject, { transport }: Part): Told[] {
  return findings.map((finding) => ({
    ...finding.problem,
    seed: finding.seed,
    play: caseOf(finding, subject, transport),
  }));
}

function grown(memory: readonly Sample[], { seed, where }: Part): Told[] {
  const text = growth(memory, where === 'inside' ? HEAP_SLACK : PROCESS_SLACK);
  return text === undefined ? [] : [{ key: 'memory', text, seed, play: '' }];
}

/** Bytes in use, garbage aside where the process was started so that it can be asked to collect it. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
}
