import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Ran, withoutProgress } from './program.js';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The package as users get it, installed in an empty folder. */
export class InstalledPackage {
  /** What npm said while it installed. */
  said = '';

  private constructor(
    /** The folder with the tarball. */
    private readonly parent: string,
    /** A project whose only dependency is the package. */
    readonly folder: string,
    readonly tarball: string,
  ) {}

  /** Packs what was built, and installs it. */
  static async install(): Promise<InstalledPackage> {
    const parent = mkdtempSync(join(tmpdir(), 'proctor-tarball-'));
    const folder = join(parent, 'project');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n');
    // Tests build before they begin; the script that does it for whoever packs would build a second time.
    await call('npm', ['pack', '--ignore-scripts', '--pack-destination', parent], ROOT);
    const tarball = join(parent, readdirSync(parent).find((name) => name.endsWith('.tgz'))!);
    const installed = new InstalledPackage(parent, folder, tarball);
    const { exit, stdout, stderr } = await call('npm', ['install', '--prefer-offline', tarball], folder);
    if (exit !== 0) throw new Error(`the package can't be installed: ${stderr}`);
    installed.said = `${stdout}${stderr}`;
    return installed;
  }

  /** Writes a file into the project. */
  file(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Has a package of this repository in the project too. */
  link(name: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(join(ROOT, 'node_modules', name), path);
  }

  /** Makes a link within the project. */
  alias(name: string, to: string): void {
    symlinkSync(join(this.folder, to), join(this.folder, name));
  }

  /** Runs a program in the project, or in a folder of it. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = this.folder): Promise<Ran> {
    return call(program, args, cwd, env);
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}

function call(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((settle) => {
    const child = execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) => {
      const exit = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      settle({ exit, stdout, stderr: withoutProgress(stderr) || (exit === null ? String(error) : '') });
    });
    child.stdin?.end();
  });
}
