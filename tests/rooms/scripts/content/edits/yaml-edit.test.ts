import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Document, isSeq, parse } from 'yaml';
import { applyToRaw, edit } from '../../../../../scripts/content/edits/edits.ts';
import { change, type Path } from '../../../../../scripts/content/edits/yaml-edit.ts';
import { atLength } from '../../../../support/at-length.ts';

type Value = string | number | Value[] | { [key: string]: Value };
type Pick = <Way>(...ways: readonly Way[]) => Way;

const MARKS = /[\ue000-\ue003]/g;

/** Writes values in any notation, with marks around the element and the value of one path. */
function createWriter(pick: Pick, target: Path) {
  const mark = (path: Path, open: string, text: string, close: string) =>
    path.join() === target.join() ? open + text + close : text;
  const write = (value: Value, path: Path, column: number, isFlow: boolean): string => {
    if (typeof value !== 'object') {
      return mark(path, '\ue002', pick(...waysOf(value, isFlow, column)), '\ue003');
    }
    const isList = Array.isArray(value);
    const elements = Object.entries(value).map(([key, member]) => {
      const own = [...path, isList ? Number(key) : key];
      const head = isList ? '-' : pick(key, `"${key}"`) + pick(':', ' :');
      const isAll = typeof member === 'object';
      const isBlock = isAll && !isFlow && pick(true, false);
      // A list may begin in the column of its key.
      const step = pick(2, 4, isBlock && Array.isArray(member) && !isList ? 0 : 2);
      const text = write(member, own, column + step, isFlow || (isAll && !isBlock));
      if (isFlow) return mark(own, '\ue000', isList ? text : `${head} ${text}`, '\ue001');
      const pad = ' '.repeat(column);
      const comment = text.includes('\n') && !isBlock ? '' : pick('', ' # hers', '   ');
      const isCompact = isList && isBlock && comment === '' && /^ +["a-z]/.test(text);
      const below = isCompact ? text.slice(column + 1) : `${comment}\n${text}`;
      const line = isBlock ? below : `${pick(' ', '   ')}${text}${comment}\n`;
      const above = pick('', '', '\n', `${pad}# above\n`, `${pad} # deeper\n`);
      return above + mark(own, '\ue000', pad + head + line, '\ue001');
    });
    if (!isFlow) return elements.join('');
    const [start, comma, end] = pick(...GAPS);
    return (isList ? '[' : '{') + start + elements.join(comma) + end + (isList ? ']' : '}');
  };
  return write;
}

function waysOf(value: string | number, isFlow: boolean, column: number): string[] {
  if (typeof value === 'number') return [String(value)];
  const lines = value.replace(/^(?=.)/gm, ' '.repeat(column));
  const [isFit, isLine] = [!isFlow && /^\w.*\w$/s.test(value), !value.includes('\n')];
  return [
    JSON.stringify(value),
    ...(isLine ? [`'${value.replaceAll("'", "''")}'`] : []),
    ...(/^[A-Z][\w ]*\.?$/.test(value) ? [value] : []),
    ...(isFit ? [`|-\n${lines}`, `|-  # below\n${lines}`] : []),
    ...(isFit && isLine ? [`>-\n${lines}`] : []),
  ];
}

const LINE = `\n${' '.repeat(12)}`;
const GAPS = [
  ...[['', ', ', ''] as const, [' ', ' ,', ', '] as const, [LINE, `,${LINE}`, LINE] as const],
  [LINE, `, # of it${LINE}`, ` # of it${LINE}`] as const,
];

const TEXTS = [
  ...['Jane D.', 'O’Brien & "Söhne"', "it's", 'So: good', '# no comment', '- item', '{x}, [y]'],
  ...['2026-01-01', 'null', '0x1f', '😀', '', ' a ', 'two\nlines', 'a\n\n  b\n# c', 'c\n'],
];

const VALUE = {
  ...{ id: 'a1', author: { name: 'Jane D.', city: 'Köln' }, rating: 4 },
  ...{ tags: ['Fees', "it's", 'So: good'], reply: { text: 'a\nb', date: '2026-01-02' } },
  entries: [...[{ id: 'Fees', evidence: ['b2', '1e5'] }], ...[{ id: 'Wills', evidence: ['c3'] }]],
};

type File = { readonly text: string; readonly raw: string };
type Asked = File & { readonly path: Path; readonly pick: Pick; place(mark: string): number };

/** Calls with files in any notation and with any line ends, and the place of a path in each. */
function forAnyFile(paths: readonly Path[], act: (file: Asked) => void): void {
  const property = fc.property(fc.gen(), (next) => {
    const pick: Pick = (...ways) => next(fc.constantFrom, ...ways);
    const path = pick(...paths);
    const all = createWriter(pick, path)(VALUE, [], 0, pick(true, false, false));
    const marked = pick(all, `${all}\n# end\n`, all.replace(/\n([\ue000-\ue003]*)$/, '$1'));
    const ends = pick(['\n'], ['\r\n'], ['\n', '\r\n', '\r\n'], ['\r\n', '\n', '\n']);
    const byteOrderMark = pick('', '\ufeff');
    const withEnds = (all: string, line: string, n: number) => all + ends[n % ends.length] + line;
    const lines = (text: string) => text.replace(MARKS, '').split('\n');
    const toRaw = (text: string) => byteOrderMark + lines(text).reduce(withEnds);
    const text = lines(marked).join('\n');
    assert.deepEqual(parse(text), VALUE);
    const place = (mark: string) => toRaw(marked.slice(0, marked.indexOf(mark))).length;
    act({ text, raw: toRaw(marked), path, pick, place });
  });
  fc.assert(property, { numRuns: atLength(3000, 100) });
}

/** Edits a file. No notation of the writer is refused. */
function tryEdit({ text, raw }: File, path: Path, value?: unknown): File {
  const edited = edit('a.yaml', text, [change(path, value)]);
  assert.ok(edited, 'it is refused');
  const document = new Document(parse(text));
  const parent = document.getIn(path.slice(0, -1));
  if (value === undefined) document.deleteIn(path);
  else if (!isSeq(parent)) document.setIn(path, value);
  else parent.items.splice(Number(path.at(-1)), 0, document.createNode(value));
  assert.deepEqual(parse(edited.text), document.toJS());
  const after = applyToRaw(raw, edited.splices);
  assert.equal(after.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), edited.text);
  return { text: edited.text, raw: after };
}

