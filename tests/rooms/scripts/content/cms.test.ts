import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { CONTENT_KINDS } from '#dataset/schema/content-schemas.ts';
import { runCommand } from '../../../../scripts/command.ts';
import { cms } from '../../../../scripts/content/cms/cms.ts';
import { createFolder } from '../../../support/content-folder.ts';

const Fields = z.array(z.looseObject({ name: z.string(), widget: z.string() }));
const Config = z.object({
  backend: z.object({ name: z.string(), repo: z.string(), branch: z.string() }),
  collections: z.tuple([
    z.object({ folder: z.string(), fields: Fields }),
    z.object({ files: z.array(z.object({ name: z.string(), file: z.string(), fields: Fields })) }),
  ]),
});

/** A content folder in a repository, and the command run on it. */
function folderFor(t: TestContext) {
  const root = createFolder(t);
  const folder = join(root, 'mine');
  mkdirSync(folder);
  writeFileSync(join(folder, 'business.yaml'), 'id: a-firm\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const code = await runCommand(cms, args, {
      now: new Date(0),
      print: (text) => out.push(text),
      printError: (text) => out.push(text),
      readEnvironment: () => ({}),
      ask: undefined,
    });
    return { code, out: out.join('\n') };
  };
  const readConfig = () =>
    Config.parse(parse(readFileSync(join(folder, 'admin/config.yml'), 'utf8')));
  return { root, folder, git, run, readConfig };
}

test('every key of every content file is a field, and the text below one as well', async (t) => {
  const { folder, run, readConfig } = folderFor(t);
  assert.equal((await run(folder)).code, 0);
  const [reviews, { files }] = readConfig().collections;
  const [review, ...others] = CONTENT_KINDS;
  assert.deepEqual(
    reviews.fields.map(({ name }) => name),
    [...Object.keys(review.schema.shape), 'body'],
  );
  assert.deepEqual(
    files.map(({ file }) => file),
    others.map(({ file }) => file),
  );
  const business = files.find(({ name }) => name === 'business');
  assert.ok(business?.fields.some(({ name, widget }) => name === 'address' && widget === 'object'));
  const technicians = files.find(({ name }) => name === 'technicians')?.fields[0];
  assert.equal(technicians?.root, true);
});

test('the repository is that of the remote origin, and the folder is found in it', async (t) => {
  const { folder, git, run, readConfig } = folderFor(t);
  git('init', '--initial-branch', 'live');
  for (const [address, backend] of [
    ['git@github.com:a-firm/reviews.git', 'github'],
    ['https://gitlab.com/a-firm/reviews', 'gitlab'],
    ['ssh://git@gitea.a-firm.example:2222/a-firm/reviews.git', 'gitea'],
  ] as const) {
    git('remote', 'add', 'origin', address);
    await run(folder);
    const { backend: found, collections } = readConfig();
    assert.deepEqual(found, { name: backend, repo: 'a-firm/reviews', branch: 'live' });
    assert.equal(collections[0].folder, 'mine/reviews');
    git('remote', 'remove', 'origin');
  }
  await run(folder, '--repo', 'else/where', '--backend', 'gitlab', '--branch', 'main');
  assert.deepEqual(readConfig().backend, { name: 'gitlab', repo: 'else/where', branch: 'main' });
});

test('without a remote it says what is missing', async (t) => {
  const { folder, run } = folderFor(t);
  assert.match((await run(folder)).out, /run this again with --repo OWNER\/NAME/);
});

test('a folder without business.yaml is refused, and a dry run writes nothing', async (t) => {
  const { root, folder, run, readConfig } = folderFor(t);
  const { code, out } = await run(root);
  assert.equal(code, 1);
  assert.match(
    out,
    /contains no business\.yaml; name a content folder, or create one with npm run init/,
  );
  assert.match((await run(folder, '--dry-run')).out, /These files would be:\n.*admin\/index\.html/);
  assert.throws(readConfig, /ENOENT/);
});
