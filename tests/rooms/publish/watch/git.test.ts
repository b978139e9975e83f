import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Dirty } from '../../../../sidecar/publish/watch/debounce.ts';
import {
  CheckoutReader,
  findGitFolder,
  MAX_HOLD_MS,
} from '../../../../sidecar/publish/watch/git.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';

test('a lock of git is waited for until it was there too long, which is warned of once', async (t) => {
  const contentDir = createContentFolder(t, { '.git/HEAD': '', '.git/index.lock': '' });
  const lock = join(contentDir, '.git/index.lock');
  let time = 0;
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const reader = new CheckoutReader(contentDir, warn, undefined, () => (time += 1_000));
  for (let round = 0; round < 2; round++) {
    await reader.read(DIRTY, () => true);
    assert.ok(time > MAX_HOLD_MS);
    assert.equal(warnings.length, 1);
  }
  assert.match(warnings[0] ?? '', /index\.lock for 5 s.*delete the file/);
  rmSync(lock);
  writeFileSync(join(contentDir, '.git/config'), 'takes the inode');
  writeFileSync(lock, '');
  await reader.read(DIRTY, () => true);
  assert.equal(warnings.length, 2, 'another lock');
});

test('the git folder is found from any depth, and through the file of a worktree', (t) => {
  const repository = createContentFolder(t, {
    '.git/HEAD': '',
    'a/b/c.md': '',
    'relative/.git': 'gitdir: ../.git/worktrees/relative\n',
    'relative/content/c.md': '',
  });
  const away = createContentFolder(t, {
    '.git': `gitdir: ${repository}/.git/modules/away\n`,
    'content/.git': 'what is this',
  });
  for (const [folder, found] of [
    [repository, '.git'],
    [join(repository, 'a/b'), '.git'],
    [join(repository, 'relative/content'), '.git/worktrees/relative'],
    [away, '.git/modules/away'],
    [join(away, 'content'), '.git/modules/away'],
  ] as const) {
    assert.equal(findGitFolder(folder), join(repository, found));
  }
  assert.equal(findGitFolder(createFolder(t)), undefined);
});

const DIRTY: Dirty = { paths: new Set(['a.md']), everything: false };
const EVERYTHING: Dirty = { paths: new Set(), everything: true };

/** A working tree of git with two files, which a checkout makes another commit. */
function createTree(t: TestContext) {
  const contentDir = createContentFolder(t, { '.git/HEAD': '', 'a.md': 'one', 'b.md': 'one' });
  const git = join(contentDir, '.git');
  const lock = join(git, 'index.lock');
  // File systems count milliseconds: what is made in the same one as the folder would not show.
  utimesSync(git, 1, 1);
  const write = (name: string, text: string) => writeFileSync(join(contentDir, name), text);
  const reader = new CheckoutReader(contentDir, () => {});
  return {
    git,
    write,
    both: () => ['a.md', 'b.md'].map((name) => readFileSync(join(contentDir, name), 'utf8')),
    checkOut: (text: string) => {
      writeFileSync(lock, '');
      write('a.md', text);
      write('b.md', text);
      rmSync(lock);
    },
    /** Begins a checkout of the first file; the second follows. */
    beginCheckout: (text: string) => {
      writeFileSync(lock, '');
      write('a.md', text);
      setTimeout(() => {
        write('b.md', text);
        rmSync(lock);
      }, 50);
    },
    /** Reads by the reader: what each reading was asked for, and the result. */
    read: async (dirty: Dirty, during: (reading: number) => boolean | undefined = () => true) => {
      const asked: Dirty[] = [];
      const isChanged = await reader.read(dirty, (some) => {
        asked.push(some);
        return during(asked.length) ?? false;
      });
      return { asked, isChanged };
    },
  };
}

test('what does not change while it is read is read once, in a working tree or elsewhere', async (t) => {
  const { read } = createTree(t);
  await read(EVERYTHING);
  for (const isChanged of [true, false]) {
    assert.deepEqual(await read(DIRTY, () => isChanged), { asked: [DIRTY], isChanged });
  }
  const folder = createFolder(t);
  for (const contentDir of [folder, join(folder, 'nothing')]) {
    let readings = 0;
    const reader = new CheckoutReader(contentDir, () => {});
    assert.ok(await reader.read(DIRTY, () => ++readings > 0));
    assert.equal(readings, 1);
  }
});

test('a git that is always busy is read five times, and as a whole the next time', async (t) => {
  const { read, git } = createTree(t);
  let moves = 0;
  const { asked } = await read(EVERYTHING, () => void utimesSync(git, 1, 1 + ++moves));
  assert.equal(asked.length, 5);
  assert.deepEqual((await read(DIRTY)).asked, [{ ...DIRTY, everything: true }]);
});

test('a checkout that begins and ends while files are read has everything read again', async (t) => {
  const { read, checkOut, both } = createTree(t);
  const readings: string[][] = [];
  const { asked, isChanged } = await read(DIRTY, (reading) => {
    const [first = ''] = both();
    if (reading === 1) checkOut('two');
    readings.push([first, both()[1] ?? '']);
    return reading === 1;
  });
  assert.ok(isChanged);
  assert.deepEqual(readings, [
    ['one', 'two'],
    ['two', 'two'],
  ]);
  assert.ok(asked.every(({ everything }) => everything));
});

test('a checkout in progress is waited for, also one that began too soon after another to show in the time', async (t) => {
  const { read, git, write, beginCheckout, both } = createTree(t);
  const readings: string[][] = [];
  beginCheckout('two');
  await read(DIRTY, () => readings.push(both()) > 0);
  utimesSync(git, 1, 1);
  await read(DIRTY, (reading) => {
    const [first = ''] = both();
    if (reading === 1) {
      beginCheckout('three');
      write('b.md', 'three');
      utimesSync(git, 1, 1);
    }
    readings.push([first, both()[1] ?? '']);
    return true;
  });
  assert.deepEqual(readings, [
    ['two', 'two'],
    ['two', 'three'],
    ['three', 'three'],
  ]);
});
