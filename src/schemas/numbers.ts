import type { Json } from '../json/json.js';

/**
 * The value with every bigint as the nearest finite number: compiled validators know no bigint. The value itself where
 * there is none, else a copy; what is not copied is shared. Nesting may be of any depth.
 */
export function withoutBigints(value: Json): Json {
  return hasBigint(value) ? copied(value) : value;
}

function hasBigint(root: Json): boolean {
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'bigint') return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else for (const name in value) open.push(value[name] as Json);
  }
  return false;
}

function copied(root: Json): Json {
  const shell = { root } as { [name: string]: Json };
  const open: (Json[] | { [name: string]: Json })[] = [shell];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const members = container as { [name: string]: Json };
    for (const name of Object.keys(members)) {
      const value = members[name] as Json;
      if (typeof value === 'bigint') members[name] = finite(value);
      else if (typeof value === 'object' && value !== null) {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        members[name] = copy;
        open.push(copy);
      }
    }
  }
  return shell.root as Json;
}

function finite(value: bigint): number {
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  return value < 0n ? -Number.MAX_VALUE : Number.MAX_VALUE;
}
