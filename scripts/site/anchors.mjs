/** The anchor that GitHub gives a heading, as the pages of `schemas build` have them. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
