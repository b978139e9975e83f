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
  ['a wrong date', entry('one-1').replace('10-09', '13-09'), [], ['one-1']],
  ['a key too many', `${entry('one-1')}  note: Asked.\n`, ['one-1'], []],
  ['an id that none can be', '- id: A\n- id: two-2\n', [], ['two-2']],
  ['an id twice, once whole', `- id: one-1\n${entry('one-1')}`, ['one-1'], []],
  ['a date without a colon', `- id: one-1\n  ${BROKEN}\n${entry('two-2')}`, [], ['one-1', 'two-2']],
  ['a fault behind', `${entry('one-1')}- {`, [], ['one-1']],
  ['braces', `- { reason: spam, id: one-1 }\n- { id: two-2\n- {`, [], ['one-1', 'two-2']],
  ['a forgotten dash', `${entry('one-1')}  id: two-2\n`, [], ['one-1', 'two-2']],
  ['an id without anything', `- one-1\n- 'two-2' # by mail\n- {`, [], ['one-1', 'two-2']],
  [
    'a conflict of git',
    `<<<<<<< HEAD\n- id: one-1\n=======\n- id: two-2\n>>>>>>> b\n`,
    [],
    ['one-1', 'two-2'],
  ],
  ['another system', `\uFEFF- id: "one-1"\r\n  ${BROKEN}\r\n`, [], ['one-1']],
  ['another encoding', Buffer.from(`# M\xfcller\n${entry('one-1')}`, 'latin1'), ['one-1'], []],
  ['a remark', `# - id: one-1\n- id: two-2 # id: one-1\n  ${BROKEN}\n`, [], ['two-2']],
];

for (const [what, text, whole, alone] of TEXTS) {
  test(`a removed.yaml that is wrong is read as far as it can be: ${what}`, () => {
    assert.deepEqual(read(text), { isWhole: false, removals: whole.map(removal), ids: alone });
  });
}

test('thousands of tombstones are read in time, whatever is wrong with them', () => {
  const length = atLength(20_000, 5_000);
  const many = Array.from({ length }, (_, index) => entry(`many-${index}`)).join('');
  const { removals, ids } = read(`${many}- id: last-1\n`);
  assert.deepEqual([removals.length, ids], [length, ['last-1']]);
  assert.equal(read(`${many}- {`).ids.length, length);
  for (const hostile of ['[', '- ', '{ id: ', '"', "'", ' ', ROOM]) read(hostile.repeat(50_000));
});
