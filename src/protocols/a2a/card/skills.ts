import type { Remark } from '../../../language/remark.js';

/** Whether skills can be told apart. */
export function aboutSkills({ skills }: { readonly skills: readonly { id: string }[] }): Remark[] {
  return skills.flatMap(({ id }, index): Remark[] => {
    const path = `/skills/${index}/id`;
    if (id === '') return [{ path, message: 'is empty', severity: 'warning' }];
    const first = skills.findIndex((one) => one.id === id);
    if (first === index) return [];
    const message = `\`${id}\` is the id of /skills/${first} too`;
    return [{ path, message, severity: 'warning', requirement: 'A2A-CARD-027' }];
  });
}
