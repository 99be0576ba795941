import { createFaults, type FaultRule } from '../../src/conversation/faults/faults.js';
import { isObject } from '../../src/json/json.js';
import { idKey } from '../../src/jsonrpc/ledger.js';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import { createWatch, rulesFor, type Watch } from '../../src/watch/watch.js';
import type { Carried } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import type { WireRecord } from '../../src/wire/record.js';
import { loadRoleProtocol } from '../run/role-protocol.js';
import { pool } from '../run/workers/pool.js';
import { type MutantContext, runMutant } from './mutant-runner.js';
import { onceEach } from './plays.js';
import type { ReferencePlay } from './reference-runner.js';
import { type SchemaMutant, SchemaMutants } from './schema-mutants.js';
import type { Defect, MutantResult, Play } from './types.js';

/** What the generated mutants of one role came to. */
export interface SchemaMutantsResult {
  role: string;
  mutants: (MutantResult & { message: string })[];
  /** How many were put on the reference itself too. */
  sampled: number;
}

/** How many generated mutants are put on the reference itself: enough to see that recorded and real conversations agree. */
const SAMPLE = 12;

interface Candidate {
  mutant: SchemaMutant;
  play: Play;
  records: readonly WireRecord[];
}

/**
 * Breaks every kind of message that the reference sent in the plays so far, each in every place that its schema speaks of,
 * and asks the wire rules. It is done to the recorded conversations, so that a thousand mutants take a second; a sample is
 * done to the reference itself, and must end alike. `isDrawn` says by its id whether a mutant is tried.
 */
export async function runSchemaMutants(
  role: string,
  context: MutantContext,
  jobs: number,
  isDrawn: (id: string) => boolean,
): Promise<SchemaMutantsResult> {
  const { corpus } = context.referenceContext;
  const { version } = context;
  const { protocol } = context.referenceContext.entry;
  const validators = await loadValidators(protocol, version);
  const methods = methodTable(protocol, version);
  const subject = corpus.roles.get(role);
  if (!subject) throw new Error(`the corpus has no role ${role}`);
  const lane = await loadRoleProtocol(corpus, subject, version);
  const makers = new SchemaMutants(role, methods, validators);
  const hasEnvelope = (transport: string) =>
    rulesFor({ ...lane.watch, transport }).some(({ rule }) => rule === 'envelope');
  const candidates: Candidate[] = [];
  for (const play of onceEach(context.plays)) {
    const done: ReferencePlay | undefined = await context.clean.play(play);
    if (!done) return { role, mutants: [], sampled: 0 };
    const records = asSent(done.records);
    const found = makers.from(records, hasEnvelope(play.planned.transport));
    for (const mutant of found) if (isDrawn(mutant.id)) candidates.push({ mutant, play, records });
    await othersTurn();
  }
  const watch = (transport: string) => createWatch({ ...lane.watch, transport });
  const mutants: SchemaMutantsResult['mutants'] = [];
  for (const one of candidates) {
    mutants.push(judged(one, watch(one.play.planned.transport), role, context));
    await othersTurn();
  }
  const sure = candidates.filter(({ mutant }) => mutant.isRead);
  const every = Math.max(1, Math.ceil(sure.length / SAMPLE));
  const sample = sure.filter((_, index) => index % every === 0);
  await pool(sample, jobs, async (candidate) => {
    const known = mutants[candidates.indexOf(candidate)]!;
    const real = await onReference(candidate, known, context);
    if (real && real.verdict !== known.verdict) {
      known.missed.push({ id: candidate.play.planned.id, what: `${real.verdict} on the reference itself` });
      known.verdict = real.verdict;
    }
  });
  return { role, mutants, sampled: sample.length };
}

/** Records with their messages as they were sent, where cases read them in the form that several versions share. */
function asSent(records: readonly WireRecord[]): WireRecord[] {
  const asked = new Map<string, string>();
  return records.map(({ native, ...record }) => {
    if (!isObject(native)) return record;
    const key = idKey(native.id);
    if (typeof native.method === 'string') asked.set(key, native.method);
    const method = asked.get(key);
    return { ...record, message: native, ...(method === undefined ? {} : { method }) };
  });
}

/**
 * Lets what else goes on in this process have its turn: thousands of mutants take seconds, and a wait of a case on a process that is
 * tried meanwhile would be over before anybody read what had come in time.
 */
const othersTurn = () => new Promise<void>((settle) => setImmediate(settle));

function judged({ mutant, records }: Candidate, watch: Watch, role: string, { wire }: MutantContext) {
  const applied = replay(records, mutant.rule, (record) => watch.observe('recorded', record));
  const broken = watch.broken();
  const by = wire.filter(({ rule }) => (broken[rule] ?? 0) > 0).map(({ id }) => id);
  const place = { file: 'generated', line: 1, col: 1 };
  const rule = mutant.part === 'content' ? 'schema' : 'envelope';
  const requirement = wire.find(({ kind }) => kind === rule)?.requirement ?? '';
  const verdict = !applied ? 'never-applied' : by.length > 0 ? 'killed' : 'survived';
  const result: MutantResult = { id: mutant.id, role, requirement, verdict, by, missed: [], problems: [], place };
  return { ...result, message: mutant.message };
}

/** Leads a recorded conversation through a fault again. Returns whether the fault did anything. */
function replay(records: readonly WireRecord[], rule: FaultRule, observe: (record: WireRecord) => void): boolean {
  const faults = createFaults([rule], { clock: realClock });
  const border = faults.border();
  for (const record of records) {
    const { seq, time, from, channel, as, method, ...carried } = record;
    const rest = {
      seq,
      time,
      from,
      channel,
      ...(as === undefined ? {} : { as }),
      ...(method === undefined ? {} : { method }),
    };
    const pass = (changed: Carried) => observe({ ...changed, ...rest });
    if (from === 'target') border.sends(carried, pass);
    else border.hears(carried, pass);
  }
  return (faults.applied().get(rule.id) ?? 0) > 0;
}

/** The same on the reference itself: the case from which the mutant was made is played on it, in a time that is moved. */
async function onReference({ mutant, play }: Candidate, known: MutantResult, context: MutantContext) {
  const defect: Defect = {
    id: mutant.id,
    role: known.role,
    requirement: known.requirement,
    faults: { rules: [mutant.rule], switches: [] },
    place: known.place,
  };
  return runMutant(defect, { ...context, plays: [play], outside: true });
}
