/** The stored part of a reviewer's name. */
export const NAME_POLICIES = ['full', 'first-initial', 'initials'] as const;
export type NamePolicy = (typeof NAME_POLICIES)[number];

export function namePolicyOf(said: string | undefined): NamePolicy | undefined {
  return NAME_POLICIES.find((one) => one === said);
}

export const ANONYMOUS = 'Anonymous';

const BEFORE_NAMES = /^(?:mr|mrs|ms|miss|dr|prof|sir)\.?$/i;
const AFTER_NAMES = /^(?:jr|sr|ii|iii|iv|esq|md|phd|jd)\.?$/i;
// A name in these scripts is written without a space, so that one word is the whole name.
const WHOLE_NAME_WORD = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the name as it is stored: "Jane Doe" is "Jane D." by default; undefined is "Anonymous".
 */
export function displayName(name: string | undefined, policy: NamePolicy): string {
  if (name === undefined) return ANONYMOUS;
  if (policy === 'full') return name;
  const words = nameWords(name);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return ANONYMOUS;
  if (words.length === 1) {
    return WHOLE_NAME_WORD.test(first) || policy === 'initials' ? initialOf(first) : first;
  }
  return `${policy === 'initials' ? initialOf(first) : first} ${initialOf(last)}`;
}

export function displayNames(name: string | undefined): string[] {
  return NAME_POLICIES.map((policy) => displayName(name, policy));
}

/** Returns the policy that a stored name follows by its looks; a single word is never made longer. */
export function policyOf(stored: string): NamePolicy {
  const short = ['initials', 'first-initial'] as const;
  return short.find((policy) => displayName(stored, policy) === stored) ?? 'full';
}

/** Returns the words of the name, given name first; "Doe, Jane" is turned around. */
function nameWords(name: string): string[] {
  const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim());
  const isInverted = given !== '' && more.length === 0 && !AFTER_NAMES.test(given);
  const words = (isInverted ? `${given} ${family}` : name)
    .split(/[\s,]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const bare = words.filter((word) => !BEFORE_NAMES.test(word) && !AFTER_NAMES.test(word));
  return bare.length > 0 ? bare : words;
}

function initialOf(word: string): string {
  const start = word.replace(/^[^\p{L}\p{N}]+/u, '');
  const [first] = graphemes.segment(start);
  return `${first?.segment.toUpperCase() ?? ''}.`;
}
