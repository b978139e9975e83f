import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Position } from '#dataset/content-problem.ts';
import { MAX_DEPTH } from '#dataset/read/parse-yaml.ts';
import type { UnsafeKind } from '#dataset/read/unsafe-text.ts';

type Path = readonly PropertyKey[];
type Placed = readonly [path: Path, offset: number];

/** What the library makes of a text without any shortcut of ours, and where its values stand. */
type LibraryReading = {
  readonly value: unknown;
  readonly places: readonly (readonly [path: Path, position: Position])[];
};

/** Reads YAML as the library does by default; undefined of what no content may be. */
export function readByLibrary(text: string): LibraryReading | undefined {
  try {
    return readWhole(text);
  } catch (error) {
    // What is nested deeply takes the library more stack than there is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readWhole(text: string): LibraryReading | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
    lineCounter,
  });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0 || isRefused(document.contents, 1) || isCut(document.contents, text))
    return undefined;
  const places = placesIn(document.contents, []).map(([path, offset]): [Path, Position] => {
    const { line, col } = lineCounter.linePos(offset);
    return [path, { line: Math.max(1, line), column: Math.max(1, col) }];
  });
  return { value: document.toJS(), places };
}

/** True if a text ends at a number sign with a digit behind it, as in `The #1 firm`. */
function isCut(contents: unknown, text: string): boolean {
  let found = false;
  visit(isNode(contents) ? contents : null, {
    Scalar: (key, { type, value, range }) => {
      const behind = text.slice(range?.[1], range?.[2]);
      found ||=
        key !== 'key' && type === 'PLAIN' && typeof value === 'string' && /^[ \t]+#\d/.test(behind);
    },
  });
  return found;
}

/** True if something is an alias, has an anchor, nests too deeply, or has a key twice or one that is no text. */
function isRefused(node: unknown, depth: number): boolean {
  if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor)) return true;
  if (!isMap(node) && !isSeq(node)) return false;
  if (depth > MAX_DEPTH) return true;
  if (isSeq(node)) return node.items.some((item) => isRefused(item, depth + 1));
  if (node.items.some(({ key }) => key !== null && !isScalar(key))) return true;
  const keys = node.items.map(({ key }) => (isScalar(key) ? String(key.value ?? '') : ''));
  if (keys.some((key, index) => keys.indexOf(key) < index)) return true;
  return node.items.some(({ value }) => isRefused(value, depth + 1));
}

function placesIn(node: unknown, path: Path): Placed[] {
  if (!isNode(node) || !node.range) return [];
  const own: Placed = [path, node.range[0]];
  if (isSeq(node)) return [own, ...node.items.flatMap((item, at) => placesIn(item, [...path, at]))];
  if (!isMap(node)) return [own];
  const values = node.items.flatMap(({ key, value }) =>
    isScalar(key) ? placesIn(value, [...path, String(key.value)]) : [],
  );
  return [own, ...values];
}

/** The kinds of what no text may hold, found character by character. */
export function unsafeKindsIn(text: string): Set<UnsafeKind> {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const kinds = new Set<UnsafeKind>();
  for (let at = 0; at < characters.length; at++) {
    const code = characters[at] ?? 0;
    if (code === 0x1f3f4) at += tagsOfFlag(characters.slice(at + 1, at + 11));
    else if (code >= 0xe0000 && code <= 0xe007f) kinds.add('tag');
    else if (code >= 0x202a && code <= 0x202e) kinds.add('override');
    else if (code >= 0x2066 && code <= 0x2069) kinds.add('override');
    else if (INVISIBLE.some(([first, last]) => code >= first && code <= last)) {
      kinds.add('invisible');
    } else if (code === 0x180e && !isMongolian(characters[at - 1] ?? 0)) kinds.add('invisible');
    else if (code === 0x200d && [0x200c, 0x200d].includes(characters[at - 1] ?? 0)) {
      kinds.add('variation');
    } else if (isSelector(code) && isSelector(characters[at - 1] ?? 0)) kinds.add('variation');
  }
  return longestRun(text) > 30 ? kinds.add('marks') : kinds;
}

const INVISIBLE = [
  [0x200b, 0x200b],
  [0x2060, 0x2064],
  [0x206a, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
] as const;

const isMongolian = (code: number) => code >= 0x1820 && code <= 0x18aa;

function isSelector(code: number): boolean {
  return /^\p{Variation_Selector}$/u.test(String.fromCodePoint(code));
}

/** How many characters behind a black flag make it that of a subdivision. */
function tagsOfFlag(behind: readonly number[]): number {
  const from = behind[0] === 0xfe0f ? 1 : 0;
  const end = behind.indexOf(0xe007f);
  const letters = behind
    .slice(from, end)
    .map((code) => String.fromCodePoint(Math.max(0, code - 0xe0000)));
  const isFlag = /^(?:[a-z]{2}|[0-9]{3})[a-z0-9]{1,4}$/.test(letters.join(''));
  return end > from && isFlag ? end + 1 : 0;
}

/** The longest run of marks. */
function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = /^[[\p{M}\uff9e\uff9f]--\p{Variation_Selector}]$/v.test(character) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
