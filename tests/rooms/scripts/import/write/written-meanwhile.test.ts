import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reviewIdOf } from '../../../../../scripts/import/plan/decide-review.ts';
import { runScript } from '../../../../support/run-script.ts';
import { createFolder, type Folder, type Run, runAt } from '../run-in-folder.ts';

const NOW = new Date('2026-10-06T12:00:00Z');
const COUNT = 20;

const table = (count: number, rating: number) => {
  const rows = Array.from(
    { length: count },
    (_, n) => `r${n},Jane D${n},${rating},${dayOf(n)},Text ${n}`,
  );
  return `id,author,rating,date,text\n${rows.join('\n')}\n`;
};
const idOf = (n: number) => reviewIdOf('Place', `r${n}`);
const dayOf = (n: number) => (n % 2 === 0 ? '2026-08-31' : '2026-09-01');
const fileOf = (n: number) =>
  `reviews/${dayOf(n).slice(0, 7).replace('-', '/')}/${dayOf(n)}-${idOf(n)}.md`;

/** Imports, and does something once the content, the memory and the export are read. */
async function importWhile(folder: Folder, rows: string, act: () => void): Promise<Run> {
  const args = [folder.write('in.csv', rows), '--source', 'Place', '--content', folder.content];
  const lines: string[] = [];
  const print = (line: string) => {
    if (line.startsWith('CSV, ')) act();
    lines.push(line);
  };
  const run = await runAt(NOW, args, { print });
  return { ...run, out: lines.join('\n') };
}

test('what editors save and remove while an import writes stays so', async (context) => {
  const folder = createFolder(context);
  await folder.csv(table(COUNT, 4), '--source', 'Place');
  const edited = join(folder.content, fileOf(COUNT - 1));
  const [removed, deleted] = [COUNT - 2, COUNT - 3];
  const { code, out } = await importWhile(folder, table(COUNT, 2), () => {
    appendFileSync(edited, 'An editor was here.\n');
    const args = ['remove', idOf(removed), '--reason', 'spam', '--content', folder.content];
    assert.equal(runScript('scripts/main.ts', args).status, 0);
    rmSync(join(folder.content, fileOf(deleted)));
  });
  assert.equal(code, 0);
  assert.match(readFileSync(edited, 'utf8'), /rating: 4\n[\s\S]*An editor was here\.\n$/);
  const files = folder.files();
  assert.equal(files.get(fileOf(removed)), undefined);
  assert.equal(files.get(fileOf(deleted)), undefined);
  assert.match(out, /changed +17\n.*unchanged +0\n.*skipped +3\n/);
  assert.match(out, /line 21: its file .* was changed meanwhile; run the import again/);
  assert.match(out, new RegExp(`its file ${fileOf(removed)} was taken down meanwhile`));
  assert.ok([...files.keys()].every((file) => !/\.lock|\.tmp/.test(file)));
  const again = await importWhile(folder, table(COUNT, 2), () => {});
  assert.match(again.out, /changed +1\n/);
  assert.match(readFileSync(edited, 'utf8'), /rating: 2\n[\s\S]*An editor was here\.\n$/);
});

test('a new review is not written that was taken down, or that another wrote, meanwhile', async (context) => {
  const folder = createFolder(context);
  const { code, out } = await importWhile(folder, table(3, 4), () => {
    folder.write(
      'content/removed.yaml',
      `- id: ${idOf(0)}\n  dateRemoved: "2026-10-01"\n  reason: spam\n`,
    );
    folder.write(`content/${fileOf(1)}`, 'mine');
  });
  assert.equal(code, 0);
  assert.match(out, /added +1\n/);
  const files = folder.files();
  assert.deepEqual(
    [0, 1, 2].map((n) => files.get(fileOf(n))?.slice(0, 4)),
    [undefined, 'mine', '---\n'],
  );
});

test('the memories of two imports at once are both kept', async (context) => {
  const folder = createFolder(context);
  await folder.csv(table(1, 4), '--source', 'Place');
  await importWhile(folder, table(2, 4), () => {
    const csv = folder.write('other.csv', table(4, 4).replace(/r[01],.*\n/g, ''));
    const args = [csv, '--source', 'Place', '--content', folder.content];
    assert.equal(runScript('scripts/main.ts', ['import', ...args]).status, 0);
  });
  const memory = folder.files().get('.import/memory')?.trim().split('\n').slice(1);
  assert.deepEqual(
    memory?.map((line) => line.split(' ')[0]),
    [0, 1, 2, 3].map(idOf).toSorted(),
  );
});
