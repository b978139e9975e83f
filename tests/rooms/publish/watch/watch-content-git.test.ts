import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { GitLock } from '../../../../sidecar/publish/watch/git.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
import { startWatchingReady } from '../../../support/watched-folder.ts';

const run = promisify(execFile);

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
/** Nothing of the machine's own settings, such as hooks or signing. */
const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const SOON_MS = 250;

const git = (folder: string, ...words: string[]) =>
  run('git', [...IDENTITY, ...words], { cwd: folder, env });

const FOLDERS = 10;
const FILES_PER_FOLDER = 40;
const pathOf = (folder: number, name: string) => `reviews/${folder}/${name}.md`;

/** Edits, deletes and adds ten files in each of ten folders. Returns their paths. */
function change(content: string): string[] {
  const changed: string[] = [];
  const eachFile = (from: number, to: number, act: (file: string) => void) => {
    for (let folder = 0; folder < FOLDERS; folder++) {
      for (let index = from; index < to; index++) {
        const path = pathOf(folder, `${index}`);
        changed.push(path);
        act(join(content, path));
      }
    }
  };
  eachFile(0, 10, (file) => writeFileSync(file, 'edited\n'));
  eachFile(10, 20, (file) => rmSync(file));
  eachFile(FILES_PER_FOLDER, FILES_PER_FOLDER + 10, (file) => writeFileSync(file, 'added\n'));
  return changed.sort();
}

/** A repository with 400 files in `content` and one commit on `main`. */
async function createRepository(t: TestContext) {
  const repository = join(createFolder(t), 'repository');
  const content = join(repository, 'content');
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(content, `reviews/${folder}`), { recursive: true });
    for (let index = 0; index < FILES_PER_FOLDER; index++) {
      writeFileSync(join(content, pathOf(folder, `${index}`)), `review ${index}\n`);
    }
  }
  await git(repository, 'init', '--quiet', '--initial-branch=main');
  await commit(repository);
  return { repository, content };
}

/** Enough of a repository for its lock. */
const REPOSITORY = { '.git/HEAD': '', 'content/a.md': 'a\n', 'content/b.md': 'b\n' };

async function commit(repository: string): Promise<void> {
  await git(repository, 'add', '--all');
  await git(repository, 'commit', '--quiet', '--message', 'content');
}

test('a checkout of another branch is one report that holds every changed path', async (t) => {
  const { repository, content } = await createRepository(t);
  await git(repository, 'checkout', '--quiet', '-b', 'other');
  const changed = change(content);
  await commit(repository);
  await git(repository, 'checkout', '--quiet', 'main');

  const watched = await startWatchingReady(t, content);
  await git(repository, 'checkout', '--quiet', 'other');
  assert.deepEqual(await watched.next(), { paths: changed, everything: false });
  await watched.assertSilent(SOON_MS);
  await git(repository, 'checkout', '--quiet', 'main');
  assert.deepEqual(await watched.next(), { paths: changed, everything: false });
  await watched.assertSilent(SOON_MS);
});

test('a pull is one report that holds every changed path', async (t) => {
  const { repository, content } = await createRepository(t);
  const folder = createFolder(t);
  const bare = join(folder, 'bare.git');
  await git(folder, 'clone', '--quiet', '--bare', repository, bare);
  const clone = join(folder, 'clone');
  await git(folder, 'clone', '--quiet', bare, clone);
  const changed = change(content);
  await commit(repository);
  await git(repository, 'push', '--quiet', bare, 'main');

  const watched = await startWatchingReady(t, join(clone, 'content'));
  await git(clone, 'pull', '--quiet', '--ff-only');
  assert.deepEqual(await watched.next(), { paths: changed, everything: false });
  await watched.assertSilent(SOON_MS);
});

test('a merge in a worktree, with new folders, makes everything dirty at once', async (t) => {
  const { repository, content } = await createRepository(t);
  const worktree = join(createFolder(t), '.worktrees/1');
  await git(repository, 'worktree', 'add', '--quiet', '-b', 'other', worktree);
  change(content);
  cpSync(join(content, 'reviews/1'), join(content, 'reviews/new'), { recursive: true });
  await commit(repository);

  const watched = await startWatchingReady(t, join(worktree, 'content'), {
    rootCheckMs: 60_000,
  });
  await git(worktree, 'merge', '--quiet', 'main');
  assert.equal((await watched.next()).everything, true);
});

test('while git holds its lock, however long it pauses, nothing is reported', async (t) => {
  const repository = createContentFolder(t, REPOSITORY);
  const lock = join(repository, '.git/index.lock');
  const watched = await startWatchingReady(t, join(repository, 'content'));
  writeFileSync(lock, '');
  writeFileSync(join(repository, 'content/a.md'), 'edited\n');
  await watched.assertSilent(SOON_MS);
  writeFileSync(join(repository, 'content/b.md'), 'edited\n');
  await watched.assertSilent(SOON_MS);
  rmSync(lock);
  assert.deepEqual(await watched.next(), { paths: ['a.md', 'b.md'], everything: false });
});

test('a lock that a crashed git left holds the first report for a while, and no other', async (t) => {
  const repository = createContentFolder(t, { ...REPOSITORY, '.git/index.lock': '' });
  const gitHoldMs = 2_000;
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const lock = new GitLock({ now: () => performance.now(), warn, maxHoldMs: gitHoldMs });
  const start = performance.now();
  // That watching has begun is held too.
  const watched = await startWatchingReady(t, join(repository, 'content'), { lock });
  assert.ok(performance.now() - start >= gitHoldMs);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /index\.lock.*delete the file/);
  const edited = performance.now();
  writeFileSync(join(repository, 'content/a.md'), 'edited\n');
  assert.deepEqual(await watched.next(), { paths: ['a.md'], everything: false });
  assert.ok(performance.now() - edited < gitHoldMs);
  assert.equal(warnings.length, 1);
});
