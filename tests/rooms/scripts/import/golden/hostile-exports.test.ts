import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atLength } from '../../../../support/at-length.ts';
import { createFolder } from '../run-in-folder.ts';
import { importIn } from './golden.ts';

const HEADER = 'Review ID,Name,Rating,Date,Text';
const REVIEW = { id: 'r1', author: 'Pat Q', rating: 5, date: '2025-03-04', text: 'Good' };
const row = (n: number) => `r${n},Pat Q,5,2025-03-04,Text ${n}`;
const repeat = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n));
const table = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const many = repeat(atLength(200_000, 20_000), row);
const nested = `[{"x":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":"r1"}]`;
const noise = Buffer.from(repeat(5000, String).map((n) => (Number(n) ** 2 * 31) % 251));
const zeros = gzipSync(Buffer.alloc(atLength(1100, 8) * 2 ** 20));

/** Each is refused. */
const REFUSED: Readonly<Record<string, readonly [file: string, string | Buffer]>> = {
  'a quote that never closes': ['in.csv', table('r0,"Pat Q,5', ...many)],
  'JSON of 200,000 levels': ['in.json', nested],
  '10,000 columns': ['in.csv', `${HEADER},${repeat(10_000, (n) => `c${n}`)}\n${row(1)}\n`],
  'a name of a column of 1 MB': ['in.csv', `${'x'.repeat(1_000_000)},${table(row(1))}`],
  'an archive of zeros': ['in.tgz', zeros],
  'bytes at random': ['in.json', noise],
};

for (const [what, [file, text]] of Object.entries(REFUSED)) {
  test(`${what} is refused soon, in words, and nothing is written`, async (context) => {
    const folder = createFolder(context);
    folder.write(file, text);
    const start = performance.now();
    const { code, errors } = await importIn(folder.root, `${file} --source Desk --verified`);
    assert.equal(code, 1, errors);
    assert.ok(errors.length < 3000, `${errors.length} characters`);
    assertPlain(errors);
    assert.doesNotMatch(errors, /\bat (?:file:|async )|RangeError|TypeError|undefined/);
    assert.deepEqual([...folder.files().keys()], ['business.yaml']);
    assert.ok(performance.now() - start < 20_000);
  });
}

/** These characters move the cursor of a terminal, ring its bell or turn its text around. */
function assertPlain(text: string): void {
  assert.doesNotMatch(text, /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
}

test('an export does not control the terminal', async (context) => {
  const folder = createFolder(context);
  const evil = '\u001b[2J\u202egnp\u0007';
  const rows = [
    `r1${evil},P${evil}t,5,2025-03-04,${evil},${evil}rejected,y`,
    `r2,P,${evil},${evil},t,no,y`,
  ];
  const text = `${HEADER},${evil}Status,N${evil}\n${rows.join('\n')}\n`;
  folder.write('in.csv', text);
  folder.write(`${evil}.csv`, text);
  for (const call of [
    'in.csv',
    'in.csv --source Desk',
    `in.csv --source D${evil}`,
    `${evil}.csv`,
  ]) {
    const { out, errors } = await importIn(folder.root, `${call} --verbose`);
    assertPlain(out + errors);
  }
});

test('names that every object of JavaScript has are names of columns', async (context) => {
  const folder = createFolder(context);
  const json = JSON.stringify(REVIEW).slice(1);
  folder.write('in.csv', `${HEADER},__proto__,constructor,toString\n${row(1)},a,b,c\n`);
  folder.write('in.json', `[{"__proto__":{"rating":1},"constructor":"x",${json}]`);
  for (const file of ['in.csv', 'in.json']) {
    const { code, errors } = await importIn(folder.root, `${file} --source ${file} --verified`);
    assert.equal(code, 0, errors);
  }
  assert.deepEqual(
    folder.load().reviews.map(({ rating }) => rating),
    [5, 5],
  );
});

test('a folder is read to its end, whatever its links', async (context) => {
  const folder = createFolder(context);
  folder.write('export/a/in.json', JSON.stringify([REVIEW]));
  symlinkSync('..', join(folder.root, 'export/a/loop'));
  symlinkSync('/nowhere', join(folder.root, 'export/a/dangling.json'));
  const { code, errors, out } = await importIn(folder.root, 'export --source Desk --verified');
  assert.equal(code, 0, errors);
  assert.match(out, /added +1\n/);
});
