/**
 * Starts an agent that needs a model on the one beside this file:
 *
 *   node on-model.mjs FOLDER claude-agent-acp|gemini-cli|opencode
 *
 * FOLDER becomes its home, and of the environment it sees the path alone, so that nothing that a developer has set up takes part.
 * The agent has the stdin and stdout of this process: what is said to it, and its end, is between it and who started this.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { startModel } from './model-stub.mjs';

const modules = resolve(import.meta.dirname, '../../targets/peers/node_modules');

/** What each agent is started with: its command, its own environment, and the files of its home. */
const AGENTS = {
  'claude-agent-acp': (url) => ({
    command: [process.execPath, join(modules, '@agentclientprotocol/claude-agent-acp/dist/index.js')],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // The tool that makes its plans is not on offer otherwise.
      CLAUDE_CODE_ENABLE_TASKS: '0',
      CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: {
      '.claude/settings.json': { permissions: { allow: ['mcp__kit__echo'] } },
    },
  }),
  'gemini-cli': (url) => ({
    command: [process.execPath, join(modules, '@google/gemini-cli/bundle/gemini.js'), '--acp'],
    env: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: 'none',
      // It would start itself once more.
      GEMINI_CLI_NO_RELAUNCH: '1',
    },
    files: {
      '.gemini/settings.json': {
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        model: { name: 'gemini-2.5-flash' },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      },
    },
  }),
  opencode: (url, home) => ({
    command: [join(modules, 'opencode-linux-x64/bin/opencode'), 'acp'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
      // To read those that it comes with takes it half of its start.
      OPENCODE_MODELS_PATH: join(home, 'models.json'),
      OPENCODE_PURE: '1',
      // It installs what plugins need, whether there are any or not.
      npm_config_registry: url,
    },
    files: {
      'models.json': {},
      '.config/opencode/opencode.json': {
        model: 'stub/small',
        small_model: 'stub/small',
        enabled_providers: ['stub'],
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask' },
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { small: { name: 'small', reasoning: true }, large: { name: 'large' } },
          },
        },
      },
    },
  }),
};

const [folder, name] = process.argv.slice(2);
const home = folder && resolve(folder);
if (!home || !Object.hasOwn(AGENTS, name ?? ''))
  throw new Error(`on-model.mjs FOLDER ${Object.keys(AGENTS).join('|')}`);
const model = await startModel();
const { command, env, files } = AGENTS[name](model.url, home);
// What they unpack or leave there goes with the folder.
const temp = join(home, 'tmp');
mkdirSync(temp, { recursive: true });
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), JSON.stringify(content));
}
// What an agent wants from elsewhere, such as a newer version of itself, it does not get: the model serves no tunnels.
const offline = { HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: '127.0.0.1,localhost' };
// By what the kit's tests put into the environment they find what was left behind.
const kept = Object.entries(process.env).filter(([key]) => key === 'PATH' || key.startsWith('PROCTOR_'));
const agent = spawn(command[0], command.slice(1), {
  stdio: 'inherit',
  env: { ...Object.fromEntries(kept), HOME: home, TMPDIR: temp, BUN_TMPDIR: temp, ...offline, ...env },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => agent.kill(signal));
agent.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 127;
  model.close();
});
agent.on('exit', (code, signal) => {
  process.exitCode = code ?? 1;
  if (signal) process.stderr.write(`${name} was ended by ${signal}\n`);
  model.close();
});
