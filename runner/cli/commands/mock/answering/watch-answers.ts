import { FileError } from '../../../../load/script.js';
import { watchFile } from '../../../../load/watch-file.js';
import { unnoticed } from '../mock-script.js';
import type { AnswersReload } from './answering.js';

/**
 * Takes what is saved of answers, until the returned function is called, and says what is other. What can't be used changes nothing. Keeps
 * no process alive.
 */
export function watchAnswers(file: string, { stamp, reload }: AnswersReload, say: (text: string) => void): () => void {
  const changed = async () => {
    try {
      const changes = await reload();
      if (changes !== undefined) say(`answers reloaded: ${changes}`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      say(`the saved answers can't be used, the last good ones go on\n${error.message}`);
    }
  };
  return watchFile(file, { changed, failed: unnoticed(file, say) }, stamp);
}
