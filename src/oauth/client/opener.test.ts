import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../wire/clock/clock.js';
import { closeAll, closing } from '../../wire/fixtures/http.js';
import { outsideBrowser } from './opener.js';
import { opensBy } from './program.js';

afterEach(closeAll);

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'opener-'));
  closing(async () => rmSync(made, { recursive: true }));
  return made;
};

const PAGE = new URL('https://a.example/authorize?a=1');

describe('a browser outside', () => {
  it('comes back to this machine, and the first answer counts', async () => {
    const texts: string[] = [];
    let back = '';
    const { browser, redirect, close } = outsideBrowser(async (page) => {
      expect(page).toBe(PAGE.href);
      for (const path of ['/elsewhere', '/callback?code=1', '/callback?code=2']) {
        const { status } = await fetch(new URL(path, back));
        texts.push(`${path} ${status}`);
      }
    }, realClock);
    closing(close);
    back = await redirect();
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(await redirect()).toBe(back);
    const came = await browser(PAGE, back);
    expect(came.searchParams.get('code')).toBe('1');
    await expect.poll(() => texts).toEqual(['/elsewhere 404', '/callback?code=1 200', '/callback?code=2 404']);
  });

  it('is an error if it does not open, or if nobody comes back', async () => {
    const failing = outsideBrowser(() => Promise.reject(new Error('no browser')), realClock);
    await expect(failing.browser(PAGE, '')).rejects.toThrow('no browser');
    // All time passes at once.
    const after = (_: number, act: () => void) => {
      setImmediate(act);
      return () => undefined;
    };
    const silent = outsideBrowser(async () => undefined, { ...realClock, after });
    await expect(silent.browser(PAGE, '')).rejects.toThrow('nobody came back from the page in time');
  });

  it('waits for nobody once it is closed', async () => {
    let running = 0;
    const after: typeof realClock.after = (ms, act) => {
      running += 1;
      const cancel = realClock.after(ms, act);
      return () => {
        running -= 1;
        cancel();
      };
    };
    const given = outsideBrowser(async () => undefined, { ...realClock, after });
    const visit = given.browser(PAGE, '');
    visit.catch(() => undefined);
    expect(running).toBe(1);
    await given.close();
    await expect(visit).rejects.toThrow('the login was given up');
    expect(running).toBe(0);
  });
});

describe('a program that opens pages', () => {
  it('gets the page as one argument, without a shell', async () => {
    const at = folder();
    writeFileSync(
      join(at, 'open.mjs'),
      "import { writeFileSync } from 'node:fs'; writeFileSync('opened', process.argv[2]);",
    );
    const page = 'https://a.example/?a=$(touch%20m)&touch${IFS}m;touch m`touch m`';
    await opensBy([process.execPath, 'open.mjs'], at)(page);
    expect(readFileSync(join(at, 'opened'), 'utf8')).toBe(page);
    expect(existsSync(join(at, 'm'))).toBe(false);
  });

  it('is an error if it fails or is missing', async () => {
    await expect(opensBy([process.execPath, '-e', 'process.exit(3)', '--'], '/')('https://a/')).rejects.toThrow(
      'exit code 3',
    );
    await expect(opensBy(['/no/such/program'], '/')('https://a/')).rejects.toThrow("can't be started");
  });
});
