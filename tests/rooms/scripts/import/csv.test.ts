import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, type Folder } from './run-in-folder.ts';

const PLATFORM = join(FIXTURES, 'platform.csv');

function importCsv(folder: Folder, text: string | Uint8Array, map?: string) {
  const path = folder.write('in.csv', text);
  const mapArgs = map === undefined ? [] : ['--map', folder.write('map.yaml', map)];
  return folder.run('--from', 'csv', path, '--source', 'Elsewhere', ...mapArgs);
}

test('columns are guessed from the header and the guess is printed as a map', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run('--from', 'csv', PLATFORM, '--source', 'Star Place');
  assert.equal(code, 0);
  assert.match(
    out,
    /id: Review Id\n {2}author: Reviewer Name\n {2}rating: Stars\n {2}date: Created At/,
  );
  assert.match(out, /Dropped, for e-mail addresses are never imported: Reviewer Email/);
  assert.deepEqual(folder.reviewBy('r-1'), {
    id: folder.reviewBy('r-1').id,
    author: { name: 'Petra V.' },
    datePublished: '2026-01-02',
    rating: 5,
    name: 'Clear, kind',
    inLanguage: 'en',
    source: {
      name: 'Star Place',
      id: 'r-1',
      url: 'https://reviews.example/r-1',
      digest: folder.reviewBy('r-1').source.digest,
    },
    verification: { status: 'pending' },
    relationship: 'none',
    ownerReply: { text: 'Thank you.', datePublished: '2026-01-05' },
    reviewBody: 'They said "call any time".\nAnd meant it.',
  });
  assert.match(folder.reviewBy('r-1').id, /^star-place-[0-9a-f]{12}$/);
});

test('rows that are unclear are reported with their line and skipped', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.run('--from', 'csv', PLATFORM, '--source', 'Star Place');
  assert.match(out, /line 6: the date "03\/04\/2026" may be day or month first/);
  assert.match(out, /line 7: the rating is no rating \(seven\)/);
  assert.match(out, /line 8: has 2 cells where the header has 11/);
  assert.match(out, /added +4\n.*changed +0\n.*unchanged +0\n.*skipped +3\n/);
});

test('what had to be adjusted is counted', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.run('--from', 'csv', PLATFORM, '--source', 'Star Place');
  assert.equal(folder.reviewBy('r-3').rating, 4.5);
  assert.match(out, /1 x the rating lay between half stars .* \(line 5\)/);
  assert.match(out, /1 x the reply was left out, for it has no date/);
  assert.match(out, /1 x the URL was left out/);
  assert.match(out, /1 x the language was left out/);
});

test('no e-mail address reaches a file', async (t) => {
  const folder = createFolder(t);
  await folder.run('--from', 'csv', PLATFORM, '--source', 'Star Place', '--names', 'full');
  for (const text of folder.files().values()) assert.doesNotMatch(text, /@example\.com/);
  assert.equal(folder.reviewBy('r-7').author.name, 'Anonymous');
});

test('a map that names an e-mail column is refused', async (t) => {
  const folder = createFolder(t);
  const map = 'author: E-Mail\nrating: stars\ndate: date\n';
  const { code, errors } = await importCsv(
    folder,
    'E-Mail,stars,date\na@b.example,5,2026-01-01\n',
    map,
  );
  assert.equal(code, 1);
  assert.match(errors, /e-mail addresses are never imported/);
});

test('an instant falls on the day of the business', async (t) => {
  const folder = createFolder(t);
  await importCsv(folder, 'id,rating,date\na1,5,2026-02-04T03:30:00Z\n');
  assert.equal(folder.reviewBy('a1').datePublished, '2026-02-03');
  assert.equal(folder.reviewBy('a1').dateCreated, '2026-02-04T03:30:00Z');
});

test('without ids an import is still idempotent, and its ids do not depend on the name policy', async (t) => {
  const folder = createFolder(t);
  const text =
    'author,rating,date,text\nPetra Vale,5,2026-01-02,Good\nOlaf Tarn,1,2026-01-02,Bad\n';
  await importCsv(folder, text);
  const before = folder.files();
  const { out } = await importCsv(folder, text);
  assert.match(out, /unchanged +2\n/);
  assert.deepEqual(folder.files(), before);
  const ids = folder.load().reviews.map(({ id }) => id);
  await folder.run(
    '--from',
    'csv',
    join(folder.root, 'in.csv'),
    '--source',
    'Elsewhere',
    '--names',
    'full',
  );
  assert.deepEqual(
    folder.load().reviews.map(({ id }) => id),
    ids,
  );
});

test('a row that repeats author, date and text is reported', async (t) => {
  const folder = createFolder(t);
  const { out } = await importCsv(
    folder,
    'author,rating,date,text\nPetra Vale,5,2026-01-02,Good\npetra vale,5,2026-01-02,GOOD\n',
  );
  assert.match(out, /line 3: has the same author, date and text as line 2/);
});

