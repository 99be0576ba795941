import type { Requirement } from '../../generated/types/control-v1.js';
import type { Finding } from '../../generated/types/report-v1.js';
import { showValue } from '../../json/display.js';
import type { Tone } from '../model/entry.js';
import { visible } from '../model/visible.js';
import { RequirementText } from './requirement-text.js';
import { SYMBOLS } from './verdict.js';

interface Props {
  finding: Finding;
  tone: Tone;
  requirement: Requirement | undefined;
  /** How often it was found, and who broke it. */
  times: string;
}

/** What the specification asks, and what came. */
export function FindingCard({ finding, tone, requirement, times }: Props) {
  return (
    <section class={`finding ${tone}`} aria-label={`Finding ${finding.requirement}`}>
      <p class="req">
        <span class={`chip ${tone}`}>
          <span aria-hidden="true">{SYMBOLS[tone]}</span>
          {finding.label === 'invalid' ? finding.level : finding.label}
        </span>
        <code>{finding.requirement}</code>
        <span class="dim">{times}</span>
      </p>
      {requirement && <RequirementText requirement={requirement} />}
      {finding.expected === undefined && <p>{visible(finding.message)}</p>}
      <dl class="vs">
        {finding.path !== undefined && (
          <>
            <dt>at</dt>
            <dd>{finding.path === '' ? 'the whole message' : visible(finding.path)}</dd>
          </>
        )}
        {finding.expected !== undefined && (
          <>
            <dt>expected</dt>
            <dd>{expectedOf(finding)}</dd>
          </>
        )}
        {(finding.expected !== undefined || finding.actual !== undefined) && (
          <>
            <dt>got</dt>
            <dd class="got">{visible(showValue(finding.actual))}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** What was expected: the values of an enum are listed. */
export function expectedOf({ expected }: Finding): string {
  const listed = Array.isArray(expected) ? expected : (expected as { enum?: unknown } | null)?.enum;
  if (Array.isArray(listed) && listed.length > 1 && listed.length <= 20) {
    const values = listed.map((one) => visible(showValue(one)));
    return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  }
  return visible(typeof expected === 'string' ? expected : showValue(expected));
}
