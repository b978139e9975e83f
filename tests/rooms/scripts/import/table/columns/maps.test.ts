import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { readColumnMap } from '../../../../../../scripts/import/read/table/columns/column-map.ts';
import { REPOSITORY } from '../../../../../support/run-script.ts';
import { createFolder, type Folder } from '../../run-in-folder.ts';

const MAP = 'id: id\nauthor: author\nrating: rating\ndate: date\nsource: { constant: Place }\n';

/** Imports rows by a map, of which some lines are given. */
function importBy(folder: Folder, lines: string, table: string, ...args: string[]) {
  return folder.csv(table, '--map', folder.write('map.yaml', `${MAP}${lines}`), ...args);
}

for (const file of readdirSync(join(REPOSITORY, 'scripts/import/maps'))) {
  test(`${file} is a map`, () => {
    assert.ok(readColumnMap(basename(file, '.yaml')).rating);
  });
}

test('an unknown name of a map is refused with those that there are', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.csv(
    'author,rating,date\na,5,2026-01-01\n',
    '--map',
    'yalp',
  );
  assert.equal(code, 1);
  assert.match(errors, /no map "yalp".*apple, avvo, facebook, skytrax, trustpilot, yelp/);
});

test('values of ratings stand for stars, and others for themselves', async (t) => {
  const folder = createFolder(t);
  const { out } = await importBy(
    folder,
    'ratings: { positive: 5, negative: 1 }\n',
    'id,author,rating,date\na1,A B,Positive,2026-01-01\na2,A C,negative,2026-01-01\na3,A D,4 star rating,2026-01-01\na4,A E,maybe,2026-01-01\n',
  );
  const ratings = ['a1', 'a2', 'a3'].map((id) => folder.reviewBy(id).rating);
  assert.deepEqual(ratings, [5, 1, 4]);
  assert.match(out, /line 5: the rating cannot be read \(maybe\)/);
});

test('a time zone, or UTC in the name of a column, makes instants of times', async (t) => {
  const folder = createFolder(t);
  const rows = 'id,author,rating,date,changed (UTC)\na1,A B,5,2026-01-02 20:30,2026-01-03 02:00\n';
  await importBy(folder, 'timeZone: America/Los_Angeles\ndateModified: changed (UTC)\n', rows);
  const { datePublished, dateCreated, dateModified } = folder.reviewBy('a1');
  // The business is in Chicago: two hours later.
  assert.deepEqual([datePublished, dateCreated], ['2026-01-02', '2026-01-03T04:30:00Z']);
  assert.equal(dateModified, undefined);
  const later = rows.replace('2026-01-03 02:00', '2026-01-04 05:59');
  await importBy(folder, 'timeZone: Asia/Tokyo\ndateModified: changed (UTC)\n', later);
  assert.equal(folder.reviewBy('a1').datePublished, '2026-01-02');
  assert.equal(folder.reviewBy('a1').dateModified, '2026-01-03');
});

test('ids of rows without one do not depend on the time zone', async (t) => {
  const rows = 'author,rating,date (UTC),text\nA B,5,2026-01-02 01:30,Good\n';
  const idsOf = async (header: string) => {
    const folder = createFolder(t);
    await folder.csv(rows.replace('date (UTC)', header), '--source', 'Place');
    return folder.load().reviews.map(({ id }) => id);
  };
  assert.deepEqual(await idsOf('Review Created (UTC)'), await idsOf('Review Created'));
});

test('technicians, aspects and the relationship are set when a review comes in, and then stay', async (t) => {
  const folder = createFolder(t);
  folder.write(
    'content/technicians.yaml',
    '- { id: elena, name: Elena Muñoz, jobTitle: Attorney, aliases: [Lena] }\n- { id: bob, name: Bob Hu, jobTitle: Attorney }\n',
  );
  const lines =
    'technicians: who\naspects: { price: price, staff: staff }\nrelationship: tie\ntext: text\n';
  const header = 'id,author,rating,date,text,who,price,staff,tie\n';
  const { out } = await importBy(
    folder,
    lines,
    `${header}a1,A B,5,2026-01-01,x,"elena munoz, Bob Hu",5,2.0,family\na2,A C,4,2026-01-01,y,Lena and Zed,3 stars,,\na3,A D,4,2026-01-01,z,,9,0,cousin\n`,
  );
  const { technicians, aspects, relationship } = folder.reviewBy('a1');
  assert.deepEqual([technicians, relationship], [['elena', 'bob'], 'family']);
  assert.deepEqual(aspects, { price: 'positive', staff: 'negative' });
  assert.deepEqual(folder.reviewBy('a2').technicians, ['elena']);
  assert.deepEqual(folder.reviewBy('a2').aspects, { price: 'neutral' });
  assert.equal(folder.reviewBy('a3').aspects, undefined);
  assert.match(out, /has the name Zed \(1 review\)/);
  assert.match(out, /1 x the stars of an aspect were omitted/);
  assert.match(out, /1 x the relationship was omitted/);
  await importBy(folder, lines, `${header}a1,A B,5,2026-01-01,new,,1,5,none\n`);
  const after = folder.reviewBy('a1');
  assert.deepEqual(after.aspects, { price: 'positive', staff: 'negative' });
  assert.deepEqual([after.technicians, after.relationship], [['elena', 'bob'], 'family']);
  assert.equal(after.reviewBody, 'new');
});

