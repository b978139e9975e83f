import { groupByEach } from '#dataset/counts.ts';
import { readTable } from '#insights/text/read-table.ts';
import type { Token } from '#insights/text/tokenize.ts';

const ROWS = Map.groupBy(readTable(`${import.meta.dirname}/idioms.tsv`), ([kind]) => kind);
const rowsOf = (kind: string) => ROWS.get(kind)?.map(([, ...cells]) => cells) ?? [];

/** The plain word for each comparative of a word: kind for kinder, none for more, not for less. */
const COMPARATIVES = new Map(rowsOf('comparative').map(([word = '', plain = '']) => [word, plain]));

/** The parts that the patterns of the list name in braces. “More than” compares nothing. */
const PARTS = new Map([
  ...rowsOf('part').map(([name = '', pattern = '']) => [name, pattern] as const),
  ['COMPARED', `(?<compared>(?!(?:more|less) than)(?:${[...COMPARATIVES.keys()].join('|')}))`],
]);

/** Words and their reading, in which `=` is replaced by the plain word of the comparative. */
type Idiom = { readonly words: RegExp; readonly readAs: string };

/**
 * The idioms by the words that signal them; one without `signs` has a comparative. If two overlap,
 * the first counts. Words and punctuation have a space on each side.
 */
const BY_SIGN: ReadonlyMap<string, readonly Idiom[]> = groupByEach(
  rowsOf('idiom').map(([signs = '', words = '', readAs = '']) => {
    const pattern = words.replace(/\{([A-Z]+)\}/g, (_, part) => PARTS.get(part) ?? `{${part}}`);
    return { signs, words: new RegExp(`(?<= )(?:${pattern})(?= )`, 'g'), readAs };
  }),
  ({ signs }) => (signs === '' ? [...COMPARATIVES.keys()] : signs.split(' ')),
);

/** Replaces idioms with plain words for the model: “could not have been kinder” is “so kind”. */
export function readIdioms(tokens: readonly Token[]): readonly Token[] {
  const idioms = new Set(tokens.flatMap(({ text }) => BY_SIGN.get(text) ?? []));
  if (idioms.size === 0) return tokens;
  const line = ` ${tokens.map(({ text }) => text).join(' ')} `;
  const stretches = Map.groupBy(
    [...idioms].flatMap(({ words, readAs }) =>
      Array.from(line.matchAll(words), ({ index, 0: { length }, groups }) => ({
        from: index,
        to: index + length,
        readAs: readAs.replace('=', COMPARATIVES.get(groups?.compared ?? '') ?? ''),
      })),
    ),
    ({ from }) => from,
  );
  const read: Token[] = [];
  let place = 1;
  let until = 0;
  for (const token of tokens) {
    const [stretch] = stretches.get(place) ?? [];
    if (stretch && place >= until) {
      const words = stretch.readAs.match(/\S+/g) ?? [];
      read.push(...words.map((text) => ({ ...token, text, isWord: true })));
      until = stretch.to;
    }
    if (place >= until) read.push(token);
    place += token.text.length + 1;
  }
  return read;
}
