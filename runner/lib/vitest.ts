/** Conformance cases as tests of vitest: what `import 'proctor/vitest'` gives. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { CaseError, type CaseFinished, type PlannedInfo, type RunResult, type RunSettings, run } from './index.js';

/** A test waits for the cases before it too, however long these take. */
const PATIENCE = 3_600_000;

/**
 * Makes a test of each case for a target: `await conformance({ target: 'proctor.yaml' })` at the top of a test file. A case that is
 * skipped is a skipped test, with the reason; what is known to fail is none that fails. What belongs to no case, such as a target
 * that can not be started, fails the test `the run as a whole`. Rejects where the settings can't be used.
 */
export async function conformance(settings: RunSettings): Promise<void> {
  const { planned } = await run({ ...settings, dryRun: true });
  const played = new Played(planned);
  const ending = new AbortController();
  let running: Promise<RunResult> | undefined;

  beforeAll(() => {
    const signal = settings.signal ? AbortSignal.any([settings.signal, ending.signal]) : ending.signal;
    const onEvent: RunSettings['onEvent'] = (event) => {
      if (event.type === 'case.finished') played.finish(event);
      settings.onEvent?.(event);
    };
    running = run({ ...settings, signal, onEvent });
    running.then(
      () => played.end(),
      () => played.end(),
    );
  });
  // Where vitest does not want all tests, or is stopped, the rest of the run is nobody's business.
  afterAll(async () => {
    ending.abort();
    await running?.catch(() => undefined);
  });

  for (const [group, cases] of byGroup(planned))
    describe(group, () => {
      for (const { id, title } of cases)
        it(`${id} · ${title}`, { timeout: PATIENCE }, async ({ skip }) => {
          const finished = await played.result(id);
          if (finished === undefined) throw new Error('not run: see the test `the run as a whole`');
          if (finished.red) throw new CaseError(finished);
          if (finished.outcome === 'skipped' || finished.outcome === 'untestable') skip(finished.result.reason);
        });
    });

  it('the run as a whole', { timeout: PATIENCE }, async () => {
    const { exit, problems } = await running!;
    const wrong = problems.filter(({ warning }) => warning !== true);
    if (wrong.length > 0)
      throw new Error(wrong.map(({ message, detail }) => [message, detail].filter(Boolean).join('\n')).join('\n'));
    if (exit > 1) throw new Error(`the run ended with ${exit}`);
  });
}

function byGroup(planned: readonly PlannedInfo[]): Map<string, PlannedInfo[]> {
  const groups = new Map<string, PlannedInfo[]>();
  for (const one of planned) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return groups;
}

/** The results of a run, for those who wait for them. */
class Played {
  private readonly waiting = new Map<string, { result: Promise<CaseFinished | undefined>; settle: Settle }>();

  constructor(planned: readonly PlannedInfo[]) {
    for (const { id } of planned) {
      let settle: Settle = () => undefined;
      const result = new Promise<CaseFinished | undefined>((resolve) => {
        settle = resolve;
      });
      this.waiting.set(id, { result, settle });
    }
  }

  result(id: string): Promise<CaseFinished | undefined> {
    return this.waiting.get(id)!.result;
  }

  finish(event: CaseFinished): void {
    this.waiting.get(event.result.id)?.settle(event);
  }

  /** What has no result by now will have none. */
  end(): void {
    for (const { settle } of this.waiting.values()) settle(undefined);
  }
}

type Settle = (finished: CaseFinished | undefined) => void;
