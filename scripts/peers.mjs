// `npm run peers`: the implementations that Proctor is measured against, from `targets/peers`: those of npm, and those in Python, Go and Rust
// where `python3`, `go` and `cargo` are there. What is not installed is skipped by the tests.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../targets/peers');
/** Programs of ours on SDKs that are built. */
const ours = join(import.meta.dirname, '../test/peers');
/** Versions 1 and 2 of the SDK of MCP in Python can't be in one. */
const VENVS = {
  venv: 'requirements.txt',
  venv2: 'requirements-2.txt',
  'venv-schemas': 'requirements-schemas.txt',
  'venv-a2a': 'requirements-a2a.txt',
};

/** The server that the official SDK for Go is tried with. */
const GO = 'github.com/modelcontextprotocol/go-sdk/conformance/everything-server@v1.8.0';

const run = (command, ...args) => runWith({}, command, ...args);

/** Resolves with the exit code; undefined where there is no such program. */
function runWith(variables, command, ...args) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32', env });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

const ofNpm = () => run('npm', 'ci', '--prefix', folder);

async function inPython([name, requirements]) {
  const venv = join(folder, name);
  const made = await run('python3', '-m', 'venv', venv);
  if (made === undefined) {
    console.log('there is no python3: the servers in Python are not installed, and what needs them is skipped');
    return 0;
  }
  if (made !== 0) return made;
  const pip = [join(venv, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check'];
  return run(...pip, '--requirement', join(folder, requirements));
}

async function inGo() {
  const installed = await runWith({ GOBIN: join(folder, 'go') }, 'go', 'install', GO);
  if (installed === undefined) {
    console.log('there is no go: the peers in Go are not installed, and what needs them is skipped');
    return 0;
  }
  const built = [];
  for (const name of ['go-client', 'go-login', 'go-protected'])
    built.push(await run('go', 'build', '-C', join(ours, name), '-o', join(folder, 'go', name), '.'));
  if (installed === 0 && built.every((code) => code === 0)) return 0;
  console.error('the peers in Go could not be installed; what needs them is skipped');
  return 1;
}

async function inRust() {
  const codes = [];
  // One after the other: they wait for each other where cargo keeps packages.
  for (const name of ['rust', 'rust-types'])
    codes.push(
      await run(
        'cargo',
        'build',
        '--manifest-path',
        join(ours, name, 'Cargo.toml'),
        '--target-dir',
        join(folder, name),
      ),
    );
  const code = codes.find((one) => one !== 0);
  if (codes.every((one) => one === 0)) return 0;
  if (code === undefined)
    console.log('there is no cargo: the peers in Rust are not built, and what needs them is skipped');
  else if (code !== 0) console.error('the peers in Rust could not be built; what needs them is skipped');
  return code ?? 0;
}

// They wait for networks most of the time.
const [npm, go, rust, ...pythons] = await Promise.all([
  ofNpm(),
  inGo(),
  inRust(),
  ...Object.entries(VENVS).map(inPython),
]);
const python = pythons.every((code) => code === 0) ? 0 : 1;
if (python !== 0) console.error('the servers in Python could not be installed; what needs them is skipped');
process.exitCode = npm === 0 && python === 0 && go === 0 && rust === 0 ? 0 : 1;
