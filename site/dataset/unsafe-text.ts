import { findExcessMarks, MANY_MARKS, type Span } from './long-mark-runs.ts';

/** Why a text is refused: it reads otherwise than it is written, hides something, or costs time. */
export type UnsafeKind = 'override' | 'isolate' | 'tag' | 'invisible' | 'variation' | 'marks';

/** What no published text may hold, and where. */
export type Unsafe = Span & { readonly kind: UnsafeKind };

// Of these one may follow a character; more are a hiding place with room for a byte each.
const SELECTOR = '\\p{Variation_Selector}';

// Zero width space, word joiner, operators and deprecated controls without a glyph, marks of
// annotations, byte order mark. What Arabic, Persian, Hebrew and emoji need is none of these.
const INVISIBLE = '\\u200b\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb';

const SUSPECT = new RegExp(
  `[${INVISIBLE}\\u202a-\\u202e\\u2066-\\u2069\\u{e0000}-\\u{e007f}]|${SELECTOR}{2}|${MANY_MARKS}`,
  'u',
);

// A flag is the black flag and the id of a subdivision in tags (UTS #51 §C.1, UTS #35 §3.2), of
// seven letters and digits at most: more would be a hiding place.
const FLAG =
  '\\u{1f3f4}\\ufe0f?(?:[\\u{e0061}-\\u{e007a}]{2}|[\\u{e0030}-\\u{e0039}]{3})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,4}\\u{e007f}';

const TOKENS = new RegExp(
  [
    FLAG,
    '(?<override>[\\u202a-\\u202e])',
    '(?<opener>[\\u2066-\\u2068])',
    '(?<closer>\\u2069)',
    // What ends a paragraph (UAX #9, bidirectional class B) and may stand in a text at all.
    '(?<paragraph>[\\n\\r\\u0085\\u2029])',
    '(?<tag>[\\u{e0000}-\\u{e007f}]+)',
    `(?<invisible>[${INVISIBLE}])`,
    `(?<variation>(?<=${SELECTOR})${SELECTOR}+)`,
  ].join('|'),
  'gu',
);

/** Whether a text has to be looked at closely; hardly any has. Never false of an unsafe one. */
export function isSuspect(text: string): boolean {
  return SUSPECT.test(text);
}

/** All that no published text may hold, in the order of the text. */
export function findUnsafe(text: string): Unsafe[] {
  if (!isSuspect(text)) return [];
  const marks = findExcessMarks(text).map((span): Unsafe => ({ ...span, kind: 'marks' }));
  return [...findCharacters(text), ...marks].sort((a, b) => a.start - b.start);
}

function findCharacters(text: string): Unsafe[] {
  const found: Unsafe[] = [];
  let open: Unsafe[] = [];
  for (const { 0: token, index: start, groups = {} } of text.matchAll(TOKENS)) {
    const span = { start, end: start + token.length };
    if (groups.override) found.push({ ...span, kind: 'override' });
    else if (groups.tag) found.push({ ...span, kind: 'tag' });
    else if (groups.invisible) found.push({ ...span, kind: 'invisible' });
    else if (groups.variation) found.push({ ...span, kind: 'variation' });
    else if (groups.opener) open.push({ ...span, kind: 'isolate' });
    else if (groups.closer && !open.pop()) found.push({ ...span, kind: 'isolate' });
    else if (groups.paragraph) {
      for (const opener of open) found.push(opener);
      open = [];
    }
  }
  return [...found, ...open];
}

/** A text without what no published text may hold, and the kinds of what was taken out. */
export function removeUnsafe(text: string): {
  readonly text: string;
  readonly removed: ReadonlySet<UnsafeKind>;
} {
  if (!isSuspect(text)) return { text, removed: new Set() };
  const characters = findCharacters(text);
  const parted = cut(text, characters);
  // Selectors and marks may have come together where something stood between them.
  const together = characters.length > 0 ? findCharacters(parted) : [];
  const shown = cut(parted, together);
  const marks = findExcessMarks(shown);
  const removed = new Set([...characters, ...together].map(({ kind }) => kind));
  return { text: cut(shown, marks), removed: marks.length > 0 ? removed.add('marks') : removed };
}

function cut(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, start));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}
