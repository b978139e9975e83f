import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { fakeNpm } from './fake-npm.ts';

const SCRIPTS = ['setup.js', 'find-chromium.js', 'debian-install.js'];
/** A few packages of each kind stand for all. */
const FEW =
  /^$|^node_modules\/(astro|express|zod|semver|typescript|fast-check|playwright|node-.*-(x64|arm64))$/;
const QUIET = '--no-audit --no-fund --loglevel=error';
const OLD = `Object.defineProperty(process, 'version', { value: 'v20.1.0' });`;

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().default(''),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
});
const lockfile = Lockfile.parse(
  JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')),
);
const packages = Object.fromEntries(
  Object.entries(lockfile.packages).filter(([path]) => FEW.test(path)),
);

function toModule(script: string): string {
  return `data:text/javascript,${encodeURIComponent(script)}`;
}

type Clone = {
  readonly folder: string;
  /** Puts packages of the lockfile where npm would have put them. */
  readonly give: (kind: 'run' | 'dev') => void;
  /** Puts one of them there, in whatever version. */
  readonly put: (path: string, version?: string) => void;
  readonly setUp: (settings?: {
    readonly args?: readonly string[];
    readonly npm?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** What makes another machine of this one. */
    readonly machine?: string;
  }) => Outcome;
};

type Outcome = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The command lines that npm has got. */
  readonly calls: readonly string[];
};

/** A clone of the program in which nothing is installed. */
function clone(lifetime: Lifetime): Clone {
  const folder = createFolder(lifetime);
  for (const script of SCRIPTS) {
    cpSync(join(REPOSITORY, 'scripts', script), join(folder, 'scripts', script));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const put = (path: string, version = packages[path]?.version) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version }));
  };
  return {
    folder,
    put,
    give: (kind) => {
      for (const [path, { dev, devOptional, optional }] of Object.entries(packages)) {
        if (path !== '' && !optional && (kind === 'dev' || !(dev || devOptional))) put(path);
      }
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), '');
    },
    setUp: ({ args = [], npm, env = {}, machine = '' } = {}) => {
      const fake = fakeNpm(lifetime, npm);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--import', toModule(machine), join(folder, 'scripts/setup.js'), ...args],
        { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: fake.path, ...env } },
      );
      const calls = fake.calls();
      for (const { cwd } of calls) assert.equal(cwd, folder);
      return { status, stdout, stderr, calls: calls.map((call) => call.args) };
    },
  };
}

const QUIETLY = { status: 0, stdout: '', stderr: '', calls: [] };

/** The Node.js package for this machine, if there is one. */
const PINNED = `node_modules/node-linux-${process.arch}`;
const onLinux = { skip: process.platform !== 'linux' || !(PINNED in packages) };

test('where what the run needs is there, nothing is installed and nothing is said', (t) => {
  const { give, setUp } = clone(t);
  give('run');
  assert.deepEqual(setUp(), QUIETLY);
});

const CI = `ci --omit=dev --include=optional ${QUIET}`;
const CI_DEV = `ci --include=dev --include=optional ${QUIET}`;
const INSTALL = `install --no-save --omit=dev --include=optional ${QUIET}`;
const INSTALL_DEV = `install --no-save --include=dev --include=optional ${QUIET}`;
const zod = packages['node_modules/zod']?.version;

/** What is in a clone, what is asked of the set-up, what npm gets, and what is printed. */
type Installation = {
  readonly what: string;
  readonly give?: 'run' | 'dev';
  readonly change?: (clone: Clone) => void;
  readonly asks?: Parameters<Clone['setUp']>[0];
  readonly call: string;
  readonly prints: RegExp;
  readonly skip?: boolean;
};

const INSTALLATIONS: readonly Installation[] = [
  {
    what: 'on a fresh clone the service’s packages are installed, and no others',
    call: CI,
    prints:
      /^Installing the packages that the service needs, from package-lock\.json \(once, .* less\) \.{3}\n$/,
  },
  ...[{}, { NODE_ENV: 'production', npm_config_omit: 'dev' }].map((env) => ({
    what: `the tests’ packages are installed as well for tests: ${JSON.stringify(env)}`,
    asks: { args: ['--dev'], env },
    call: CI_DEV,
    prints: /^Installing the packages that the service and its tests need,/,
  })),
  {
    what: 'a package of another version is replaced',
    give: 'run',
    change: ({ put }) => put('node_modules/zod', '1.0.0'),
    call: INSTALL,
    prints: new RegExp(`^Installing missing packages: zod ${zod} \\.{3}\\n$`),
  },
  {
    what: 'tests run on the pinned Node.js, which is installed where it is missing',
    give: 'dev',
    change: ({ put }) => put(PINNED, '24.0.0'),
    asks: { args: ['--dev'] },
    call: INSTALL_DEV,
    prints: new RegExp(`: ${PINNED.slice(13)} ${packages[PINNED]?.version} \\.{3}\\n$`),
    ...onLinux,
  },
];

for (const { what, give, change, asks, call, prints, skip = false } of INSTALLATIONS) {
  test(what, { skip }, (t) => {
    const own = clone(t);
    if (give) own.give(give);
    change?.(own);
    const { status, stdout, calls } = own.setUp(asks);
    assert.equal(status, 0);
    assert.deepEqual(calls, [call]);
    assert.match(stdout, prints);
  });
}

test('where npm fails that is said in a sentence, and the command that follows does not run', (t) => {
  const { status, stderr } = clone(t).setUp({ npm: 'exit 7' });
  assert.equal(status, 1);
  assert.equal(
    stderr,
    'npm could not install it and ended with 7. It needs access to its registry for that.\n',
  );
});

test('what was broken off is installed again, whatever is there', (t) => {
  const { folder, give, setUp } = clone(t);
  give('run');
  // npm unpacks package.json before what it describes, and writes its record last.
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  const { status, stderr, calls } = setUp({ npm: 'kill -KILL $$' });
  assert.equal(status, 1);
  assert.match(stderr, /^npm could not install it and ended with SIGKILL\. /);
  assert.deepEqual(calls, [CI]);
});

test('on an older Node.js the service gets its own', onLinux, (t) => {
  const { folder, give, setUp } = clone(t);
  give('run');
  const npm = [
    'mkdir -p node_modules/.bin',
    'printf "#!/bin/sh\\necho v26.10.0\\n" > node_modules/.bin/node',
    'chmod +x node_modules/.bin/node',
    `mkdir ${PINNED} && echo '${JSON.stringify(packages[PINNED])}' > ${PINNED}/package.json`,
  ].join(' && ');
  const { status, stderr, calls } = setUp({ npm, machine: OLD });
  assert.deepEqual(calls, [INSTALL]);
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(readFileSync(join(folder, 'node_modules/.bin/node'), 'utf8').includes('v26'), true);
});

// npm does not fail where an optional package cannot be had.
for (const own of ['', PINNED]) {
  test(`an older Node.js, and ${own || 'none'} beside it: one sentence`, onLinux, (t) => {
    const { give, put, setUp } = clone(t);
    give('run');
    if (own !== '') put(own);
    const { status, stderr } = setUp({ machine: OLD });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Testimony needs Node\.js 24 or later; this is v20\.1\.0, and none .*\n$/,
    );
  });
}