test('another value is in the place of the old one, and every other byte stays', () => {
  const paths = [['id'], ['rating'], ['author', 'name'], ['reply', 'text'], ['entries', 1, 'id']];
  forAnyFile(paths, (file) => {
    const { raw } = tryEdit(file, file.path, file.pick<string | number>(...TEXTS, 5));
    assert.ok(raw.startsWith(file.raw.slice(0, file.place('\ue002'))));
    assert.ok(raw.endsWith(file.raw.slice(file.place('\ue003'))));
  });
});

/** The number of characters that one text has more than another, in one place. */
function countMore(longer: string, shorter: string): number {
  let head = 0;
  while (head < shorter.length && longer[head] === shorter[head]) head++;
  assert.ok(longer.endsWith(shorter.slice(head)));
  return longer.length - shorter.length;
}

test('a member or an item goes with its line or comma, and every other byte stays', () => {
  const paths = [['rating'], ['tags'], ['author', 'city'], ['tags', 0], ['tags', 2]];
  forAnyFile([...paths, ['entries', 1], ['entries', 0, 'evidence', 1]], (file) => {
    const length = file.place('\ue001') - file.place('\ue000');
    const comma = countMore(file.raw, tryEdit(file, file.path).raw) - length;
    assert.ok(comma >= 0 && comma <= `,\r${LINE}`.length);
  });
});

test('a member or an item comes without another change, and goes without a trace', () => {
  const paths = [['new'], ['author', 'new'], ['reply', 'new'], ['tags', 0], ['tags', 3]];
  forAnyFile([...paths, ['entries', 1], ['entries', 0, 'evidence', 1]], (file) => {
    const value = file.pick<unknown>(...TEXTS, { id: 'b2', date: '2026-01-02' }, { text: 'a\nb' });
    const more = tryEdit(file, file.path, value);
    assert.ok(countMore(more.raw, file.raw) > 0);
    assert.equal(tryEdit(more, file.path).raw, file.raw);
  });
});
