/** The words of a report and the exit codes, as `proctor explain` tells them. */

/** A word, and what it says in one paragraph. */
export interface Entry {
  title: string;
  text: string;
}

const verdicts: { readonly [word: string]: Entry } = {
  pass: { title: 'pass · verdict', text: 'Every check of the case held.' },
  'non-strict': {
    title: 'non-strict · a way to pass',
    text: 'The case passed, but only by a branch that the case tolerates: the behaviour is usual and not quite what the spec says. Reports count it as "passed by tolerance"; it makes no run red.',
  },
  warning: {
    title: 'warning · beside a verdict',
    text: 'A should or a may was broken. The case goes on and keeps its verdict; with --strict it fails.',
  },
  fail: {
    title: 'fail · verdict',
    text: 'A step that checks a requirement did not hold, and the requirement is a must. A target that dies fails the requirement of its role to stay alive. A wire case fails when any message of the whole run broke its rule.',
  },
  skipped: {
    title: 'skipped · verdict',
    text: 'The case is about an optional capability that the target does not advertise, or about a transport or version that this run does not have. The reason says which.',
  },
  untestable: {
    title: 'untestable · verdict',
    text: 'Nothing could be proved: a step that only prepares did not hold, or the target file does not map a behavior that the case needs. It makes the run red, unless the target file lists the case as untestable with a reason.',
  },
  error: {
    title: 'error · verdict',
    text: 'No judgement was possible: the target could not start, or Proctor or the machine failed. It never means that the target answered wrongly.',
  },
  'expected-fail': {
    title: 'expected-fail · standing',
    text: 'The case failed, and the list of known failures says so. It does not make the run red.',
  },
  'unexpected-pass': {
    title: 'unexpected-pass · standing',
    text: 'The case passed, although the list of known failures says that it fails. It makes the run red, so that the list stays true: take the entry out.',
  },
  flaky: {
    title: 'flaky · standing',
    text: 'The case came out differently when it was played again. It makes the run red, unless the list of known failures has it with state flaky.',
  },
  'known-flaky': {
    title: 'known-flaky · standing',
    text: 'The list of known failures has the case with state flaky: it may hold or not.',
  },
  'listed-untestable': {
    title: 'listed-untestable · standing',
    text: 'The case is untestable, and the target file lists it with a reason. It does not make the run red.',
  },
  explored: {
    title: 'explored · standing',
    text: 'The case is untestable, and no target file could list it: the run only explores the target. It does not make the run red.',
  },
  'not-reached': {
    title: 'not-reached · check',
    text: 'The case ended before the step that would have proved this requirement. It counts as not covered.',
  },
  'not-run': {
    title: 'not-run · no verdict',
    text: 'The case was planned and has no verdict, because the run was interrupted. It makes the run red.',
  },
};

/** How strongly a requirement is meant. */
const levels: { readonly [word: string]: Entry } = {
  must: {
    title: 'must · level',
    text: 'The spec demands it (MUST, REQUIRED, SHALL). A case that finds it broken fails.',
  },
  should: {
    title: 'should · level',
    text: 'The spec recommends it (SHOULD, RECOMMENDED). A case that finds it broken warns, and fails only with --strict.',
  },
  may: { title: 'may · level', text: 'The spec permits it. What is optional must still be right where it is used.' },
  derived: {
    title: 'derived · level',
    text: 'The sentence is ours: it follows from the spec or from robustness, but the spec does not say it. It is never reported as a demand of the spec.',
  },
};

/** What a report calls a verdict or standing where it counts them. */
const counted: { readonly [word: string]: Entry } = {
  passed: verdicts.pass!,
  tolerance: verdicts['non-strict']!,
  'by tolerance': verdicts['non-strict']!,
  'passed by tolerance': verdicts['non-strict']!,
  warnings: verdicts.warning!,
  failed: verdicts.fail!,
  known: verdicts['expected-fail']!,
  'not asked': {
    title: 'not asked · no verdict',
    text: 'The case is of another version, or needs another transport, than the run was asked for. It is not part of the plan.',
  },
};

/** Every word of a report that can be explained. */
export const words: { readonly [word: string]: Entry } = { ...verdicts, ...counted, ...levels };

export const exitCodes: { readonly [code: string]: Entry } = {
  '0': { title: 'exit 0', text: 'Everything came out as expected.' },
  '1': {
    title: 'exit 1',
    text: 'Not as expected: a fail, an unexpected pass, an overdue known failure, a flaky, untestable or erring case, a case that was not run, or nothing that passed at all.',
  },
  '2': {
    title: 'exit 2',
    text: 'The call was wrong: an unknown option, a file that can not be read or written, a mistake in a case, target or known-failures file, a pattern that matches nothing, a value of a target file that makes a message break a rule.',
  },
  '3': { title: 'exit 3', text: 'No case could start the target.' },
  '4': {
    title: 'exit 4',
    text: 'A defect of Proctor: one of its own messages broke a rule. Please report it; do not trust the verdicts of this run.',
  },
  '130': {
    title: 'exit 130',
    text: 'The run was interrupted. The report was closed properly and has what was known until then.',
  },
};
