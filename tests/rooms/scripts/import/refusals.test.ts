import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFolder, runAt } from './run-in-folder.ts';

const NOW = new Date('2026-10-06T12:00:00Z');

const ROWS = 'author,rating,date\n';
const REFUSED = [
  ['blank space', 'reviews.json', ' \n ', /contains only white space/],
  ['text that is not JSON', 'reviews.json', 'hello', /is not valid JSON/],
  ['JSON cut off', 'reviews.json', '{"a":[\n{"b":"abc', /ends abruptly at line 2, column 10/],
  ['JSON of another kind', 'reviews.json', '{"a":1}', /contains no Google reviews/],
  ['invalid UTF-8', 'reviews.json', Buffer.of(0x7b, 0x0a, 0xff), /not valid UTF-8 at line 2/],
  ['a broken zip', 'reviews.zip', Buffer.from('PK\u0003\u0004 and no more'), /an incomplete zip/],
  ['an empty CSV', 'in.csv', '', /in\.csv is empty/],
  ['a CSV that is binary', 'in.csv', Buffer.of(1, 2, 3, 0, 5, 6, 0, 0), /is a binary file/],
  ['a broken workbook', 'in.csv', Buffer.from('PK\u0003\u0004xlsx'), /an incomplete zip archive/],
  ['an old workbook', 'in.csv', Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 1), /old Excel workbook, or one/],
  ['a CSV of one column', 'in.csv', 'hello\nworld\n', /no header of at least two columns/],
  ['a CSV without rows', 'in.csv', ROWS, /a header but no rows/],
  ['a CSV without a date', 'in.csv', 'rating,x\n5,1\n', /no column that is clearly the date/],
  ['an unclosed quote', 'in.csv', `${ROWS}a,5,a\nb,5,"2\n`, /at line 3 that is never closed/],
  ['rows that all fail', 'in.csv', `${ROWS}a,5,soon\n`, /None of the 1 entries .* first, line 2/],
] as const;

for (const [what, name, bytes, message] of REFUSED) {
  test(`${what} is refused with one sentence`, async (t) => {
    const folder = createFolder(t);
    const path = folder.write(name, bytes);
    const kind = name.endsWith('.csv') ? 'csv' : 'google-takeout';
    const { code, errors } = await folder.run('--from', kind, path);
    assert.equal(code, 1);
    assert.match(errors, message);
    assert.doesNotMatch(errors, /\n| at file:/);
    assert.equal(folder.files().size, 1);
  });
}

test('a missing file is refused', async (t) => {
  const folder = createFolder(t);
  const { code, errors } = await folder.run('--from', 'csv', '/nowhere/in.csv');
  assert.equal(code, 1);
  assert.match(errors, /\/nowhere\/in\.csv does not exist/);
});

test('broken content is refused with its place', async (t) => {
  for (const [file, text, fault] of [
    ['business.yaml', 'id: x\n', /business\.yaml:1:1 error name: is missing/],
    [
      'removed.yaml',
      '- { id: none }\n',
      /removed\.yaml:1:3 error dateRemoved of "none": is missing/,
    ],
  ] as const) {
    const folder = createFolder(t);
    folder.write(`content/${file}`, text);
    const path = folder.write('in.csv', 'rating,date\n5,2026-01-01\n');
    const { code, errors } = await folder.run('--from', 'csv', path);
    assert.equal(code, 1);
    assert.match(errors, fault);
  }
});

const WRONG_USAGE = [
  [['--from', 'csv', 'x', '--verifed'], /no option --verifed \(did you mean "--verified"\?\)/],
  [['x'], /--from is missing/],
  [['--from', 'cvs', 'x'], /must be one of .* not "cvs" \(did you mean "csv"\?\)/],
  [['--from', 'csv'], /PATH is missing/],
  [['--from', 'csv', 'a', 'b'], /"b" is unexpected/],
  [['--from', 'csv', 'x', '--content', '--dry-run'], /--content needs a value/],
  [['--from', 'csv', 'x', '--dry-run=yes'], /--dry-run does not take a value/],
  [['--from', 'google-takeout', 'x', '--map', 'm'], /goes with --from csv only/],
  [['--from', 'csv', 'x', '--names', 'none'], /--names must be one of/],
] as const;

for (const [args, message] of WRONG_USAGE) {
  test(`wrong usage exits with 2: ${args.join(' ')}`, async () => {
    const { code, errors } = await runAt(NOW, args);
    assert.equal(code, 2);
    assert.match(errors, message);
  });
}

test('--help shows the options', async () => {
  const { code, out } = await runAt(NOW, ['--help']);
  assert.equal(code, 0);
  for (const flag of ['--from', '--content', '--dry-run', '--verified', '--names', '--map']) {
    assert.match(out, new RegExp(flag));
  }
});
