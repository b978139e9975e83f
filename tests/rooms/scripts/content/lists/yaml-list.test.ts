import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { addTombstone, removeTombstone } from '../../../../../scripts/content/lists/tombstones.ts';
import { insertItem, removeItem } from '../../../../../scripts/content/lists/yaml-list.ts';
import { runs } from '../../../../support/at-length.ts';

const REMOVAL = { id: 'google-a1', dateRemoved: '2026-01-02', reason: 'spam' } as const;
const WRITTEN = '- id: google-a1\n  dateRemoved: "2026-01-02"\n  reason: spam\n';
const OTHER = '- id: yelp-b2 # hers\n  dateRemoved: 2026-01-01\n  reason: >-\n    spam\n';
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

test('a tombstone is added to a list in any notation, and taken out again', () => {
  for (const [before, after, back = before] of [
    ['', WRITTEN],
    ['# Taken down', `# Taken down\n${WRITTEN}`, '# Taken down\n'],
    [OTHER, OTHER + WRITTEN],
    [OTHER.trimEnd(), OTHER + WRITTEN, OTHER],
    [`${OTHER}\n# The end\n`, `${OTHER}${WRITTEN}\n# The end\n`],
    [indent(OTHER), indent(OTHER + WRITTEN)],
    [`---\n${OTHER}...\n`, `---\n${OTHER}${WRITTEN}...\n`],
    ['- {id: yelp-b2, reason: spam}\n', `- {id: yelp-b2, reason: spam}\n${WRITTEN}`],
    [
      '[] # none\n',
      '[ { id: google-a1, dateRemoved: 2026-01-02, reason: spam } ] # none\n',
      '[ ] # none\n',
    ],
  ] as const) {
    assert.equal(addTombstone(before, REMOVAL), after);
    assert.equal(removeTombstone(after, REMOVAL.id), back);
  }
});

test('a tombstone is added below what is no valid YAML, and not taken out of it', () => {
  assert.equal(addTombstone('- id: [\n', REMOVAL), `- id: [\n${WRITTEN}`);
  assert.equal(removeTombstone(`- id: [\n${WRITTEN}`, REMOVAL.id), undefined);
  assert.equal(removeTombstone('id: google-a1\n', REMOVAL.id), undefined);
});

test('an id that YAML takes for a number is written in quotes', () => {
  const text = addTombstone('', { ...REMOVAL, id: '123456' });
  assert.deepEqual(parse(text), [{ ...REMOVAL, id: '123456' }]);
});

const id = fc.constantFrom('google-a1', 'yelp-b2', '1234', 'null', '0x1f', 'a--b', '1e10');
const comment = fc.constantFrom('', ' # hers', '  #', '   ');
const list = fc.oneof(
  fc
    .record({
      column: fc.nat({ max: 3 }),
      lines: fc.array(fc.tuple(id, comment, fc.boolean()), { minLength: 1, maxLength: 5 }),
    })
    .map(({ column, lines }) => {
      const items = lines.map(
        ([one, end, isSpaced]) =>
          `${' '.repeat(column + 2)}- ${JSON.stringify(one)}${end}\n${isSpaced ? '\n' : ''}`,
      );
      return `\n${items.join('')}`;
    }),
  fc
    .array(fc.tuple(id, fc.constantFrom(',', ' , ', ',\n      ')), { maxLength: 5 })
    .map((items) => ` [${items.map(([one, comma]) => `"${one}"${comma}`).join('')}] # all\n`),
);

test('an item comes and goes, whatever the notation, and nothing else does', () => {
  fc.assert(
    fc.property(list, id, fc.nat({ max: 5 }), (written, added, at) => {
      const text = `# top\n- id: fees\n  evidence:${written}  # below\n  answer: 'Yes'\n`;
      const before: unknown[] = parse(text)[0].evidence;
      const place = Math.min(at, before.length);
      const path = [0, 'evidence'];
      const more = insertItem(text, path, place, added);
      assert.ok(more !== undefined);
      assert.deepEqual(parse(more), [
        { id: 'fees', evidence: before.toSpliced(place, 0, added), answer: 'Yes' },
      ]);
      const less = removeItem(more, [...path, place]);
      assert.ok(less !== undefined);
      assert.deepEqual(parse(less), parse(text));
      for (const remark of ['# top', '# below']) assert.ok(less.includes(remark));
      if (written.startsWith('\n')) assert.equal(less, text);
    }),
    { numRuns: runs(300) },
  );
});
