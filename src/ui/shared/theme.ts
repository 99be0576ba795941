const KEY = 'proctor-theme';

/** The theme follows the system; a switch overrides it and is remembered. */
export function restoreTheme(): void {
  const kept = read();
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}

export function switchTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const now = document.documentElement.dataset.theme ?? system;
  const next = now === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing shows the theme until the page is closed.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
