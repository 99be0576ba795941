import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it, type Running } from '../testing/program.js';
import { addressOf } from '../testing/steering.js';
import { button, describeHosted, ready, standing } from './testing/hosted.js';
import { flaws, openedAt } from './testing/page.js';

const CLIENT = resolve(import.meta.dirname, '../../examples/mcp-client/client.mjs');

/** Starts the client of the MCP SDK with the first configuration that the page shows. */
async function start(page: Page, words: readonly string[]): Promise<void> {
  const text = await page.locator('.config pre').first().innerText();
  const { url } = JSON.parse(text).mcpServers['proctor-1'] as { url: string };
  spawn(process.execPath, [CLIENT, '--url', url, ...words], { stdio: 'ignore' });
}

const opened = async (running: Running) => openedAt(await addressOf(running));

describeHosted('of the program', () => {
  it('leads a person through a case, from the configuration to the result', async ({ sandbox }) => {
    const running = sandbox.start(['host', '--role', 'mcp/client', '--servers', '2', 'mcp.client.calls.results.text']);
    const { page, complaints } = await opened(running);
    await standing(page, 'waiting for a client');
    await start(page, []);
    await ready(page, 'Call a tool');
    await standing(page, 'sdk-client');
    await start(page, ['--call', 'echo', '--arguments', '{"message":"hi"}']);
    await page.getByText('only you can see that').first().waitFor();
    expect(await page.locator('.seen').innerText()).toContain('tools/call');
    await button(page, 'It worked').first().click();
    await standing(page, 'ended');
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
    const { exit, stdout } = await running.done;
    expect(stdout).toMatch(/: \d+ passed; \d+ skipped$/m);
    expect(exit).toBe(0);
  });

  it('shows the inspector of the same run', async ({ sandbox }) => {
    const running = sandbox.start(['host', '--role', 'mcp/client', 'mcp.client.calls.results.text']);
    const { page, complaints } = await opened(running);
    await standing(page, 'waiting for a client');
    await start(page, []);
    await ready(page, 'Call a tool');
    await page
      .getByRole('link', { name: /inspector/i })
      .first()
      .click();
    await page.locator('.row', { hasText: 'initialize' }).first().waitFor();
    // The case that waits for the person.
    await page.locator('nav button', { hasText: 'runs mcp.client.calls.results.text' }).waitFor();
    await page.getByText(/^\d+ of \d+ cases over, 0 failed$/).waitFor();
    expect(complaints).toEqual([]);
    running.signal('SIGINT');
    expect((await running.done).exit).toBe(130);
    await page.locator('.chip', { hasText: 'the run ended' }).waitFor();
  });
});
