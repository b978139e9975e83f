import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../support/run-script.ts';

const SHORT_LINES = 40;
const MAX_FILES = 14;
const OVERVIEW_LINES = 4;

/** Files of which each is one of a kind, which its folder names: they are short where there is little to say. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'a thread begins with a module of its own': /-worker\.ts$/,
  'a tool of agents a file': /^site\/agents\/tools\//,
  'an address a file': /^sidecar\/routes\//,
  'a view a file': /^site\/views\//,
  'a benchmark, its peers and what its processes run, a file each': /^scripts\/lab\/bench\//,
};

/** Short files with one importer, and why they are not in it. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  'another room imports it, by its one file': ['sidecar/hub/announced-ordinal.ts'],
  'those who list formats load nothing that writes them': ['site/formats/make-format.ts'],
  'a browser loads it when a list is first used': [
    'site/search/search-reviews.ts',
    'site/ui/scripts/without-eval.ts',
  ],
  'each kind of the hub’s work is a file': ['sidecar/hub/work/notices.ts'],
  'a check of files is with the others': ['site/dataset/check/hold-back-copies.ts'],
  'main.ts runs a command, and tests need the list of them': ['scripts/commands.ts'],
  'a process that imports has settings, which tests do not have': [
    'scripts/import/import-command.ts',
  ],
};

/** Names that files of several rooms have, and why that misleads nobody. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'a route, a method of MCP or a part of the description is named as what it serves': [
    'business.ts',
    'changes.ts',
    'hub-status.ts',
    'hub.ts',
    'mcp.ts',
    'reviews.ts',
    'search.ts',
    'since.ts',
    'stats.ts',
    'views.ts',
  ],
  'a command begins there': ['main.ts'],
  'what a thread and its server say to each other': ['messages.ts'],
  'each means its room’s own': [
    'aspects.ts',
    'columns.ts',
    'content.ts',
    'formats.ts',
    'mentions.ts',
    'peers.ts',
    'release.ts',
    'request.ts',
    'review-file.ts',
    'rows.ts',
    'values.ts',
    'words.ts',
  ],
  'a command is named as what it does, and what it calls as well': [
    'build.ts',
    'bundle.ts',
    'check-content.ts',
    'insights.ts',
  ],
};

/** Folders of site and sidecar that begin with no overview, and why. */
const WITHOUT_OVERVIEW: Readonly<Record<string, readonly string[]>> = {
  'routes and components: each begins with what it shows': ['site/pages', 'site/ui'],
  'sent to browsers as it is': ['site/public'],
};

const CODE = /\.(ts|js|mjs|astro)$/;
const IMPORT = /^import\s[^;]*;\n/gm;
const OVERVIEW = /^\s*\/\*(.*?)\*\//s;
const SPECIFIER = /\b(?:from|import|URL)\s*\(?\s*['"]([.#][^'"]+)['"]/g;

const files = ['site', 'sidecar', 'scripts'].flatMap((root) =>
  readdirSync(join(REPOSITORY, root), { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => CODE.test(file) && !file.includes('node_modules')),
);
const textOf = new Map(files.map((file) => [file, readFileSync(join(REPOSITORY, file), 'utf8')]));
const importers = readImporters();

/** Who imports each file; `#search/…` is `site/search/…`. */
function readImporters(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of textOf) {
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      const target = specifier.startsWith('#')
        ? `site/${specifier.slice(1)}`
        : join(dirname(file), specifier);
      found.set(target, (found.get(target) ?? new Set()).add(file));
    }
  }
  return found;
}

const listed = (exceptions: Readonly<Record<string, readonly string[]>>) =>
  Object.values(exceptions).flat().sort();

test('a short file that one other imports stands in that one, save those with a reason', () => {
  const isOneOfKind = (file: string) => Object.values(KINDS).some((kind) => kind.test(file));
  const short = files.filter((file) => {
    const [importer = '', ...others] = importers.get(file) ?? [];
    const lines = textOf.get(file)?.split('\n').length ?? 0;
    // Of an Astro component only what stands beside it can be tested with values.
    const isAlone = importer !== '' && others.length === 0 && !importer.endsWith('.astro');
    return file.endsWith('.ts') && isAlone && lines <= SHORT_LINES && !isOneOfKind(file);
  });
  assert.deepEqual(short.sort(), listed(SHORT));
});

test(`a folder holds ${MAX_FILES} files at most`, () => {
  const folders = [...Map.groupBy(files, dirname)];
  const large = folders.filter(([, { length }]) => length > MAX_FILES).map(([folder]) => folder);
  assert.deepEqual(large, []);
});

test('a file is found by its name alone, save those with a reason', () => {
  const counted = files.filter((file) => file.endsWith('.ts') && !file.startsWith('scripts/lab/'));
  const names = [...Map.groupBy(counted, (file) => basename(file))];
  const shared = names.filter(([, { length }]) => length > 1).map(([name]) => name);
  assert.deepEqual(shared.sort(), listed(SHARED));
});

test('nothing is called utils, helpers or index', () => {
  const isVague = /(?:^|\/)(?:utils?|helpers?|common|misc|index)(?:\/|\.[a-z]+$)/;
  const vague = files.filter((file) => isVague.test(file) && !/^site\/(pages|search)\//.test(file));
  assert.deepEqual(vague, []);
});

test('every room has a file of its name that begins with an overview, save those with a reason', () => {
  const folders = files.map((file) => file.split('/').slice(0, -1));
  const inRooms = folders.filter(([root, room]) => root !== 'scripts' && room !== undefined);
  const rooms = new Set(inRooms.map((folder) => folder.slice(0, 2).join('/')));
  const lacking = [...rooms].filter((room) => {
    const text = textOf.get(`${room}/${basename(room)}.ts`) ?? '';
    const [, comment = ''] = OVERVIEW.exec(text.replace(IMPORT, '')) ?? [];
    return comment.split('\n').filter((line) => /\w/.test(line)).length < OVERVIEW_LINES;
  });
  assert.deepEqual(lacking.sort(), listed(WITHOUT_OVERVIEW));
});
