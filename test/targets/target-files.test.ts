import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { it } from '../testing/warm.js';

const root = resolve(import.meta.dirname, '../..');

it('every target file of ours is valid, those too whose programs are not installed here', async ({ sandbox }) => {
  const files = ['targets', 'targets/sdk', 'targets/peers', 'targets/peers/sdk', 'targets/reference'].flatMap(
    (folder) => readdirSync(resolve(root, folder)).map((name) => resolve(root, folder, name)),
  );
  const targets = files.filter((file) => file.endsWith('.yaml') && !/\/kubeconfig\.yaml$|\.known\.yaml$/.test(file));
  expect(targets.length).toBeGreaterThan(50);
  const { exit, stdout, stderr } = await sandbox.run(['validate', 'target', ...targets]);
  const invalid = stdout.split('\n').filter((line) => line !== '' && !line.endsWith('target file: valid'));
  expect([exit, invalid, stderr]).toEqual([0, [], '']);
});
