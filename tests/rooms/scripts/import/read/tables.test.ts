import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTable } from '../../../../../scripts/import/read/choose-table.ts';
import { readTables } from '../../../../../scripts/import/read/read.ts';
import { createPerson } from '../dialog/answers.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

function read(files: Files) {
  const inputs = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return readTables(inputs);
}

/** Returns the table of reviews as lines: header, rows, skipped rows, remarks, facts. */
async function show(files: Files): Promise<string> {
  const { name, header, rows, skipped, remarks, facts } = await chooseTable(await read(files));
  return [
    `${name}: ${header.join('|')}`,
    ...rows.map(({ place, cells }) => `${place}: ${cells.join('|').replaceAll('\n', '\\n')}`),
    ...skipped.map(({ place, reason }) => `${place} ${reason}`),
    ...remarks,
    ...facts.entries().map(([fact, value]) => `${fact} = ${value}`),
  ].join('\n');
}

const json = (value: unknown) => ({ 'in.json': JSON.stringify(value) });
const REVIEW = { id: 'r1', rating: 5, date: '2025-01-02' };
const OTHER = { id: 'r2', rating: 4, date: '2025-01-03' };
const PROFILE = '{"title":"Harbor Law","regularHours":{"periods":[{"openDay":"MONDAY"}]}}';
const QUESTIONS = [{ createTime: '2025-01-02T10:00:00Z', upvoteCount: 3 }];
const TABS = 'Name\tRating\tDate\nZoë\t5\t2025-01-02\n';
const ZOE = 'in: Name|Rating|Date\nline 2: Zoë|5|2025-01-02';

const READ: readonly (readonly [what: string, files: Files, shown: string])[] = [
  [
    'columns of one name, or none, under names of their own',
    { 'in.csv': 'Name,Rating,Date,Date,,\nPat,5,2025-01-02,2025-01-05,VIP,\n' },
    `in.csv: Name|Rating|Date|Date (2)|Column 5|Column 6
line 2: Pat|5|2025-01-02|2025-01-05|VIP|`,
  ],
  [
    'rows with too few or too many cells, and around a missing quote, are skipped',
    {
      'in.csv': `Name,Rating,Date,Text
Pat,5,2025-01-02,"Good
Lou,4,2025-01-03,"Fine"
Kim,3
Kim,3,2025-01-04,a,b
Kim,3,2025-01-04,a,,`,
    },
    `in.csv: Name|Rating|Date|Text
line 6: Kim|3|2025-01-04|a||
line 2 has other rows in one of its cells, because a quote (") is missing; correct the file and import it again
line 4 has 2 cells, but the header has 4
line 5 has 5 cells, but the header has 4`,
  ],
  [
    'inner objects and lists of JSON, and members that only some have',
    json([
      { ...REVIEW, user: { name: 'Pat' }, tags: ['a', 'b', null], images: [], meta: {} },
      { ...OTHER, thread: [1, 2, 3, 4].map((n) => ({ comment: `c${n}` })), user: null },
    ]),
    `in.json: id|rating|date|user.name|tags|thread[0].comment|thread[1].comment|thread[2].comment|user
in.json, review 1: r1|5|2025-01-02|Pat|a, b||||
in.json, review 2: r2|4|2025-01-03|||c1|c2|c3|
Of the list "thread", only the first 3 entries are read.`,
  ],
  [
    'a list at any depth, with the values beside it, among others',
    json({ links: [], a: [{ ...OTHER, reviews: [REVIEW], x: { y: true } }], questions: QUESTIONS }),
    `a[].reviews: id|rating|date
in.json, review 1: r1|5|2025-01-02
"a[].reviews" has the reviews and was read. Not read: a, 1 row; --sheet NAME reads another.
id = r2
rating = 4
date = 2025-01-03
x.y = true`,
  ],
  [
    'an object per line, with ids that numbers cannot hold',
    { 'in.json': '{"id":117012345678901234567,"rating":5,"date":"2025-01-02"}\n\n{"id":1}\n' },
    `in.json: id|rating|date
in.json, review 1: 117012345678901234567|5|2025-01-02
in.json, review 2: 1||`,
  ],
  [
    'pages in several files, with the values that all of them state',
    {
      'x/1.json': JSON.stringify({ reviews: [REVIEW], total: 2, nextPageToken: 'a' }),
      'y/2.json': JSON.stringify({ reviews: [OTHER], total: 2 }),
      'y/data.json': PROFILE,
    },
    `reviews: id|rating|date
x/1.json, review 1: r1|5|2025-01-02
y/2.json, review 1: r2|4|2025-01-03
The export has 2 folders (x, y), and all are imported as one business; to import a single location, pass its folder.
total = 2`,
  ],
  ['UTF-16 with a mark', { in: Buffer.from(`\ufeff${TABS}`, 'utf16le').swap16() }, ZOE],
];

for (const [what, files, shown] of READ) {
  test(`a table is read: ${what}`, async () => assert.equal(await show(files), shown));
}

test('of several tables of reviews a person or a name chooses one', async () => {
  const files = json({ google: [REVIEW], yelp: [OTHER, OTHER] });
  const tables = await read(files);
  await assert.rejects(chooseTable(tables), { message: /google, 1 row; yelp, 2 rows. Name one/ });
  assert.equal(await chooseTable(tables, 'yelp'), tables[1]);
  const ask = createPerson(['which = yelp']);
  assert.equal(await chooseTable(tables, undefined, ask), tables[1]);
  await assert.rejects(chooseTable(tables, 'yel'), {
    message: /no table "yel"; it has google, 1 row; yelp, 2 rows/,
  });
});
