// What the package contains of others: their licences (dist/THIRD-PARTY.txt) and a bill of materials (dist/sbom.cdx.json).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences under which code may be packed into a file of ours. */
const PERMITTED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

/**
 * Writes both files into `folder`. `modules` are the paths of everything that was packed. Throws an Error if a packed package has no
 * licence file, or one under which it may not be packed.
 */
export function writeThirdParty(folder, modules) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const packed = [...new Set(modules.map(packageOf).filter((path) => path !== undefined))].sort();
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), noticeOf(packed.map(describe)));
  const installed = installedWith(lock).filter((path) => !packed.map(inLock).includes(path));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill(lock, packed, installed), null, 2)}\n`);
}

/** The folder of the package that a module belongs to; undefined for our own. */
const packageOf = (module) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];

/** The same folder as the lock file names it: `node_modules` may be a link. */
const inLock = (path) => path.slice(path.indexOf('node_modules/'));

function describe(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  if (!PERMITTED.includes(license)) throw new Error(`${path} is packed, but its licence is ${license}`);
  const file = readdirSync(path).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${path} is packed and has no licence file`);
  return { name, version, license, text: readFileSync(join(path, file), 'utf8').trim() };
}

function noticeOf(packages) {
  const head =
    'Proctor is under the Apache License 2.0 (LICENSE). Its programs in dist/ contain code of these packages:\n';
  const parts = packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The packages that npm installs with ours, by their folders, as npm resolves them. */
function installedWith(lock) {
  const found = new Set();
  const add = (from, name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      if (lock[path] !== undefined) {
        if (!found.has(path)) {
          found.add(path);
          for (const next of Object.keys(lock[path].dependencies ?? {})) add(path, next);
        }
        return;
      }
      if (folder === '') throw new Error(`package-lock.json has no ${name}`);
    }
  };
  for (const name of Object.keys(lock[''].dependencies ?? {})) add('', name);
  return [...found].sort();
}

/** CycloneDX 1.5. It holds no time and no serial number, so that one source gives one file. */
function bill(lock, packed, installed) {
  const component = (path, how) => {
    const { version, license, integrity } = lock[inLock(path)];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
    return {
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: purlOf(name, version),
      ...(license && { licenses: [{ license: { id: license } }] }),
      ...(digest && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
      properties: [{ name: 'proctor:delivery', value: how }],
    };
  };
  const { name, version } = lock[''];
  const components = [
    ...packed.map((path) => component(path, 'packed')),
    ...installed.map((path) => component(path, 'installed')),
  ];
  const root = `${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name, version, purl: purlOf(name, version) },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((one) => one['bom-ref']) }],
  };
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
