import { MAX_NON_STARTERS } from './long-mark-runs.ts';
import { findUnsafe, type Unsafe } from './unsafe-text.ts';

/** A fault of a text: where it stands in it, and a sentence without a subject that names the fix. */
export type TextFault = { readonly offset: number; readonly message: string };

/** What no published text may hold, a fault each kind: at the first place, with how many more. */
export function describeUnsafe(text: string): TextFault[] {
  const byKind = Map.groupBy(findUnsafe(text), ({ kind }) => kind);
  return [...byKind.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more like it`;
    return [{ offset: first.start, message: `${describe(first, text)}${others}` }];
  });
}

function describe({ kind, start }: Unsafe, text: string): string {
  const found = nameAt(text, start);
  if (kind === 'override') return `holds ${found}, which turns the reading direction; delete it`;
  if (kind === 'tag') return `holds ${found}, which only programs see; delete it`;
  if (kind === 'invisible') return `holds ${found}, which nobody sees; delete it`;
  if (kind === 'variation') return `holds ${found}, a second one in a row; delete it`;
  if (kind === 'marks') {
    return `holds more than ${MAX_NON_STARTERS} combining marks in a row; delete those from here on`;
  }
  return found.startsWith(`${CLOSER} `)
    ? `holds ${found} without an isolate before it in its paragraph; delete it`
    : `holds ${found} without a ${CLOSER} behind it in its paragraph; delete it`;
}

function nameAt(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const meaning = RANGES.find(([first, last]) => code >= first && code <= last)?.[2];
  return `${name} (${MEANINGS.get(code) ?? meaning ?? 'invisible'})`;
}

const CLOSER = 'U+2069';

/** What whole ranges are called. */
const RANGES = [
  [0x180b, 0x180f, 'variation selector'],
  [0x2061, 0x2064, 'invisible operator'],
  [0x206a, 0x206f, 'deprecated control'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfff9, 0xfffb, 'annotation mark'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
] as const;

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [0x200b, 'zero width space'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0xfeff, 'byte order mark'],
]);