test('ratings above 5 without a stated scale are refused with what to do', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await importCsv(folder, 'rating,date\n4,2026-01-01\n9,2026-01-02\n');
  assert.equal(code, 1);
  assert.match(
    errors,
    /holds 1 ratings above 5 \(up to 9, first at line 3\).*ratingScale: 5, 10 or 100/,
  );
  assert.equal(folder.files().size, 1);
});

test('a stated scale is applied, and rows outside it are reported', async (t) => {
  const folder = createFolder(t);
  const text =
    'id,rating,date\na1,9,2026-01-01\na2,7,2026-01-02\na3,11,2026-01-03\na4,1,2026-01-04\n';
  const { out } = await importCsv(
    folder,
    text,
    'id: id\nrating: rating\nratingScale: 10\ndate: date\n',
  );
  assert.equal(folder.reviewBy('a1').rating, 4.5);
  assert.equal(folder.reviewBy('a2').rating, 3.5);
  assert.equal(folder.reviewBy('a4').rating, 1);
  assert.match(out, /line 4: the rating 11 lies outside the scale 1 to 10/);
  assert.match(out, /1 x the rating lay below one star/);
});

test('a few high ratings on a scale of 10 raise the suspicion of two scales', async (t) => {
  const folder = createFolder(t);
  const rows = [4, 4, 3, 5, 2, 1, 5, 4, 9].map((rating, n) => `a${n},${rating},2026-01-01`);
  const text = `id,rating,date\n${rows.join('\n')}\n`;
  const { out } = await importCsv(
    folder,
    text,
    'id: id\nrating: rating\nratingScale: 10\ndate: date\n',
  );
  assert.match(out, /8 of its 9 ratings are at most 5: it may mix two scales/);
});

test('a stated date format decides what is ambiguous', async (t) => {
  const folder = createFolder(t);
  const map = 'id: id\nrating: r\ndate: d\ndateFormat: DD/MM/YYYY\n';
  const { out } = await importCsv(folder, 'id,r,d\na1,5,03/04/2026\na2,5,2026-04-03\n', map);
  assert.equal(folder.reviewBy('a1').datePublished, '2026-04-03');
  assert.match(out, /line 3: the date "2026-04-03" is not written DD\/MM\/YYYY/);
});

test('the source is a column where one has the name, else a fixed value', async (t) => {
  const folder = createFolder(t);
  const text = 'id,r,d,site\na1,5,2026-01-01,Avvo\n';
  const path = folder.write('in.csv', text);
  const map = (source: string) =>
    folder.write('map.yaml', `id: id\nrating: r\ndate: d\nsource: ${source}\n`);
  await folder.run('--from', 'csv', path, '--map', map('site'));
  await folder.run('--from', 'csv', path, '--map', map('Lawyer List'));
  assert.deepEqual(
    folder
      .load()
      .reviews.map(({ source }) => source.name)
      .sort(),
    ['Avvo', 'Lawyer List'],
  );
});

test('a cleaned name of a source is noted', async (t) => {
  const folder = createFolder(t);
  const path = folder.write('in.csv', 'id,rating,date,source\na1,5,2026-01-01,Av\u202evo\n');
  const map = folder.write('map.yaml', 'id: id\nrating: rating\ndate: date\nsource: source\n');
  const { out } = await folder.run('--from', 'csv', path, '--map', map);
  assert.equal(folder.reviewBy('a1').source.name, 'Avvo');
  assert.match(out, /1 x characters that turn the reading direction .* \(line 2\)/);
});

test('a source that nobody named is remarked on', async (t) => {
  const folder = createFolder(t);
  const path = folder.write('in.csv', 'rating,date\n5,2026-01-01\n');
  const { out } = await folder.run('--from', 'csv', path);
  assert.match(out, /No source is named for 1 review, so/);
});

test('a map with an unknown column or key is refused with the nearest name', async (t) => {
  const folder = createFolder(t);
  const text = 'stars,date\n5,2026-01-01\n';
  const column = await importCsv(folder, text, 'rating: star\ndate: date\n');
  assert.match(
    column.errors,
    /names the column "star", which the file does not have; did you mean "stars"\? The columns are stars, date\.$/m,
  );
  const other = await importCsv(folder, text, 'rating: evaluation\ndate: date\n');
  assert.match(other.errors, /which the file does not have\. The columns are stars, date\.$/m);
  const key = await importCsv(folder, text, 'ratings: stars\ndate: date\n');
  assert.match(
    key.errors,
    /map\.yaml:1:1 error ratings: is not a known key \(did you mean "rating"\?\)/,
  );
});

