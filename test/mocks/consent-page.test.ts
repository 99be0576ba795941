import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { startMockAuthorization } from '../../runner/live/authorization/authorization.js';
import { Secrets } from '../../src/json/secrets/redact.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { closeAll, closing, serve } from '../../src/wire/fixtures/http.js';
import { it } from '../testing/program.js';

afterEach(closeAll);

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** The page of a login in a browser, and the place where its user is sent back to. */
async function consent() {
  const authorization = await startMockAuthorization({
    script: { server: { consent: 'ask', clients: [{ id: 'desk & <lamp>' }] } },
    clock: realClock,
    secrets: new Secrets(),
  });
  closing(() => authorization.close());
  const client = await serve((exchange) => {
    exchange.head(200, { 'content-type': 'text/html' });
    exchange.text('<!doctype html><title>Back</title>');
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'desk & <lamp>',
    redirect_uri: `${client.url}/callback`,
    state: 'the-state',
    scope: 'files:read files:write',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    resource: 'http://127.0.0.1:8000/mcp',
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
  closing(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${authorization.control.endpoints.authorization_endpoint}?${query}`);
  return { page, problems, issuer: authorization.control.url };
}

describe.skipIf(CHROMIUM === undefined)('the consent page in Chromium (skipped if it is not installed)', () => {
  it.for([
    [
      'Approve',
      (back: URLSearchParams) => [back.get('state'), back.has('code'), back.get('error')],
      ['the-state', true, null],
    ],
    [
      'Deny',
      (back: URLSearchParams) => [back.get('state'), back.has('code'), back.get('error')],
      ['the-state', false, 'access_denied'],
    ],
    [
      'Approve with a wrong state',
      (back: URLSearchParams) => [back.get('state') === 'the-state', back.has('code')],
      [false, true],
    ],
  ] as const)('lets a person choose "%s"', async ([button, read, expected]) => {
    const { page, problems, issuer } = await consent();
    expect(await page.locator('dd').allTextContents()).toEqual([
      'desk & <lamp>',
      'files:read files:write',
      'http://127.0.0.1:8000/mcp',
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    ]);
    if (process.env.PROCTOR_TEST_SCREENSHOT) await page.screenshot({ path: process.env.PROCTOR_TEST_SCREENSHOT });
    const address = page.url();
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL(/\/callback\?/, { timeout: 20_000 });
    const { searchParams } = new URL(page.url());
    expect([read(searchParams), searchParams.get('iss')]).toEqual([expected, issuer]);
    await page.goBack({ timeout: 10_000 });
    expect([page.url(), problems]).toEqual([address, []]);
  });
});
