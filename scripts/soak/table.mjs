const WIDTHS = [22, 5, 8, 6, 11, 12, 12];

/** A row of the table. */
export function row(cells) {
  return cells.map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](WIDTHS[index])).join(' ');
}

/** How much values grow from one to the next: the slope of the line that fits them best. 0 for fewer than two. */
export function slope(values) {
  const count = values.length;
  if (count < 2) return 0;
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const over = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const under = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return over / under;
}

/** In which ways runs differ from the first, or leave something behind: one line each. */
export function deviations(runs) {
  const [first] = runs;
  return runs.flatMap((run) => {
    const lines = run.left.map((what) => `${run.name} left behind: ${what}`);
    if (run.exit !== 0) lines.push(`${run.name} ended with exit code ${run.exit}`);
    for (const id of new Set([...Object.keys(first.verdicts), ...Object.keys(run.verdicts)])) {
      const [before, now] = [first.verdicts[id], run.verdicts[id]];
      if (before !== now)
        lines.push(`${run.name}: ${id} is ${now ?? 'missing'}; in ${first.name} it was ${before ?? 'missing'}`);
    }
    return lines;
  });
}