test('yes verifies, and no stays pending whatever is asked', async (t) => {
  const rows =
    'id,author,rating,date,ok\na1,A B,5,2026-01-01,Yes\na2,A C,5,2026-01-01,No\na3,A D,5,2026-01-01,\na4,A E,5,2026-01-01,perhaps\n';
  const statusesBy = async (...args: string[]) => {
    const folder = createFolder(t);
    const { out } = await importBy(folder, 'verified: ok\n', rows, ...args);
    assert.match(out, /1 x its verification at the source is neither yes nor no/);
    return ['a1', 'a2', 'a3', 'a4'].map((id) => folder.reviewBy(id).verification.status);
  };
  assert.deepEqual(await statusesBy(), ['verified', 'pending', 'pending', 'pending']);
  assert.deepEqual(await statusesBy('--verified'), ['verified', 'pending', 'verified', 'pending']);
});

test('rows are left out by the values of a column', async (t) => {
  const folder = createFolder(t);
  const { out } = await importBy(
    folder,
    'skipWhere: { state: [flagged, Removed], spam: 1 }\n',
    'id,author,rating,date,state,spam\na1,A B,5,2026-01-01,ok,0\na2,A C,5,2026-01-01,Flagged ,0\na3,A D,5,2026-01-01,ok,1\n',
  );
  assert.match(out, /added +1\n/);
  assert.match(out, /line 3: its state is "Flagged", for which the map skips rows/);
  assert.match(out, /line 4: its spam is "1"/);
});

test('constants are the same in all rows, and no column is taken for them', async (t) => {
  const folder = createFolder(t);
  await importBy(
    folder,
    'language: { constant: de }\nrelationship: { constant: incentivized }\n',
    'id,author,rating,date,de,Place\na1,A B,5,2026-01-01,x,y\n',
  );
  const { inLanguage, relationship, source } = folder.reviewBy('a1');
  assert.deepEqual([inLanguage, relationship, source.name], ['de', 'incentivized', 'Place']);
});

test('of several names of a column the first that the file has is taken', async (t) => {
  const folder = createFolder(t);
  const table = 'id,author,rating,date,Body\na1,A B,5,2026-01-01,Good\n';
  await importBy(folder, 'text: [Content, Body]\ntitle: [Title]\n', table);
  assert.equal(folder.reviewBy('a1').reviewBody, 'Good');
});

const ROW = 'id,author,rating,date\na1,A B,5,2026-01-01\n';
for (const [what, map, message] of [
  ['without an author', 'rating: rating\ndate: date\n', /author is missing; add .*"author: none"/],
  ['with no time zone', `${MAP}timeZone: Mars/Base\n`, /timeZone: must be a time zone such as/],
  [
    'with an unknown aspect',
    `${MAP}aspects: { prise: rating }\n`,
    /"prise" \(did you mean "price"/,
  ],
  ['with seven stars', `${MAP}ratings: { yes: 7 }\n`, /ratings\.yes: must be at most 5/],
  [
    'whose skipWhere has no column',
    `${MAP}skipWhere: { x: 1 }\n`,
    /skipWhere names the column "x"/,
  ],
  ['with an unknown tie', `${MAP}relationship: { constant: friend }\n`, /relationship/],
] as const) {
  test(`a map ${what} is refused`, async (t) => {
    const folder = createFolder(t);
    const { code, errors } = await folder.csv(ROW, '--map', folder.write('map.yaml', map));
    assert.equal(code, 1);
    assert.match(errors, message);
    assert.equal(folder.files().size, 1);
  });
}
