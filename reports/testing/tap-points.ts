/** A line of a case in TAP. */
export interface TapPoint {
  ok: boolean;
  name: string;
  directive?: 'SKIP' | 'TODO';
  /** The members of its block of YAML, each as JSON. */
  block: { [name: string]: unknown };
}

/** The points of a TAP 14 stream as a consumer reads them. Throws where a line is none of TAP, and where the plan is not kept. */
export function pointsOf(text: string): TapPoint[] {
  const [version, ...lines] = text.trimEnd().split('\n');
  if (version !== 'TAP version 14') throw new Error(`the first line is ${version}`);
  const points: TapPoint[] = [];
  let plan: number | undefined;
  let isOpen = false;
  for (const line of lines) {
    if (isOpen) {
      const [, name, value] = /^ {2}(\w+): (.*)$/.exec(line) ?? [];
      if (line === '  ...') isOpen = false;
      else if (name !== undefined) points.at(-1)!.block[name] = JSON.parse(value!);
      else throw new Error(`no member of a block: ${line}`);
      continue;
    }
    const [, not, number, rest] = /^(not )?ok (\d+) - (.*)$/.exec(line) ?? [];
    if (rest !== undefined) {
      if (Number(number) !== points.length + 1) throw new Error(`point ${number} is not the next one`);
      const [, name = '', directive] = /^((?:[^\\#]|\\[\\#])*?)(?: # (SKIP|TODO)\b.*)?$/.exec(rest) ?? [];
      points.push({ ok: not === undefined, name, ...(directive ? { directive: directive as 'SKIP' } : {}), block: {} });
    } else if (line === '  ---') isOpen = true;
    else if (/^1\.\.\d+$/.test(line)) plan = Number(line.slice(3));
    else if (!/^(# |Bail out! )/.test(line)) throw new Error(`no line of TAP: ${line}`);
  }
  if (plan !== points.length) throw new Error(`the plan is ${plan}, and there are ${points.length} points`);
  return points;
}
