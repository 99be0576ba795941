import { isAbsolute, join } from 'node:path';
import { blockText } from '../../reports/index.js';
import type { SourcePosition } from '../../src/language/case.js';
import { packageRoot } from '../cli/root.js';
import { readSource } from '../cli/support/reporters.js';
import type { CaseFinished } from '../events.js';

/** A case that did not come out as expected. Its message is what `proctor run` prints, its stack leads to the step. */
export class CaseError extends Error {
  override readonly name: string = 'CaseError';

  constructor(finished: CaseFinished) {
    super(blockText(finished, { readSource }));
    const { at, place, id } = finished.result;
    this.stack = `${this.name}: ${this.message}\n    at ${id} (${link(at ?? place)})`;
  }
}

/** A place as a test runner makes a link of it. */
function link({ file, line, col }: SourcePosition): string {
  return `${isAbsolute(file) ? file : join(packageRoot, file)}:${line}:${col}`;
}
