import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { deriveInsights } from '#insights/insights.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { createZip } from '../../rooms/scripts/import/create-zip.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';

import { REPOSITORY } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';

/**
 * What the README says to somebody with an export and an empty folder, line by line: four commands, and
 * the reviews are served with what they praise and criticize.
 */
const README = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
const FIXTURES = join(REPOSITORY, 'tests/fixtures/import');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));

/** The commands of the README, without remarks. */
function readCommands(): string[] {
  const [, block = ''] = /## Use your own reviews\n\n```sh\n([\s\S]*?)```/.exec(README) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''));
}

/** What the README says takes the place of the third line. */
function readImport(file: string): string {
  const [found = ''] = README.match(new RegExp(`--from csv ${file}[^\`]*`)) ?? [];
  return `npm run import -- ${found.replaceAll('\n', ' ')}`;
}

/** Runs a line in a folder as a shell there would, but with the program where it is. */
function runLine(line: string, cwd: string): string {
  const [, name = '', args = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(line) ?? [];
  const script = scripts[name]?.replace(/^node /, `"${process.execPath}" ${REPOSITORY}`);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script ? `${script} ${args}` : line], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
  return stdout;
}

const WHO = '--name "Quill & Anchor" --type LegalService --time-zone America/Chicago';

/** Follows the README up to its last line. */
function follow(cwd: string, importing: string): void {
  const [init = '', choose = '', , start = ''] = readCommands();
  assert.equal(start, 'npm start');
  // Nobody is there to be asked.
  runLine(`${init} ${WHO}`, cwd);
  runLine(choose, cwd);
  runLine(importing, cwd);
  assert.match(runLine('npm run check:content', cwd), /\d+ reviews?, \d+ published/);
}

test('from a Takeout to a served site with aspects', async (t) => {
  const cwd = createFolder(t);
  const takeout = join(FIXTURES, 'Takeout');
  const files = readdirSync(takeout, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = files.map((path) => ({
    name: `Takeout/${relative(takeout, path)}`,
    text: readFileSync(path, 'utf8'),
  }));
  writeFileSync(join(cwd, 'Takeout.zip'), createZip(entries));
  const commands = readCommands();
  assert.equal(commands.length, 4);
  const [, , importing = ''] = commands;
  follow(cwd, importing.replace('~/', './'));
  const { url } = await startService(t, { content: join(cwd, 'my-content') });
  const { business, reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.equal(business.name, 'Quill & Anchor');
  assert.equal(reviews.length, 4);
  const { aspects } = InsightsDocument.parse((await ask(url, '/insights.json')).json());
  assert.ok(aspects.some(({ reviewCount }) => reviewCount > 0));
});

for (const [file, isVerified, least] of [
  ['trustpilot.csv', /,Yes,/g, 3],
  ['lounge.csv', undefined, 1],
] as const) {
  test(`from ${file} to published reviews with aspects`, (t) => {
    const cwd = createFolder(t);
    const table = readFileSync(join(FIXTURES, file), 'utf8');
    writeFileSync(join(cwd, file), table);
    follow(cwd, `${readImport(file)} --verified`);
    const { content } = loadContent(join(cwd, 'my-content'));
    const dataset = createDataset(content, BASE_URL, createAnnotator());
    // Those that the platform has verified, or all.
    if (isVerified) assert.equal(dataset.reviews.length, table.match(isVerified)?.length);
    else assert.ok(dataset.reviews.length >= 8);
    const aspects = deriveInsights(dataset).aspects.filter(({ reviewCount }) => reviewCount > 0);
    assert.ok(aspects.length >= least);
  });
}
