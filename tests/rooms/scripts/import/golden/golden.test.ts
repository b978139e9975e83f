import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { ColumnMap } from '../../../../../scripts/import/columns/column-map.ts';
import { GOLDEN, NAMES, play } from './golden.ts';
import { findFaults, TRUTHS } from './truth.ts';

const ADVICE = 'see the comment of golden.ts for the way to record it again, and read what changes';
const isUpdate = process.env.UPDATE === '1';

for (const name of NAMES) {
  test(`an import of ${name} prints and writes what is recorded`, async (context) => {
    const { out, after, reviews } = await play(context, name);
    const truth = TRUTHS.get(name);
    const change = { kind: 'nothing' } as const;
    const found = { change, columns: [], out, stored: reviews };
    assert.deepEqual(truth && reviews.length > 0 ? findFaults(truth, found) : [], []);
    for (const [file, text] of [
      ['out.txt', out],
      ['after.txt', after],
    ] as const) {
      const path = join(GOLDEN, name, file);
      if (isUpdate) writeFileSync(path, text);
      const recorded = existsSync(path) ? readFileSync(path, 'utf8') : '';
      // Line by line, so that the difference shows the lines around each change.
      assert.deepEqual(text.split('\n'), recorded.split('\n'), `${file} of ${name}: ${ADVICE}`);
    }
  });
}

test('a map with open questions is refused until they are answered', () => {
  const letters = NAMES.flatMap((name) => [
    ...readFileSync(join(GOLDEN, name, 'out.txt'), 'utf8').matchAll(
      /^This is the whole file.*\n\n((?:.+\n)+)\nSave/gm,
    ),
  ]);
  assert.ok(letters.length > 20);
  for (const [, lines = ''] of letters) {
    assert.ok(!ColumnMap.safeParse(parse(lines)).success, lines);
  }
});
