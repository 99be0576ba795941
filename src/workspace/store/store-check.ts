/**
 * A program of its own: reads everything that is in a store and writes it into a new one. LMDB maps its file into memory and trusts it, so
 * a file that was cut or overwritten ends the process that reads it; here that is a child. `store-check STORE COPY`: both are folders.
 */
import { open } from 'lmdb';

async function check(from: string, to: string): Promise<void> {
  const old = open({ path: from, noSubdir: false, readOnly: true });
  const copy = open({ path: to, noSubdir: false, noSync: true });
  // The names of databases are the keys of the first one.
  for (const name of [...old.getKeys({})]) {
    if (typeof name !== 'string') throw new Error('it has an entry that is not a database');
    // As they are: what they encode differs from database to database.
    const bytes = { name, encoding: 'binary', keyEncoding: 'binary' } as const;
    const source = old.openDB<Buffer, Buffer>(bytes);
    const target = copy.openDB<Buffer, Buffer>(bytes);
    copy.transactionSync(() => {
      for (const { key, value } of source.getRange({})) target.put(key, value);
    });
  }
  await Promise.all([old.close(), copy.close()]);
}

const [from = '', to = ''] = process.argv.slice(2);
void check(from, to);
