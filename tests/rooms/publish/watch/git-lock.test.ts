import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  findGitFolder,
  GitLock,
  gitMarkOf,
  MAX_HOLD_MS,
} from '../../../../sidecar/publish/watch/git.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
import { createFailingDisk } from '../../../support/failing-disk.ts';

/** A lock of the repository around `content`, with a clock that stands still until told. */
function createLock(t: TestContext) {
  const repository = createContentFolder(t, { '.git/HEAD': '', 'content/business.yaml': '' });
  const file = join(repository, '.git/index.lock');
  let time = 0;
  const warnings: string[] = [];
  const lock = new GitLock({ now: () => time, warn: (message) => warnings.push(message) });
  return {
    file,
    warnings,
    holdMs: () => lock.holdMs(join(repository, 'content')),
    elapse: (ms: number) => {
      time += ms;
    },
  };
}

test('without a lock nothing is held', (t) => {
  assert.equal(createLock(t).holdMs(), 0);
});

test('a lock holds until it is gone and its last changes are known', (t) => {
  const { file, holdMs, elapse, warnings } = createLock(t);
  writeFileSync(file, '');
  assert.equal(holdMs(), 20);
  elapse(3_000);
  assert.equal(holdMs(), 20);
  rmSync(file);
  elapse(10);
  assert.equal(holdMs(), 30);
  elapse(30);
  assert.equal(holdMs(), 0);
  assert.deepEqual(warnings, []);
});

test('a lock that stays is warned of once and holds no more; another one does', (t) => {
  const { file, holdMs, elapse, warnings } = createLock(t);
  writeFileSync(file, '');
  holdMs();
  elapse(MAX_HOLD_MS - 1);
  assert.equal(holdMs(), 20);
  assert.deepEqual(warnings, []);
  elapse(1);
  assert.equal(holdMs(), 0);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /index\.lock for 5 s.*delete the file/);
  elapse(60_000);
  assert.equal(holdMs(), 0);
  assert.equal(warnings.length, 1);

  rmSync(file);
  assert.equal(holdMs(), 0);
  writeFileSync(join(file, '../config'), 'takes the inode');
  writeFileSync(file, '');
  assert.equal(holdMs(), 20);
});

test('the git folder is found from any depth, and through the file of a worktree', (t) => {
  const repository = createContentFolder(t, {
    '.git/HEAD': '',
    'a/b/c.md': '',
    'relative/.git': 'gitdir: ../.git/worktrees/relative\n',
    'relative/content/c.md': '',
  });
  const away = createContentFolder(t, { '.git': `gitdir: ${repository}/.git/modules/away\n` });
  assert.equal(findGitFolder(repository), join(repository, '.git'));
  assert.equal(findGitFolder(join(repository, 'a/b')), join(repository, '.git'));
  assert.equal(
    findGitFolder(join(repository, 'relative/content')),
    join(repository, '.git/worktrees/relative'),
  );
  assert.equal(findGitFolder(away), join(repository, '.git/modules/away'));
});

test('a folder in no repository has no git folder, nor has one whose .git says nothing', (t) => {
  const folder = createFolder(t);
  assert.equal(findGitFolder(folder), undefined);
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content/.git'), 'what is this');
  assert.equal(findGitFolder(join(folder, 'content')), undefined);
});

test('where the system fails, that is thrown, and no folder is taken for one without git', (t) => {
  const repository = createContentFolder(t, {
    '.git/HEAD': '',
    '.git/index.lock': '',
    'work/.git': 'gitdir: ../.git\n',
    'work/content/a.md': '',
  });
  const content = join(repository, 'work/content');
  const mark = gitMarkOf(content);
  for (const ask of ['holdMs', 'gitMarkOf'] as const) {
    let nth = 0;
    for (let isWhole = false; !isWhole; ) {
      const { disk, failure, hasFailed } = createFailingDisk(++nth, 'EIO');
      const lock = new GitLock({ now: () => 0, warn: () => {}, disk });
      const answer = () => (ask === 'holdMs' ? lock.holdMs(content) : gitMarkOf(content, disk));
      if (nth <= 4) assert.throws(answer, failure);
      assert.equal(answer(), ask === 'holdMs' ? 20 : mark);
      isWhole = !hasFailed();
    }
  }
});
