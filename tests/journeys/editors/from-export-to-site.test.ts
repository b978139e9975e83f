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
import { DOWN, ENTER, hasTerminals, openTerminal } from '../../support/terminal.ts';

/**
 * What the documentation says to somebody with an export and an empty folder, line by line: four
 * commands, and the reviews are served with what they praise and criticize.
 */
const DOCS = readFileSync(join(REPOSITORY, 'site/docs/reviews.md'), 'utf8');
const FIXTURES = join(REPOSITORY, 'tests/fixtures/import');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));

/** The commands for a start, without remarks. */
function readCommands(): string[] {
  const [, block = ''] = /## Get started\n\n```sh\n([\s\S]*?)```/.exec(DOCS) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''));
}

/** The command for a file of another kind. */
function readImport(file: string): string {
  const [found = ''] = new RegExp(`^npm run import -- ${file}[^#\n]*`, 'm').exec(DOCS) ?? [];
  return found;
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

const NO_TERMINAL =
  'NOT TESTED: python3 opens the pseudo-terminal of this journey, and there is none here';

test('at a terminal, from a file of the office to a served site, by answers alone', async (t) => {
  if (!hasTerminals()) {
    t.skip(NO_TERMINAL);
    return;
  }
  const cwd = createFolder(t);
  const file = 'Client Reviews 2024.csv';
  copyFileSync(join(FIXTURES, 'office', file), join(cwd, file));
  runLine(`npm run init -- my-content ${WHO}`, cwd);
  const command = [process.execPath, join(REPOSITORY, 'scripts/main.ts'), 'import'];
  const terminal = openTerminal(t, command, {
    cwd,
    env: { CONTENT_DIR: 'my-content' },
  });
  /** Waits for a question, and answers it. */
  const answer = async (question: string, ...keys: string[]) => {
    await terminal.sees(question);
    terminal.press(...keys, ENTER);
  };
  await answer('Which file has the reviews?', `'${join(cwd, file)}' `);
  await answer('Where do these reviews come from', 'Avvo');
  // The names of the office's own people are no answer.
  await terminal.sees('○ None: publish every review as Anonymous');
  await answer('● Person: Maria Okafor, Sam Lee, Ana Ruiz');
  await answer('● Remarks: They called me back');
  await answer('● No: leave them out (1 of 5)');
  await answer('● The month');
  await answer('Publish 4 new reviews?', DOWN);
  await terminal.sees('★★★★★  Maria O., March 4, 2024 (Avvo)');
  await terminal.sees('Your reply: Thank you, Maria.');
  await terminal.sees('would skip            1');
  await terminal.sees('line 5: its Shown is "no"');
  assert.deepEqual(readdirSync(join(cwd, 'my-content')).includes('reviews'), false);
  await answer('Go ahead: add 4 reviews?');
  await answer('Keep your answers in map.yaml');
  assert.equal(await terminal.ended(), 0, terminal.seen());
  const seen = terminal.seen();

  const { url } = await startService(t, { content: join(cwd, 'my-content') });
  const { reviews } = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.deepEqual(
    reviews.map(({ author, datePublished }) => `${author.name} ${datePublished}`).sort(),
    ['Ana R. 2024-07-06', 'Lena V. 2024-09-12', 'Maria O. 2024-03-04', 'Sam L. 2024-05-02'],
  );
  // The command that it printed needs no answers.
  const [next = ''] = /npm run import -- "Client.*/.exec(seen) ?? [];
  assert.match(
    runLine(`${next} --content my-content`, cwd),
    /added +0\n +changed +0\n +unchanged +4/,
  );
});
