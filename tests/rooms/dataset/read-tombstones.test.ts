import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { atLength } from '../../support/at-length.ts';

const read = (text: string | Buffer) =>
  readTombstones([{ path: 'removed.yaml', bytes: Buffer.from(text) }]);
const entry = (id: string) => `- id: ${id}\n  dateRemoved: 2026-10-09\n  reason: spam\n`;
const removal = (id: string) => ({ id, dateRemoved: '2026-10-09', reason: 'spam' });
const ROOM = `${'x'.repeat(20)}\n`;

test('removed.yaml is understood by itself, and names nothing where it is missing or empty', () => {
  const nothing = { isWhole: true, removals: [], ids: [] };
  assert.deepEqual(read(entry('gone')), { isWhole: true, removals: [removal('gone')], ids: [] });
  assert.deepEqual(readTombstones([]), nothing);
  for (const text of ['', '# Nothing yet.\n']) assert.deepEqual(read(text), nothing);
});

const BROKEN = 'dateRemoved 2026';

/** A text, the ids of tombstones that are whole in it, and the ids alone. */
const TEXTS: [what: string, text: string | Buffer, whole: string[], alone: string[]][] = [
  ['an id alone', '- id: one-1\n', [], ['one-1']],
  ['an id without its key', '- one-1\n', [], ['one-1']],
  ['an id without a dash', 'id: one-1\n', [], ['one-1']],
  ['one that is no list', entry('one-1').replace('- ', '  '), ['one-1'], []],
  ['a wrong date', entry('one-1').replace('10-09', '13-09'), [], ['one-1']],
  ['a wrong reason', entry('one-1').replace('spam', 'asked'), [], ['one-1']],
  ['a key too many', `${entry('one-1')}  note: Asked.\n`, ['one-1'], []],
  [
    'an entry without an id',
    `${entry('one-1')}- reason: spam\n${entry('two-2')}`,
    ['one-1', 'two-2'],
    [],
  ],
  ['an id that none can be', '- id: A\n- id: two-2\n', [], ['two-2']],
  ['an id twice, once whole', `- id: one-1\n${entry('one-1')}`, ['one-1'], []],
  ['a date without a colon', `- id: one-1\n  ${BROKEN}\n${entry('two-2')}`, ['two-2'], ['one-1']],
  ['a fault before', `- id: [\n${entry('one-1')}`, ['one-1'], []],
  ['a fault behind', `${entry('one-1')}- {`, ['one-1'], []],
  [
    'braces',
    `- { id: one-1, dateRemoved: 2026-10-09, reason: spam }\n- { id: two-2\n- {`,
    ['one-1'],
    ['two-2'],
  ],
  ['a forgotten dash', `${entry('one-1')}  id: two-2\n`, ['one-1'], ['two-2']],
  ['a stray line', `stray\n${entry('one-1')}`, ['one-1'], []],
  [
    'a list that is indented',
    `  - id: one-1\n    ${BROKEN}\n  - id: two-2\n`,
    [],
    ['one-1', 'two-2'],
  ],
  ['a list below a key', `removed:\n  - id: one-1\n    ${BROKEN}\n`, [], ['one-1']],
  [
    'a conflict of git',
    `<<<<<<< HEAD\n${entry('one-1')}=======\n- id: two-2\n>>>>>>> b\n`,
    ['one-1'],
    ['two-2'],
  ],
  ['quotation marks and a remark', `- id: "one-1" # by mail\n  ${BROKEN}\n`, [], ['one-1']],
  ['another system', `\uFEFF- id: one-1\r\n  ${BROKEN}\r\n`, [], ['one-1']],
  ['another encoding', Buffer.from(`# M\xfcller\n${entry('one-1')}`, 'latin1'), ['one-1'], []],
  [
    'a quotation mark that is open',
    `- id: one-1\n  reason: "spam\n  id: two-2\n- id: three-3\n`,
    [],
    ['one-1', 'three-3'],
  ],
  ['a remark', `# - id: one-1\n- id: two-2 # id: one-1\n  ${BROKEN}\n`, [], ['two-2']],
  [
    'a text',
    `- id: one-1\n  ${BROKEN}\n  note: |\n    - id: two-2\n    id: three-3\n`,
    [],
    ['one-1'],
  ],
  ['a text in quotation marks', `- note: "A\n  id: one-1\n  "\n  ${BROKEN}\n`, [], []],
  ['a text before any list', `"A\n- id: one-1\n- b: c: d\n`, [], []],
  ['a text that is right', 'note: |\n  - id: one-1\n', [], []],
  ['another list', `- id: one-1\n  ${BROKEN}\n  also:\n    - id: two-2\n`, [], ['one-1']],
];

for (const [what, text, whole, alone] of TEXTS) {
  test(`a removed.yaml that is wrong is read as far as it can be: ${what}`, () => {
    assert.deepEqual(read(text), { isWhole: false, removals: whole.map(removal), ids: alone });
  });
}

test('thousands of tombstones are read in time, whatever is wrong with them', () => {
  const length = atLength(20_000, 5_000);
  const many = Array.from({ length }, (_, index) => entry(`many-${index}`)).join('');
  for (const fault of ['- id: last-1\n', `- id: last-1\n  ${BROKEN}\n`]) {
    const { removals, ids } = read(many + fault);
    assert.equal(removals.length, length);
    assert.deepEqual(ids, ['last-1']);
  }
  for (const hostile of ['[', '- ', '{ id: ', '"', "'", ' ', ROOM]) read(hostile.repeat(50_000));
});
