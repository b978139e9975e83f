import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Dirty, MAX_PATHS } from '../../../../sidecar/publish/watch/debounce.ts';
import {
  CheckoutReader,
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

const DIRTY: Dirty = { paths: new Set(['a.md']), everything: false };
const EVERYTHING: Dirty = { paths: new Set(), everything: true };

/** A working tree of git with two files, which a checkout makes another commit. */
function createTree(t: TestContext) {
  const tree = createFolder(t);
  const contentDir = join(tree, 'content');
  const lock = join(tree, '.git/index.lock');
  const git = join(tree, '.git');
  mkdirSync(git);
  // File systems count milliseconds: what is made in the same one as the folder would not show.
  utimesSync(git, 1, 1);
  mkdirSync(contentDir);
  const write = (name: string, text: string) => writeFileSync(join(contentDir, name), text);
  const read = (name: string) => readFileSync(join(contentDir, name), 'utf8');
  write('a.md', 'one');
  write('b.md', 'one');
  return { contentDir, git, lock, write, read, reader: createReader(contentDir) };
}

function createReader(contentDir: string, now = () => performance.now()): CheckoutReader {
  return new CheckoutReader(contentDir, new GitLock({ now, warn: () => {} }));
}

test('what does not change while it is read is read once', async (t) => {
  const { reader } = createTree(t);
  await reader.read(EVERYTHING, () => true);
  for (const isChanged of [true, false]) {
    const asked: Dirty[] = [];
    const result = await reader.read(DIRTY, (dirty) => {
      asked.push(dirty);
      return isChanged;
    });
    assert.equal(result, isChanged);
    assert.deepEqual(asked, [DIRTY]);
  }
});

test('after a checkout of which only some paths are known yet, everything is read', async (t) => {
  const { reader, lock, write } = createTree(t);
  await reader.read(EVERYTHING, () => true);
  writeFileSync(lock, '');
  write('a.md', 'two');
  write('b.md', 'two');
  rmSync(lock);
  const asked: Dirty[] = [];
  const note = (dirty: Dirty) => asked.push(dirty) > 0;
  await reader.read(DIRTY, note);
  await reader.read(DIRTY, note);
  assert.deepEqual(asked, [{ ...DIRTY, everything: true }, DIRTY]);
});

test('what was read while git was busy is read as a whole the next time', async (t) => {
  const { reader, git } = createTree(t);
  let moves = 0;
  const busy = () => utimesSync(git, 1, 1 + ++moves);
  await reader.read(EVERYTHING, () => busy() === undefined);
  const asked: boolean[] = [];
  await reader.read(DIRTY, ({ everything }) => asked.push(everything) > 0);
  assert.deepEqual(asked, [true]);
});

test('a lock that a crashed git left is waited for once', async (t) => {
  const { contentDir, lock } = createTree(t);
  writeFileSync(lock, '');
  // Each look at the clock is as long after the last as a lock may hold.
  let time = 0;
  const reader = createReader(contentDir, () => {
    time += MAX_HOLD_MS;
    return time;
  });
  let readings = 0;
  await reader.read(DIRTY, () => ++readings > 0);
  const looks = time;
  await reader.read(DIRTY, () => ++readings > 0);
  assert.equal(readings, 2);
  assert.equal(time, looks);
});

test('a checkout that begins and ends while files are read has everything read again', async (t) => {
  const { reader, lock, write, read } = createTree(t);
  const readings: string[][] = [];
  const isChanged = await reader.read(DIRTY, ({ everything }) => {
    const first = read('a.md');
    if (readings.length === 0) {
      writeFileSync(lock, '');
      write('a.md', 'two');
      write('b.md', 'two');
      rmSync(lock);
    }
    readings.push([first, read('b.md'), String(everything)]);
    return readings.length === 1;
  });
  assert.ok(isChanged);
  assert.deepEqual(readings, [
    ['one', 'two', 'true'],
    ['two', 'two', 'true'],
  ]);
});

test('a checkout that is under way is waited for, before and after a reading', async (t) => {
  const { reader, lock, write, read } = createTree(t);
  const beginCheckout = (text: string) => {
    writeFileSync(lock, '');
    write('a.md', text);
    setTimeout(() => {
      write('b.md', text);
      rmSync(lock);
    }, 50);
  };
  beginCheckout('two');
  const readings: string[][] = [];
  await reader.read(DIRTY, () => {
    readings.push([read('a.md'), read('b.md')]);
    if (readings.length === 1) beginCheckout('three');
    return true;
  });
  assert.deepEqual(readings, [
    ['two', 'two'],
    ['three', 'three'],
  ]);
});

test('a checkout is noticed that began too soon after another to show in the time', async (t) => {
  const { reader, git, lock, write, read } = createTree(t);
  const readings: string[][] = [];
  await reader.read(DIRTY, () => {
    const first = read('a.md');
    if (readings.length === 0) {
      writeFileSync(lock, '');
      utimesSync(git, 1, 1);
      write('b.md', 'two');
      setTimeout(() => {
        write('a.md', 'two');
        rmSync(lock);
      }, 50);
    }
    readings.push([first, read('b.md')]);
    return true;
  });
  assert.deepEqual(readings, [
    ['one', 'two'],
    ['two', 'two'],
  ]);
});

test('a git that is always busy keeps nothing from being read for ever', async (t) => {
  const { reader, git } = createTree(t);
  let readings = 0;
  await reader.read(DIRTY, () => {
    readings++;
    utimesSync(git, 1, 1 + readings);
    return false;
  });
  assert.equal(readings, 5);
});

test('a folder that is not there, or in no working tree, is read as it is', async (t) => {
  const folder = createFolder(t);
  for (const contentDir of [folder, join(folder, 'nothing')]) {
    let readings = 0;
    assert.ok(await createReader(contentDir).read(DIRTY, () => ++readings > 0));
    assert.equal(readings, 1);
  }
});

test('what failed readings were to read is read by the next, and is a change', async (t) => {
  const { reader } = createTree(t);
  await reader.read(EVERYTHING, () => true);
  const fail = (): boolean => {
    throw new Error('the disk does not work');
  };
  const asked: Dirty[] = [];
  const note = (dirty: Dirty) => asked.push(dirty) === 0;
  await assert.rejects(reader.read(DIRTY, fail), /the disk does not work/);
  await assert.rejects(reader.read({ ...DIRTY, paths: new Set(['b.md']) }, fail));
  assert.equal(await reader.read({ ...DIRTY, paths: new Set(['c.md']) }, note), true);
  assert.equal(await reader.read(DIRTY, note), false);
  assert.deepEqual(asked, [{ paths: new Set(['a.md', 'b.md', 'c.md']), everything: true }, DIRTY]);
});

test('of more paths than are listed that a failed reading was to read, none is', async (t) => {
  const { reader } = createTree(t);
  await reader.read(EVERYTHING, () => true);
  const paths = new Set(Array.from({ length: MAX_PATHS }, (_, index) => `${index}.md`));
  await assert.rejects(
    reader.read({ paths, everything: false }, () => {
      throw new Error('the disk does not work');
    }),
  );
  const asked: Dirty[] = [];
  await reader.read(DIRTY, (dirty) => asked.push(dirty) > 0);
  assert.deepEqual(asked, [EVERYTHING]);
});
