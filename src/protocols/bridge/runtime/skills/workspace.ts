import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Skill } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { textOr } from '../read.js';
import { manifestFields } from './skill.js';

const FOLDER = join('.harn', 'skills');

/** Longest head of a skill that is read, in characters: YAML takes the square of the number of its keys. */
const LONGEST_HEAD = 64 * 1024;

/**
 * The skills of a workspace, by name: `.harn/skills/NAME/SKILL.md`, a head of YAML between lines of `---` and a body. A folder
 * without such a file is none; `warn` is told of a head that can't be read. Reads at once: a wait for the disk would be one that
 * no clock sees.
 */
export function workspaceSkills(files: Workspace, warn: (message: string) => void): Skill[] {
  const names = orNothing(() => files.list(FOLDER)) ?? [];
  const skills: Skill[] = [];
  for (const name of names.sort()) {
    const text = orNothing(() => files.read(join(FOLDER, name, 'SKILL.md')).toString('utf8'));
    if (text === undefined) continue;
    try {
      skills.push(skillIn(text, name));
    } catch (error) {
      if (!(error instanceof YAMLParseError)) throw error;
      warn(`the head of the skill ${name} is not YAML: ${error.message}`);
    }
  }
  return skills;
}

function skillIn(text: string, folder: string): Skill {
  const [, head = '', body = text] = /^---\r?\n(.*?)\r?\n---\r?\n?(.*)$/su.exec(text) ?? [];
  if (head.length > LONGEST_HEAD) throw new YAMLParseError([0, 1], 'IMPOSSIBLE', `it has ${head.length} characters`);
  const parsed = parse(head) as Json;
  const fields: JsonObject = isObject(parsed) ? parsed : {};
  const name = textOr(fields.name, folder);
  return { ...manifestFields(fields), name, description: textOr(fields.description, ''), body };
}

/** What is read, or undefined where there is nothing to read. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
