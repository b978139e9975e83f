import fc from 'fast-check';

const FLAG = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}';

/** Signs that mean something to YAML, to a Markdown file, or to a check of texts. */
const PIECES = [
  ": §:§- §-§? §, §,§[§]§{§}§#§ #§&a §*a§!x §!!str §\"§'§''§|§>§|-§>+2§~§<<: ",
  '\\§\\"§\\x41§\\u202E§\\u200b§\\U000E0041§\\n§\\\n§\n§\n\n§\r§\r\n§\t§ §  §\n  §\n    §\n- §\n  - ',
  '---§\n---\n§...\n§%YAML 1.1\n§%TAG ! x\n§null§true§0x1f§.nan§1e999§5§4.5§2026-10-03',
  'a§x: y§id: §rating: §name: §author: §aspects: §technicians: §__proto__§constructor§toString: ',
  'é§ß§שלום§👩‍⚖️§🏴§😀§\u{10ffff}§ｶﾞ§\u0301§\u0323\u0301§\u0344§\u200f§\u200d§\ufe0f',
  '\u200b§\u2060§\ufeff§\u2063§\ufffa§\ufe0f§\u{e0100}§\u180b§\u202e§\u202c§\u2066§\u2068§\u2069§\u{e007f}§\u{e0067}\u{e0062}',
  `${FLAG}§${FLAG}\u{e007f}§${FLAG}${FLAG.slice(2)}\u{e007f}§${FLAG}\u{e0041}\u{e007f}`,
  '\u0085§\u2028§\u2029§\u0000§\u0002§\u0018§\u001f§\u001b[2J§\ufffd§\uffff',
].flatMap((some) => some.split('§'));

const pieces = fc.constantFrom(...PIECES);
/** Most pieces stand once; some are repeated as an attacker would. */
const counts = fc.oneof(
  { weight: 100, arbitrary: fc.constant(1) },
  { weight: 8, arbitrary: fc.integer({ min: 2, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 41, max: 3_000 }) },
);

/** Some pieces, one behind the other. */
export const soups: fc.Arbitrary<string> = fc
  .array(fc.tuple(pieces, counts), { maxLength: 30 })
  .map((parts) => parts.map(([piece, count]) => piece.repeat(count)).join(''));

/** One or a few pieces, to be repeated. */
export const motifs: fc.Arbitrary<string> = fc
  .array(pieces, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const edits = fc.oneof(
  fc.record({ kind: fc.constant('insert'), at: places, to: places, text: soups }),
  fc.record({
    kind: fc.constantFrom('delete', 'copy', 'swap', 'repeat', 'indent'),
    at: places,
    to: places,
    text: fc.constantFrom('', ' ', '  '),
  }),
);
type Edit = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

/** One of some texts after a few edits, or now and then none. */
export function mutationsOf(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(edits, { maxLength: 4 }))
    .map(([text, made]) => made.reduce(apply, text));
}

function apply(text: string, edit: Edit): string {
  const { kind, at, to } = edit;
  const place = Math.floor(at * text.length);
  const end = Math.min(text.length, place + Math.ceil(to * to * 40));
  if (kind === 'insert') return `${text.slice(0, place)}${edit.text}${text.slice(place)}`;
  if (kind === 'delete') return `${text.slice(0, place)}${text.slice(end)}`;
  if (kind !== 'copy') return editLines(text.split('\n'), edit).join('\n');
  const target = Math.floor(to * text.length);
  return `${text.slice(0, target)}${text.slice(place, end)}${text.slice(target)}`;
}

function editLines(lines: readonly string[], { kind, at, to, text }: Edit): string[] {
  const one = Math.floor(at * lines.length);
  const other = Math.floor(to * lines.length);
  const line = lines[one] ?? '';
  if (kind === 'repeat') return lines.toSpliced(one, 0, line);
  if (kind === 'indent') return lines.with(one, `${text}${text === '' ? line.trimStart() : line}`);
  return lines.with(one, lines[other] ?? '').with(other, line);
}
