import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, type Folder } from '../../run-in-folder.ts';

const MAP = 'id: id\nauthor: author\nrating: rating\ndate: date\ntext: text\n';
const HEADER = 'id,author,rating,date,text';
const ROWS = ['a1,Ann Vale,5,2026-01-01,Good', 'a2,Bo Tarn,1,2026-01-02,Bad'];

const table = (header: string, ...values: string[]) =>
  `${HEADER},${header}\n${values.map((value, n) => `${ROWS[n]},${value}\n`).join('')}`;

/** The lines for a map that a refusal prints. */
const linesOf = (errors: string) =>
  errors
    .split('\n')
    .flatMap((line) => (line.startsWith('  ') ? [line.slice(2)] : []))
    .join('\n');

const statusesIn = (folder: Folder) =>
  Object.fromEntries(
    folder.load().reviews.map(({ source, verification }) => [source.id, verification.status]),
  );

test('rows that are not public stop an import, and the lines that it prints leave them out', async (t) => {
  for (const args of [[], ['--verified'], ['--source', 'Place', '--dry-run']]) {
    const folder = createFolder(t);
    const rows = table('Status,curated', 'Published,ok', 'Rejected,spam');
    const { code, errors } = await folder.csv(rows, ...args);
    assert.equal(code, 1);
    assert.match(
      errors,
      /open: "Status" shows which reviews are public \(Published, Rejected\), "curated" shows which reviews are public \(ok, spam\)\. To decide, save the lines above as map\.yaml, add these lines/,
    );
    assert.equal(linesOf(errors), 'skipWhere: { Status: [ Rejected ], curated: [ spam ] }');
    assert.equal(folder.files().size, 1);
    const map = folder.write('map.yaml', `${MAP}${linesOf(errors)}\n`);
    const { out } = await folder.csv(rows, '--verified', '--map', map);
    assert.match(out, /line 3: its Status is "Rejected", for which the map skips rows/);
    assert.deepEqual(statusesIn(folder), { a1: 'verified' });
  }
});

test('rows that are not verified stop an import, and the line that it prints keeps them pending', async (t) => {
  const folder = createFolder(t);
  const rows = table('Verified', 'Verified Buyer', 'Unverified');
  const { code, errors } = await folder.csv(rows, '--verified');
  assert.equal(code, 1);
  assert.match(
    errors,
    /"Verified" shows which reviews are verified \(Verified Buyer, Unverified\)/,
  );
  assert.equal(linesOf(errors), 'verified: Verified');
  const map = folder.write('map.yaml', `${MAP}${linesOf(errors)}\n`);
  await folder.csv(rows, '--verified', '--map', map);
  assert.deepEqual(statusesIn(folder), { a1: 'verified', a2: 'pending' });
});

test('what a map leaves open stops its import, and its own rows to leave out are kept', async (t) => {
  const folder = createFolder(t);
  const rows = table('kind,Deleted,Checked', 'ad,no,x', 'review,yes,y');
  const map = folder.write('map.yaml', `${MAP}skipWhere: { kind: ad }\n`);
  const { code, errors } = await folder.csv(rows, '--map', map);
  assert.equal(code, 1);
  assert.match(
    errors,
    /write into .*map\.yaml these lines, replacing any with these names, and pass the map with --map:/,
  );
  assert.equal(
    linesOf(errors),
    '# would skip all rows: skipWhere: { kind: [ ad ], Deleted: [ yes ] }',
  );
});

const FOLLOWED = 'skipWhere: { Status: [ Rejected ], deleted_at: [ 2024-02-01 ] }\n';

for (const [what, cells, given, lines] of [
  [
    'known and others',
    ['Spam,2024-03-01', 'Published,'],
    FOLLOWED,
    'skipWhere: { Status: [ rejected, Spam ], deleted_at: [ 2024-02-01, 2024-03-01 ] }',
  ],
  [
    'that are not known',
    ['Withdrawn,', 'Published,'],
    FOLLOWED,
    'skipWhere: { Status: [ rejected, Withdrawn ], deleted_at: [ 2024-02-01 ] }',
  ],
  [
    'beside kept ones',
    ['new,', 'Spam,'],
    'keepWhere: { Status: [ New ] }\n',
    'skipWhere: { Status: [ Spam ] }',
  ],
  ['that it lists', ['Published,', 'Rejected,2024-02-01'], FOLLOWED, ''],
  ['that it keeps', ['new,', 'Rejected,'], `${FOLLOWED}keepWhere: { Status: new }\n`, ''],
  ['of a column that means nothing', ['Spam,', 'New,'], 'skipWhere: { Status: [] }\n', ''],
] as const) {
  test(`a map stops a later table where it does not list values: those ${what}`, async (t) => {
    const folder = createFolder(t);
    const rows = table('Status,deleted_at', ...cells);
    const map = folder.write('map.yaml', `${MAP}${given}`);
    const { code, errors } = await folder.csv(rows, '--verified', '--map', map);
    assert.deepEqual([code, linesOf(errors)], [lines === '' ? 0 : 1, lines], errors);
  });
}

