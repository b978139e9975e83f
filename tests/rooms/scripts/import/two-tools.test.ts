import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFolder } from './run-in-folder.ts';

const INSTANT = '2022-07-01T00:30:00Z';

/** A review without text as Google has it, and as tools for its pages write it. */
const AT_GOOGLE = {
  name: 'accounts/1/locations/2/reviews/AbFvO1',
  starRating: 'FOUR',
  createTime: '2022-07-01T00:30:00.123456Z',
};
const SCRAPED = 'id,author,rating,date,text\n';

for (const [what, name, row, added, remarks] of [
  ['of the same name, instant and stars is left out', 'Sam Lee', `Sam Lee,4,${INSTANT},`, 0, 0],
  ['with other stars is added', 'Sam Lee', `Sam Lee,3,${INSTANT},`, 1, 0],
  ['of another name is added', 'Sam Lee', `Sam Low,4,${INSTANT},`, 1, 0],
  ['of another time is remarked on', 'Sam Lee', 'Sam Lee,4,2022-06-30T20:00:00Z,', 1, 1],
  ['of the same day, without a time, is remarked on', 'Sam Lee', 'Sam Lee,4,2022-06-30,', 1, 1],
  ['of nobody who is named is added', 'A Google User', `A Google User,4,${INSTANT},`, 1, 0],
  ['of nobody, in German, is added', 'Ein Google-Nutzer', `Ein Google-Nutzer,4,${INSTANT},`, 1, 0],
] as const) {
  test(`a rating that another tool exports ${what}`, async (t) => {
    const folder = createFolder(t);
    await folder.google([{ ...AT_GOOGLE, reviewer: { displayName: name } }]);
    const { out } = await folder.csv(`${SCRAPED}ChZ9,${row}\n`, '--source', 'Google');
    assert.match(out, new RegExp(`added +${added}\n`), out);
    const found = out.match(/the name, the day and the stars of another review .* \(line 2\)/g);
    assert.equal(found?.length ?? 0, remarks, out);
  });
}

test('two rows of one table with the same name, instant and stars are one review', async (t) => {
  const folder = createFolder(t);
  const row = `Sam Lee,4,${INSTANT},\n`;
  const later = row.replace('T00:30', 'T00:31');
  const table = `${SCRAPED}ChZ1,${row}ChZ2,${row}ChZ3,${later}ChZ4,Olaf Tarn,4,${INSTANT},\n`;
  const { out } = await folder.csv(table, '--source', 'Google');
  assert.match(out, /added +3\n/);
  assert.match(out, /line 3: has the same author, date and stars as line 2\n/);
  assert.match(out, /the name, the day and the stars of another review .* \(line 4\)/);
  const again = await folder.csv(table, '--source', 'Google');
  assert.match(again.out, /added +0\n.*changed +0\n.*unchanged +3\n.*skipped +1\n/);
});
