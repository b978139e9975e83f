import names from './invisible-characters.json' with { type: 'json' };

/** A range of a text. */
type Span = { readonly start: number; readonly end: number };

/** Maximum marks in a row: no script has more, and normalization sorts them in quadratic time. */
const MAX_MARKS = 30;

// Half-width voicing marks are letters, and become marks.
const MARK = '[[\\p{M}\\uff9e\\uff9f]--\\p{Variation_Selector}]';

const EXCESS_MARKS = new RegExp(`(?<=${MARK}{${MAX_MARKS}})${MARK}+`, 'gv');

/** The reason that a text is refused: it reads in another order, hides something, or costs time. */
export type UnsafeKind = 'override' | 'tag' | 'invisible' | 'variation' | 'marks';

/** Characters that no published text may contain, and their place. */
type Unsafe = Span & { readonly kind: UnsafeKind };

// One may follow a character; each further one could hide a byte.
const SELECTOR = '\\p{Variation_Selector}';

// Zero width space, word joiner, operators and deprecated controls without a glyph, marks of
// annotations, byte order mark, fillers that look like a space. Arabic, Persian, Hebrew and emoji
// need none of these.
const INVISIBLE =
  '\\u200b\\u2060-\\u2064\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';

// Mongolian needs it after a letter.
const SEPARATOR = '(?<![\\u1820-\\u18aa])\\u180e';

// One joins two pictures of an emoji, or keeps a form of a letter; each further one could hide a byte.
const JOINERS = '(?<=[\\u200c\\u200d])\\u200d+';

const SUSPECT = new RegExp(
  `[${INVISIBLE}\\u180e\\u202a-\\u202e\\u2066-\\u2069\\u{e0000}-\\u{e007f}]|[\\u200c\\u200d]\\u200d|${SELECTOR}{2}|${MARK}{${MAX_MARKS},}`,
  'v',
);

// A flag is the black flag and the id of a subdivision in tags (UTS #51 §C.1, UTS #35 §3.2), of
// seven letters and digits at most: more would be a hiding place.
const FLAG =
  '\\u{1f3f4}\\ufe0f?(?:[\\u{e0061}-\\u{e007a}]{2}|[\\u{e0030}-\\u{e0039}]{3})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,4}\\u{e007f}';

const TOKENS = new RegExp(
  [
    FLAG,
    '(?<override>[\\u202a-\\u202e\\u2066-\\u2069])',
    '(?<tag>[\\u{e0000}-\\u{e007f}]+)',
    `(?<invisible>[${INVISIBLE}]|${SEPARATOR})`,
    `(?<variation>(?<=${SELECTOR})${SELECTOR}+|${JOINERS})`,
  ].join('|'),
  'gu',
);

/** The reasons for refusing the kinds whose characters are always unsafe. */
const WHY = {
  override: 'which changes the reading direction',
  tag: 'which only programs see',
  invisible: 'which is invisible',
  variation: 'a second one in a row',
} as const;

const KINDS = ['override', 'tag', 'invisible', 'variation'] as const;

/** True if a text needs a closer look, which is rare. Never false for an unsafe text. */
export function isSuspect(text: string): boolean {
  return SUSPECT.test(text);
}

/** Returns all characters that no published text may contain, in the order of the text. */
export function findUnsafe(text: string): Unsafe[] {
  if (!isSuspect(text)) return [];
  const marks = Array.from(text.matchAll(EXCESS_MARKS), ({ 0: { length }, index }): Unsafe => {
    return { start: index, end: index + length, kind: 'marks' };
  });
  return [...findCharacters(text), ...marks].sort((a, b) => a.start - b.start);
}

function findCharacters(text: string): Unsafe[] {
  return [...text.matchAll(TOKENS)].flatMap(({ 0: token, index: start, groups = {} }) => {
    const kind = KINDS.find((name) => groups[name]);
    return kind ? [{ start, end: start + token.length, kind }] : [];
  });
}

/** Returns a text without those characters. */
export function removeUnsafe(text: string): string {
  let safe = text;
  // Removed characters may have parted selectors or marks, which are now too many in a row.
  for (let found = findUnsafe(safe); found.length > 0; found = findUnsafe(safe)) {
    const kept = [0, ...found.map(({ end }) => end)];
    safe = kept.map((from, index) => safe.slice(from, found[index]?.start)).join('');
  }
  return safe;
}

/** A problem of a text: its offset, and a sentence without a subject that names the remedy. */
type TextFault = { readonly offset: number; readonly message: string };

/** Describes unsafe characters: for each kind its first place and the number of others. */
export function describeUnsafe(text: string): TextFault[] {
  const byKind = Map.groupBy(findUnsafe(text), ({ kind }) => kind);
  return [...byKind.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more like it`;
    return [{ offset: first.start, message: `${describe(first, text)}${others}` }];
  });
}

function describe({ kind, start }: Unsafe, text: string): string {
  return kind === 'marks'
    ? `contains more than ${MAX_MARKS} combining marks in a row; delete those from here on`
    : `contains ${nameAt(text, start)}, ${WHY[kind]}; delete it`;
}

function nameAt(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0;
  const name = NAMES.find(({ first, last }) => code >= first && code <= last)?.name;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} (${name ?? 'invisible'})`;
}

/** Names of characters, or of ranges of them. */
const NAMES = Object.entries(names).map(([range, name]) => {
  const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
  return { first, last, name };
});
