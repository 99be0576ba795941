import { oneLine } from '../../../src/json/visible.js';
import type { Finding } from '../../../src/watch/finding.js';
import { createWatch } from '../../../src/watch/watch.js';
import { excerptOf } from '../../load/problems.js';
import { defaultVersion } from '../../profiles.js';
import { loadRoleProtocol, type RoleProtocol } from '../../run/role-protocol.js';
import type { Corpus } from '../../types.js';
import type { FileJudge, Invalid } from './judgement.js';
import { readMessages } from './read-messages.js';
import { Sides } from './sides.js';

/** Judges files of messages by the wire rules of a role. Undefined where the corpus has no such role. */
export async function roleJudge(name: string, corpus: Corpus): Promise<FileJudge | undefined> {
  const role = corpus.roles.get(name);
  const protocol = name.split('/')[0]!;
  const version = defaultVersion(corpus, protocol);
  if (role === undefined || version === undefined) return undefined;
  const lane = await loadRoleProtocol(corpus, role, version);
  const roles = { target: role.role, kit: role.peer };
  return { takes: 'file', judge: (file, text) => judgeMessages(file, text, corpus, lane, roles) };
}

function judgeMessages(
  file: string,
  text: string,
  corpus: Corpus,
  { watch: lane }: RoleProtocol,
  roles: { target: string; kit: string },
): { what: string; invalid: Invalid[] } {
  const watch = createWatch({
    ...lane,
    // A transcript in a file has no stdout; whatever is no message is told by the rule `json`.
    rules: lane.rules.filter(({ rule }) => rule !== 'stdout'),
    transport: 'file',
    keep: Number.POSITIVE_INFINITY,
  });
  const sides = new Map<string, Sides>();
  const invalid: Invalid[] = [];
  const entries = readMessages(text);
  for (const [seq, { line, known, session, record }] of entries.entries()) {
    if (record.beyondLimit) {
      const message = `not judged: ${record.problem}; Proctor reads no message beyond its limits`;
      invalid.push({
        file,
        line,
        col: 1,
        message,
        excerpt: excerptOf(text, { place: { file, line, col: 1 }, length: 1 }),
      });
    }
    const side = sides.get(session) ?? new Sides(lane.definitions);
    sides.set(session, side);
    const from = side.of(record.message, known.from);
    const findings = watch.observe(session, { channel: 'main', ...known, ...record, seq, time: 0, from });
    for (const finding of findings) invalid.push(told(finding, { file, line, col: 1 }, text, corpus, roles));
  }
  const messages = watch.messages();
  return {
    what: `${messages} ${messages === 1 ? 'message' : 'messages'} of ${roles.target} and ${roles.kit}`,
    invalid,
  };
}

function told(
  { rule, requirement, blame, label, message, path }: Finding,
  place: { file: string; line: number; col: number },
  text: string,
  corpus: Corpus,
  roles: { target: string; kit: string },
): Invalid {
  const level = corpus.requirements.get(requirement)?.level ?? 'must';
  const extension = label === 'undeclared extension' && !message.includes(label) ? `${label}: ` : '';
  return {
    ...place,
    message: `${roles[blame]}: ${extension}${oneLine(message)} (${requirement} ${level})`,
    excerpt: excerptOf(text, { place, length: 1 }),
    rule,
    requirement,
    role: roles[blame],
    ...(path === undefined ? {} : { path }),
  };
}
