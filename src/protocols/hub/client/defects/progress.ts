import { Progress } from '../progress.js';

/** Takes every frame for a new one. */
export class ForgetfulProgress extends Progress {
  override knows(): boolean {
    return false;
  }
}
