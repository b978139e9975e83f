import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, runAt } from './run-in-folder.ts';

test('an export of Trustpilot is known by its columns', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run('--from', 'csv', join(FIXTURES, 'trustpilot.csv'));
  assert.equal(code, 0, out);
  assert.match(out, /The columns are from Trustpilot/);
  assert.match(out, /Dropped, because e-mail addresses are never imported: Review User Email\n/);
  assert.match(out, /Unused columns: Domain Url, .*Review Consumer User Id, .*Tags\n/);
  assert.match(out, /added +20\n.*\n.*\n.*skipped +0\n/);
  assert.match(out, /7 new reviews are pending.*: the source does not state that it verified them/);
  assert.doesNotMatch(out, /npm run verify/);
  const review = folder.reviewBy('65f1c0ffee00000000000001');
  assert.match(review.id, /^trustpilot-[0-9a-f]{12}$/);
  // One in the morning of UTC is the evening before in Chicago.
  assert.equal(review.datePublished, '2025-12-31');
  assert.equal(review.dateCreated, '2026-01-01T01:00:00Z');
  assert.equal(review.author.name, 'Petra V.');
  assert.equal(review.verification.status, 'verified');
  assert.equal(review.ownerReply?.text, 'Thank you, Petra.');
  const organic = folder.reviewBy('65f1c0ffee00000000000002');
  assert.equal(organic.verification.status, 'pending');
  const before = folder.files();
  assert.match(
    (await folder.run('--from', 'csv', join(FIXTURES, 'trustpilot.csv'))).out,
    /unchanged +20\n/,
  );
  assert.deepEqual(folder.files(), before);
});

test('a table of Skytrax is read by its map, but for ratings out of ten', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run(
    ...['--from', 'csv', join(FIXTURES, 'lounge.csv'), '--map', 'skytrax', '--verified'],
  );
  assert.equal(code, 0, out);
  assert.match(out, /added +11\n.*\n.*\n.*skipped +1\n/);
  assert.match(out, /line 9: the rating 9 is outside the scale 1 to 5/);
  assert.match(out, /Unused columns: airline_name, link, author_country/);
  assert.equal(folder.load().reviews[0]?.source.name, 'Skytrax');
});

test('a table of Skytrax without a map says which line to write', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.run('--from', 'csv', join(FIXTURES, 'lounge.csv'));
  assert.equal(code, 1);
  assert.match(errors, /set ratingScale: 5, 10 or 100 in a map\.yaml/);
});

test('an export of Yelp writes "5 star rating"', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.csv(
    'Review ID,Reviewer Name,Rating,Date,Review Text\ny1,Petra V.,5 star rating,1/31/2026,Good\ny2,Olaf T.,1.0 star rating,2/6/2026,Bad\n',
    ...['--map', 'yelp'],
  );
  assert.match(out, /Dates such as 2\/6\/2026 are read as MM\/DD\/YYYY/);
  assert.equal(folder.reviewBy('y1').rating, 5);
  assert.equal(folder.reviewBy('y2').datePublished, '2026-02-06');
});

test('an export of Facebook is JSON, and has recommendations instead of stars', async (t) => {
  const folder = createFolder(t);
  const review = (id: string, type: string) => ({
    ...{ created_time: '2026-01-02T20:00:00+0000', recommendation_type: type },
    ...{ review_text: 'Good', reviewer: { name: `${id} Vale`, id: '1' } },
    open_graph_story: { id },
  });
  const data = { data: [review('f1', 'positive'), review('f2', 'negative')], paging: {} };
  const path = folder.write('reviews.json', JSON.stringify(data));
  const { code, out, errors } = await folder.run('--from', 'json', path, '--map', 'facebook');
  assert.equal(code, 0, errors);
  assert.match(out, /JSON, .*: 2 rows\n/);
  assert.deepEqual([folder.reviewBy('f1').rating, folder.reviewBy('f2').rating], [5, 1]);
  assert.equal(folder.reviewBy('f1').dateCreated, '2026-01-02T20:00:00Z');
});

test('an export of Avvo names attorneys', async (t) => {
  const folder = createFolder(t);
  folder.write(
    'content/technicians.yaml',
    '- { id: elena, name: Elena Muñoz, jobTitle: Attorney }\n',
  );
  const { code, errors } = await folder.csv(
    'Review ID,Posted By,Overall Rating,Posted Date,Attorney Name,Review,Attorney Response\nv1,Petra Vale,5,"March 4, 2026",Elena Muñoz,Good,\n',
    ...['--map', 'avvo'],
  );
  assert.equal(code, 0, errors);
  const { technicians, author, source } = folder.reviewBy('v1');
  assert.deepEqual([technicians, author.name, source.name], [['elena'], 'Petra V.', 'Avvo']);
});

test('reviews of the App Store are a list of JSON', async (t) => {
  const folder = createFolder(t);
  const attributes = {
    ...{ rating: 4, title: 'Nice', body: 'Works.', reviewerNickname: 'Petra Vale' },
    ...{ createdDate: '2026-01-02T10:00:00-07:00', territory: 'USA' },
  };
  const data = { data: [{ type: 'customerReviews', id: 'p1', attributes }], links: { self: 'x' } };
  const path = folder.write('apple.json', JSON.stringify(data));
  const { code, errors } = await folder.run('--from', 'csv', path, '--map', 'apple');
  assert.equal(code, 0, errors);
  assert.equal(folder.reviewBy('p1').name, 'Nice');
});

