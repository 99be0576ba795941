import type { Header } from '../../../../src/generated/types/recording-v1.js';

/** The requirement of a case that was just recorded. */
const REQUIREMENT = 'RECORDED-01';

/** A file with one case of these steps, for the role that the steps test. */
export function suiteOf(role: string, { transport, protocolVersion }: Header, steps: readonly string[]): string {
  return [
    '# Recorded. `npx proctor new case ID --role ROLE` makes the files around it; name a requirement in place of the one below.',
    `suite: recorded.session`,
    `role: ${role}`,
    'cases:',
    '  - id: recorded.session.first',
    '    title: A recorded conversation goes on as before',
    `    needs: { transport: ${transport}, version: ${JSON.stringify(protocolVersion)} }`,
    '    steps:',
    ...steps.map((line) => `      ${line.replaceAll('REQUIREMENT', REQUIREMENT)}`),
    '',
  ].join('\n');
}

/** What a person has to do with it. */
export const CASE_NOTE = `the case checks ${REQUIREMENT}, which does not exist yet: write it, or name a requirement that exists`;
