import { fitsReport } from '../model/filter/match-report.js';
import { parseFilter } from '../model/filter/parse.js';
import { type Filtered, REPORT_GRAMMAR } from '../model/filter/report-words.js';
import { FilterProblem, type Word } from '../model/filter/words.js';
import { count } from '../model/wording.js';
import { restoreTheme, switchTheme } from '../shared/theme.js';

/** What script adds to the page: a filter, buttons that copy, and a theme that is not the system's. */
document.documentElement.dataset.script = '';
restoreTheme();
document.getElementById('theme')!.addEventListener('click', switchTheme);

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('.cmd button');
  const text = button?.parentElement?.querySelector('pre')?.textContent;
  if (button && text) void copied(button, text);
});

async function copied(button: Element, text: string): Promise<void> {
  const [label] = button.childNodes;
  try {
    await navigator.clipboard.writeText(text);
    label!.textContent = 'Copied';
  } catch {
    label!.textContent = 'Select it and copy it by hand';
  }
}

const field = document.getElementById('filter') as HTMLInputElement;
const found = document.getElementById('found')!;
let items: { element: HTMLElement; entry: Filtered }[] | undefined;
/** What stood open before somebody filtered. */
let folds: Map<HTMLDetailsElement, boolean> | undefined;

/** Reading 10,000 cases takes a moment, so that waits for the first filter. */
function read(): NonNullable<typeof items> {
  items ??= [...document.querySelectorAll<HTMLElement>('.item')].map((element) => {
    const { verdict = '', req = '', area = '', level = '' } = element.dataset;
    const text = (element.textContent ?? '').toLowerCase();
    return { element, entry: { text, verdict, requirements: req.split(' '), area, level } };
  });
  return items;
}

function apply(): void {
  let words: readonly Word[];
  try {
    words = parseFilter(field.value, REPORT_GRAMMAR);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    field.setAttribute('aria-invalid', 'true');
    found.textContent = error.message;
    return;
  }
  field.removeAttribute('aria-invalid');
  const all = read();
  let cases = 0;
  let total = 0;
  for (const { element, entry } of all) {
    const fits = fitsReport(words, entry);
    element.hidden = !fits;
    if (!element.classList.contains('case')) continue;
    total++;
    if (fits) cases++;
  }
  fold(words.length > 0);
  found.textContent = words.length === 0 ? '' : `showing ${count(cases)} of ${count(total)} cases`;
  const hash = words.length === 0 ? '' : `#filter=${encodeURIComponent(field.value)}`;
  history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
}

/** Opens what has something to show while a filter is on, and then puts everything back. */
function fold(isOn: boolean): void {
  const parts = [...document.querySelectorAll<HTMLDetailsElement>('.folded, .area')];
  if (isOn) folds ??= new Map(parts.map((part) => [part, part.open]));
  for (const part of parts) {
    const inside = part.querySelectorAll<HTMLElement>('.item');
    const isEmpty = isOn && [...inside].every(({ hidden }) => hidden);
    part.hidden = isEmpty;
    if (isOn) part.open = !isEmpty;
    else if (folds) part.open = folds.get(part) ?? false;
  }
  if (!isOn) folds = undefined;
}

let soon: ReturnType<typeof setTimeout> | undefined;
field.addEventListener('input', () => {
  clearTimeout(soon);
  soon = setTimeout(apply, 150);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

/** A link opens what it leads to, and what that is in. */
function openTarget(): void {
  const { hash } = location;
  if (hash.startsWith('#filter=')) {
    try {
      field.value = decodeURIComponent(hash.slice('#filter='.length));
      apply();
    } catch {
      // An address that somebody cut shows the whole page.
    }
    return;
  }
  const target = document.getElementById(hash.slice(1));
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  if (target) requestAnimationFrame(() => target.scrollIntoView());
}
addEventListener('hashchange', openTarget);
if (location.hash.length > 1) openTarget();