for (const [encoding, encode] of [
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 LE without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
] as const) {
  test(`${encoding}, semicolons and CRLF are read`, async (t) => {
    const folder = createFolder(t);
    const text =
      'id;rating;date;text\r\na1;4,5;2026-01-02;"Gut – sehr\r\ngut; ja"\r\na2;3;2026-01-03;😀\r\n';
    const { code, out } = await importCsv(folder, encode(text));
    assert.equal(code, 0, out);
    assert.equal(folder.reviewBy('a1').reviewBody, 'Gut – sehr\ngut; ja');
    assert.equal(folder.reviewBy('a1').rating, 4.5);
    assert.equal(folder.reviewBy('a2').reviewBody, '😀');
  });
}

test('lines are counted past quoted line breaks', async (t) => {
  const folder = createFolder(t);
  const { out } = await importCsv(
    folder,
    'id,rating,date,text\r\na1,5,2026-01-01,"one\r\ntwo\r\nthree"\r\n\r\na2,5,2026-13-01,bad\r\n',
  );
  assert.match(out, /line 6: the date "2026-13-01" does not exist/);
});

test('tabs and a sep= line are understood', async (t) => {
  const folder = createFolder(t);
  await importCsv(folder, 'id\trating\tdate\nt1\t5\t2026-01-01\n');
  await importCsv(folder, 'sep=|\nid|rating|date\nt2|5|2026-01-01\n');
  assert.equal(folder.load().reviews.length, 2);
});

test('control characters are removed and counted', async (t) => {
  const folder = createFolder(t);
  const { out } = await importCsv(
    folder,
    'id,rating,date,text\na1,5,2026-01-01,"a\u0007b\tc\u0085d"\n',
  );
  assert.equal(folder.reviewBy('a1').reviewBody, 'ab\tcd');
  assert.match(out, /1 x control characters/);
});

test('what hides or turns text is taken out of every cell, and the report says of which rows', async (t) => {
  const folder = createFolder(t);
  const tags = Array.from('buy', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  const { code, out } = await importCsv(
    folder,
    [
      '\ufeffid\u200b,author,rating,date,title,text,reply,replyDate,url',
      `a\u200b1,\u202eEvil Bob,5,2026-01-01,G\u2060ood,Fi${tags.join('')}ne.,Than\u2069ks,2026-01-02,https://x.example/\u200ba`,
      `a2,Jane Doe,5,2026-01-01,Good,Z${'\u0301\u0323'.repeat(40)},,,`,
      'a3,Jane Roe,5,2026-01-01,Good,خدمة\u200f ممتازة,,,',
      '',
    ].join('\n'),
  );
  assert.equal(code, 0);
  const { author, name, reviewBody, ownerReply, source } = folder.reviewBy('a1');
  assert.deepEqual(
    [author.name, name, reviewBody, ownerReply?.text, source.id, source.url],
    ['Evil B.', 'Good', 'Fine.', 'Thanks', 'a1', 'https://x.example/a'],
  );
  assert.equal(folder.reviewBy('a2').reviewBody, `Z${'\u0301\u0323'.repeat(15)}`);
  assert.equal(folder.reviewBy('a3').reviewBody, 'خدمة\u200f ممتازة');
  assert.match(
    out,
    /1 x characters that turn the reading direction \(.*\) were removed \(line 2\)/,
  );
  assert.match(out, /1 x tag characters \(.*\) outside emoji flags were removed \(line 2\)/);
  assert.match(out, /1 x invisible characters \(.*\) were removed \(line 2\)/);
  assert.match(out, /1 x more than 30 combining marks in a row were cut to 30 \(line 3\)/);
});

test('a row dated later than tomorrow is skipped with the reason', async (t) => {
  const folder = createFolder(t);
  // The import runs at noon of 2026-10-06.
  const { code, out } = await importCsv(
    folder,
    'id,rating,date,text,reply,replyDate\na1,5,2026-10-07,Good,,\na2,5,2026-10-08,Good,,\na3,5,2026-10-01,Good,Thanks,2062-10-02\n',
  );
  assert.equal(code, 0);
  assert.deepEqual(
    folder.load().reviews.map(({ source }) => source.id),
    ['a1'],
  );
  assert.match(
    out,
    /line 3: its date 2026-10-08 is later than tomorrow, 2026-10-07; check the time zone and the date format/,
  );
  assert.match(out, /line 4: its date 2062-10-02 is later than tomorrow/);
});

test('a cell of blanks takes no longer than its length', { timeout: 20_000 }, async (t) => {
  const folder = createFolder(t);
  const blanks = ' '.repeat(200_000);
  const { out } = await importCsv(
    folder,
    `id,author,rating,date,text\na1,${'a@'.repeat(100_000)},5${blanks}x,2026-01-01,Good\na2,x,5,2026-01-01,Good${blanks}(Original)\n`,
  );
  assert.match(out, /line 2: the rating is no rating/);
});
