import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { createZip } from '../../rooms/scripts/import/create-zip.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
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

/** Makes the archive that Google would send of what lies in a folder. */
function zipOf(takeout: string): Uint8Array {
  const files = readdirSync(takeout, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = files.map((path) => ({
    name: `Takeout/${relative(takeout, path)}`,
    text: readFileSync(path, 'utf8'),
  }));
  return createZip(entries);
}

test('from exports of three kinds to a served site with aspects', async (t) => {
  const cwd = createFolder(t);
  writeFileSync(join(cwd, 'Takeout.zip'), zipOf(join(FIXTURES, 'Takeout')));
  const tables = ['trustpilot.csv', 'lounge.csv'];
  for (const file of tables) copyFileSync(join(FIXTURES, file), join(cwd, file));

  const commands = readCommands();
  assert.equal(commands.length, 4);
  const [init = '', choose = '', importing = '', start = ''] = commands;
  assert.equal(start, 'npm start');
  // No one is there to answer questions.
  runLine(`${init} ${WHO}`, cwd);
  runLine(choose, cwd);
  runLine(importing.replace('~/', './'), cwd);
  for (const file of tables) runLine(`${readImport(file)} --verified`, cwd);
  assert.match(runLine('npm run check:content', cwd), /\d+ reviews?, \d+ published/);

  const { url } = await startService(t, { content: join(cwd, 'my-content') });
  const { business, reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.equal(business.name, 'Quill & Anchor');
  const byPublisher = Map.groupBy(reviews, ({ publisher }) => publisher?.name);
  // Those that the platform has verified.
  const verified = readFileSync(join(cwd, 'trustpilot.csv'), 'utf8').match(/,Yes,/g);
  assert.equal(byPublisher.get('Trustpilot')?.length, verified?.length);
  const { aspects } = InsightsDocument.parse((await ask(url, '/insights.json')).json());
  assert.ok(aspects.filter(({ reviewCount }) => reviewCount > 0).length >= 3);
});
