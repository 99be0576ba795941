import { duplicateKeys, membersIn } from '../../../json/json.js';
import { walk } from '../../../json/walk.js';
import { onlySettings, type RuleMaker } from '../../rule.js';

/** As many of the members that occur twice in one message are told. */
const TOLD = 3;

/** `names`: no object in a message names a member twice, of which RFC 8259 (section 4) only says that it should not be. */
export const names: RuleMaker = (settings) => {
  onlySettings(settings, []);
  return ({ record, side }) => {
    if (record.kind !== 'message' || record.deliberate || record.text === undefined) return undefined;
    // Where the value has all members of its text, none is named twice, and no names need be remembered.
    const isWhole = record.message !== undefined && walk(record.message, () => true) === membersIn(record.text);
    const issues = (isWhole ? [] : duplicateKeys(record.text, TOLD)).map((path) => ({
      key: `twice ${path}`,
      path,
      message: `the member ${path} occurs twice in one object`,
    }));
    return { subject: side, issues };
  };
};