test('a German table of Excel has semicolons, decimal commas and dates with dots', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.csv(
    'Nr;Kunde;Sterne;Datum;Text\r\nn1;Jörg Müller;4,5;10.01.2026;Sehr gut\r\n',
    ...[
      '--map',
      folder.write(
        'map.yaml',
        'id: Nr\nauthor: Kunde\nrating: Sterne\ndate: Datum\ntext: Text\nsource: Hier\n',
      ),
    ],
  );
  assert.equal(code, 0, errors);
  assert.equal(folder.reviewBy('n1').datePublished, '2026-01-10');
});

const WINDOWS =
  'author,rating,date,text\nZo\xeb Ren\xe9e,5,2026-01-02,\x93Tr\xe8s bien\x94 \x96 5 \x80\n';

test('Windows-1252 is refused with two lines by which a person can judge, and read when asked', async (t) => {
  const folder = createFolder(t);
  const bytes = Buffer.from(WINDOWS, 'latin1');
  const { code, errors } = await folder.csv(bytes);
  assert.equal(code, 1);
  assert.match(
    errors,
    /not valid UTF-8 at line 2; if "Zoë Renée,5,.* is written correctly, it is Windows-1252: pass --encoding windows-1252\. Otherwise save it/,
  );
  await folder.csv(bytes, '--encoding', 'windows-1252', '--source', 'Place');
  const [review] = folder.load().reviews;
  assert.equal(review?.author.name, 'Zoë R.');
  assert.equal(review?.reviewBody, '“Très bien” – 5 €');
});

test('bytes that Windows-1252 does not have are no hint of it', async (t) => {
  const folder = createFolder(t);
  const bytes = Buffer.from('author,rating,date\n\x81\x8d\x90,5,2026-01-01\n', 'latin1');
  const { errors } = await folder.csv(bytes);
  assert.match(errors, /not valid UTF-8 at line 2; save it with the encoding UTF-8/);
});

const DATES = (...dates: string[]) =>
  `id,author,rating,date\n${dates.map((date, n) => `d${n},A B${n},5,${date}\n`).join('')}`;

test('one date settles the order of day and month for the whole table', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.csv(DATES('2/6/2026', '4/16/2026', '3/3/2026'));
  assert.match(out, /added +3\n/);
  assert.equal(folder.reviewBy('d0').datePublished, '2026-02-06');
});

test('dates that contradict each other leave out the rows that depend on it', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.csv(DATES('2/6/2026', '4/16/2026', '16/4/2026'));
  assert.match(out, /added +2\n.*\n.*\n.*skipped +1\n/);
  assert.match(out, /The dates show both MM\/DD\/YYYY and DD\/MM\/YYYY/);
  assert.match(out, /line 2: the date "2\/6\/2026" may be day or month first/);
});

test('where nothing settles it nothing is imported, and the line to write is said', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.csv(DATES('2/6/2026', '2026-01-01'));
  assert.equal(code, 1);
  assert.match(
    errors,
    /1 date such as 2\/6\/2026 .* nothing was imported; add "dateFormat: MM\/DD\/YYYY" or "dateFormat: DD\/MM\/YYYY"/,
  );
  assert.equal(folder.files().size, 1);
  const map = 'id: id\nauthor: author\nrating: rating\ndate: date\ndateFormat: MM/DD/YYYY\n';
  await folder.csv(DATES('2/6/2026'), '--map', folder.write('map.yaml', map));
  assert.equal(folder.reviewBy('d0').datePublished, '2026-02-06');
});

test('at a terminal a person is asked', async (t) => {
  const folder = createFolder(t);
  const path = folder.write('in.csv', DATES('2/6/2026'));
  const questions: string[] = [];
  const unasked = () => Promise.reject(new Error('This is not to be asked.'));
  const { code } = await runAt(
    new Date('2026-10-06T12:00:00Z'),
    ['--from', 'csv', path, '--content', folder.content],
    {
      ask: {
        text: unasked,
        confirm: unasked,
        choose: async ({ message, options: [first] }) => {
          questions.push(message);
          if (!first) throw new Error('There is nothing to choose from.');
          return first.value;
        },
      },
    },
  );
  assert.equal(code, 0);
  assert.deepEqual(questions, ['Which comes first in dates such as 2/6/2026?']);
  assert.equal(folder.reviewBy('d0').datePublished, '2026-06-02');
});

test('without a column of authors nothing is imported until it is said', async (t) => {
  const folder = createFolder(t);
  const table = 'id,stars,date\na1,5,2026-01-01\n';
  const { code, out, errors } = await folder.csv(table);
  assert.equal(code, 1);
  assert.match(out, /save these lines as map\.yaml/);
  assert.match(
    errors,
    /no column that is clearly the author; .*"author: COLUMN" or "author: none" \(with "author: none" every review is Anonymous\)/,
  );
  const map = 'id: id\nauthor: none\nrating: stars\ndate: date\n';
  await folder.csv(table, '--map', folder.write('map.yaml', map));
  assert.equal(folder.reviewBy('a1').author.name, 'Anonymous');
});

test('columns that fit equally well are named and asked for', async (t) => {
  const folder = createFolder(t);
  const { code, out, errors } = await folder.csv(
    'author,food rating,staff rating,date\nA B,5,4,2026-01-01\n',
  );
  assert.equal(code, 1);
  assert.match(out, /# rating may be food rating or staff rating/);
  assert.match(errors, /"rating: food rating" or "rating: staff rating"/);
});