for (const [what, values, lines] of [
  [
    'would skip all rows are not ready',
    ['1', '2'],
    '# would skip all rows: skipWhere: { Status: [ "1", "2" ] }',
  ],
  [
    'all mean published are to be kept',
    ['Live', 'Published'],
    'keepWhere: { Status: [ Live, Published ] }',
  ],
] as const) {
  test(`lists of states that ${what}`, async (t) => {
    const { errors } = await createFolder(t).csv(table('Status', ...values));
    assert.equal(linesOf(errors), lines);
  });
}

test('an empty list says that a column means nothing, and the export is whole', async (t) => {
  const folder = createFolder(t);
  const map = folder.write('map.yaml', `${MAP}source: Place\nskipWhere: { Status: [] }\n`);
  await folder.csv(table('Status', 'new', 'read'), '--map', map);
  assert.deepEqual(statusesIn(folder), { a1: 'pending', a2: 'pending' });
  const { out } = await folder.csv(table('Status', 'new'), '--map', map);
  assert.match(out, /Stored from this source but not in the export; they stay:\n/);
});

test('one state that means published stops nothing', async (t) => {
  for (const header of ['Status,Freigegeben', 'state,is_spam']) {
    const folder = createFolder(t);
    const values = header === 'state,is_spam' ? 'published,false' : 'Veröffentlicht,ja';
    const { code, errors } = await folder.csv(table(header, values, values), '--verified');
    assert.equal(code, 0, errors);
  }
});

test('a map that comes along is copied where a table has more than it knows', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.csv(
    'Review Id,Review Created,Review Username,Review Stars,Review Content,Review State\nt1,2026-01-01,Ann Vale,5,Good,hidden\n',
  );
  assert.equal(code, 1);
  assert.match(
    errors,
    /copy scripts\/import\/maps\/trustpilot\.yaml as map\.yaml, add these lines/,
  );
  const whole = await folder.run('--from', 'csv', join(FIXTURES, 'trustpilot.csv'));
  assert.equal(whole.code, 0, whole.errors);
});

test('what is missing and what is open is said at once', async (t) => {
  const folder = createFolder(t);
  const { errors } = await folder.csv('name,rating,day,Status\nAnn Vale,5,2026-01-01,hidden\n');
  assert.match(errors, /no column that is clearly the date; .*"date: COLUMN"/);
  assert.equal(linesOf(errors), '# would skip all rows: skipWhere: { Status: [ hidden ] }');
});

const LONG = 'They called me back on the same day.';

for (const [what, header, cells, map, lines] of [
  ['a guess', 'Kommentar,x', `${LONG},`, undefined, 'text: Kommentar'],
  ['a guess', 'Reseña', '彼らは同じ日に電話をくれました', undefined, 'text: Reseña'],
  ['a guess of a blank text', 'text,Notes', `,${LONG}`, undefined, 'text: Notes'],
  [
    'a map',
    'pros,cons',
    'Kind,Slow',
    MAP.replace('text: text\n', ''),
    'text: pros\n# or text: cons',
  ],
] as const) {
  test(`texts in ${header} that ${what} does not read stop the import`, async (t) => {
    const folder = createFolder(t);
    const rows = `id,author,rating,date,${header}\na1,Ann Vale,5,2026-01-01,${cells}\n`;
    const given = map === undefined ? [] : ['--map', folder.write('map.yaml', map)];
    const { code, errors } = await folder.csv(rows, ...given);
    assert.equal(code, 1);
    assert.match(errors, /contains texts while no review has one/);
    assert.equal(linesOf(errors), lines);
    const columns = header.split(',').map((name) => `${name}: []`);
    const none = `${MAP.replace('text: text\n', '')}skipWhere: { ${columns.join(', ')} }\n`;
    const { out } = await folder.csv(rows, '--map', folder.write('none.yaml', none));
    assert.match(out, /added +1\n/);
  });
}

test('ratings without texts beside short and repeated cells come in', async (t) => {
  const folder = createFolder(t);
  const rows = [1, 2, 3].map(
    (n) => `Ann V${n},${n},2026-01-01,"100 Example St, Austin",The law firm of the two brothers\n`,
  );
  const { code, errors } = await folder.csv(`author,rating,date,address,place\n${rows.join('')}`);
  assert.equal(code, 0, errors);
});

test('of two replies none is lost', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.csv(
    'author,rating,date,text,Reply 1,Reply 2\nAnn Vale,5,2026-01-01,Good,Thanks,Thanks again\n',
  );
  assert.equal(code, 1);
  assert.match(errors, /"reply: Reply 1" or "reply: Reply 2"/);
});
