import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { TOOLS, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { BRIDGE_DOCUMENTATION, bridgeEntry, hostsOf, httpEntry } from '#agents/install.ts';
import { MCP_LIMITS, PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { EXCERPT_LENGTH } from '#agents/tools/match-excerpt.ts';
import failureRule from '#artifacts/failure-rule.json' with { type: 'json' };
import { listReasons } from '#artifacts/hub-reasons.ts';
import { createDataset } from '#dataset/dataset.ts';
import { PLAIN_COLUMNS } from '#formats/review-columns.ts';
import { describeAccuracy } from '#insights/methodology.ts';
import { ErrorBody, errorBody } from '#openapi/error-body.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { CHANGE_KINDS } from '#search/changes/change-log.ts';
import { MAX_CHANGES } from '#search/changes/changes.ts';
import { KEPT_MS, KEPT_ROWS } from '#search/changes/kept-log.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import meanings from '#search/request/error-codes.json' with { type: 'json' };
import { parseParameters } from '#search/request/parameters.ts';
import { ColumnMap } from '../../../scripts/import/columns/column-map.ts';
import { VARIABLES } from '../../../sidecar/config/variables.ts';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { problemsOf } from '../../support/content-files.ts';
import { createFolder } from '../../support/content-folder.ts';
import { contentOf } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { inlineComponents } from '../openapi/description.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const DOCS = readdirSync(join(REPOSITORY, 'site/docs')).map((name) => `site/docs/${name}`);
const GUIDES = ['README.md', '.github/CONTRIBUTING.md', '.github/RULES.md'];
const ALL = [...GUIDES, '.github/SECURITY.md', ...DOCS];

/** The rows of all tables of a file whose first column has this name. */
function rowsOf(path: string, firstColumn: string): string[][] {
  const tables = read(path).matchAll(/^\|.*\n\| -.*\n((?:\|.*\n)+)/gm);
  return [...tables]
    .filter(([table]) => cellsOf(table)[0] === firstColumn)
    .flatMap(([, rows = '']) => rows.trim().split('\n').map(cellsOf));
}

function cellsOf(row: string): string[] {
  const cells = row.split('\n', 1).join().split('|').slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('`', ''));
}

/** The blocks of code in a language. */
function examplesOf(path: string, language: string): string[] {
  const blocks = read(path).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, name]) => name === language).map(([, , code = '']) => code);
}

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
});
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
const openApi = renderOpenApi(createDataset(contentOf(), 'https://reviews.example'));
const { paths } = OpenApi.parse(inlineComponents(JSON.parse(Buffer.from(openApi).toString())));

test('every operation of openapi.json is a row of data.md, and the reverse', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => [path, operationId]),
  );
  // A row has one path with all its operations, or several of a kind with an operation each.
  const rows = rowsOf('site/docs/data.md', 'path').flatMap(([left = '', right = '']) => {
    const [names, operations] = [left.split(', '), right.split(', ')];
    assert.ok(names.length === 1 || names.length === operations.length, left);
    return operations.map((operation, at) => [names[at] ?? names[0], operation]);
  });
  assert.deepEqual(rows.sort(), described.sort());
});

test('every parameter of search is documented, and the reverse', () => {
  const parameters = paths['/api/reviews/search']?.get?.parameters ?? [];
  assert.deepEqual(
    rowsOf('site/docs/search.md', 'parameter').map(([name]) => name),
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  );
});

test('every column that tables of reviews share is documented, and there are no others', () => {
  assert.deepEqual(
    rowsOf('site/docs/data.md', 'column'),
    PLAIN_COLUMNS.map(({ name, type, description }) => [name, type, description]),
  );
});

test('every code of errors has its heading and its meaning, and there are no others', () => {
  const sections = read('site/docs/errors.md').split(/^### /m).slice(1);
  const documented = sections.map((section) => {
    const [code = '', text = ''] = section.split('\n\n');
    return [code, text.replaceAll('\n', ' ')];
  });
  assert.deepEqual(
    documented.map(([code]) => code),
    Object.keys(meanings),
  );
  for (const [index, meaning] of Object.values(meanings).entries()) {
    assert.ok(documented[index]?.[1]?.startsWith(meaning), meaning);
  }
  const [example = ''] = examplesOf('site/docs/errors.md', 'json');
  const { issues: described, ...shown } = ErrorBody.parse(JSON.parse(example));
  const issues = parseParameters('rating=9', SearchQuery, 'search').problems ?? [];
  const body = errorBody('http://localhost:8787', { ...shown, issues });
  assert.deepEqual({ ...shown, issues: described }, body);
});

test('every parameter of changes is documented, and the reverse, and so is every kind of change', () => {
  const parameters = paths['/api/reviews/changes']?.get?.parameters ?? [];
  const path = 'site/docs/mirrors.md';
  assert.deepEqual(
    rowsOf(path, 'parameter').map(([name]) => name),
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  );
  assert.deepEqual(
    rowsOf(path, 'kind').map(([kind]) => kind),
    CHANGE_KINDS,
  );
  const text = read(path);
  assert.ok(text.includes(`at most ${MAX_CHANGES.toLocaleString('en')} changes`));
  const kept = `than ${KEPT_MS / 86_400_000} days is dropped from it, but never the newest ${KEPT_ROWS.toLocaleString('en')}`;
  assert.ok(text.includes(kept), kept);
});

test('every variable of the configuration is documented, with its default', () => {
  const variables = [...VARIABLES].map(([name, { schema }]) => {
    const { default: written } = z.toJSONSchema(schema, { io: 'input' });
    return [name, String(written ?? '') || '–'];
  });
  const rows = rowsOf('site/docs/configuration.md', 'variable');
  const documented = rows.map(([name, fallback]) => [name, fallback]);
  assert.deepEqual(documented.sort(), variables.sort());
  assert.ok(rows.every(([, , meaning]) => meaning));
});

test('the numbers that hold by default are those of the configuration', () => {
  const shown = {
    'site/docs/data.md': [['RATE_LIMIT_PER_MINUTE', 600, '600 requests a minute']],
    'site/docs/websub.md': [
      ['HUB_LEASE_DEFAULT_SECONDS', 10 * 86_400, 'A lease lasts 10 days'],
      ['HUB_LEASE_MIN_SECONDS', 60, 'between 60 seconds'],
      ['HUB_LEASE_MAX_SECONDS', 30 * 86_400, 'and 30 days'],
      [
        'HUB_RETRY_DELAYS_SECONDS',
        '10,60,300,900,3600,10800',
        'tried again 10 seconds, 1, 5 and 15 minutes, 1 and 3 hours after',
      ],
      ['HUB_MIN_INTERVAL_SECONDS', 5, '5 seconds later at the earliest'],
      ['HUB_MAX_PENDING_PER_CLIENT', 30, 'of which 30 from one client,'],
      ['HUB_MAX_SUBSCRIPTIONS_PER_HOST', 100, '| 100 '],
      ['HUB_CALLBACK_PORTS', '443,1024-65535', 'port 443 or 1024 to 65535'],
    ],
  } as const;
  const defaults = new Map(
    rowsOf('site/docs/configuration.md', 'variable').map(([name, value]) => [name, value]),
  );
  for (const [path, numbers] of Object.entries(shown)) {
    for (const [name, value, text] of numbers) {
      assert.equal(defaults.get(name), String(value), name);
      assert.ok(read(path).includes(text), `${path}: ${text}`);
    }
  }
});

test('the rule of failures and every reason of the hub are documented in its words', () => {
  const path = 'site/docs/websub.md';
  const documented = rowsOf(path, 'what happened');
  assert.deepEqual(
    documented,
    listReasons().map(({ name, message, advice }) => [message, advice, name]),
  );
  const [, list = ''] =
    /^## Retries and failures\n\n((?:(?:- | {2}).*\n)+)/m.exec(read(path)) ?? [];
  const items = list.replaceAll('`', '').trim().slice(2).split('\n- ');
  assert.deepEqual(
    items.map((item) => item.replaceAll('\n  ', ' ')),
    failureRule,
  );
});

test('the table of the hub has the columns that are documented, and answers the queries', async (t) => {
  const path = 'site/docs/hub.md';
  const file = join(createFolder(t), 'hub.sqlite');
  await (await openStore({ databaseUrl: undefined, file })).close();
  using database = new DatabaseSync(file, { readOnly: true });
  const columns = rowsOf(path, 'column').flatMap(([names = '']) => names.split(', '));
  const [queries = ''] = examplesOf(path, 'sql');
  const all = [`SELECT ${columns} FROM testimony_subscriptions`, ...queries.split('\n\n')];
  assert.equal(all.length, 3);
  for (const sql of all) assert.deepEqual(database.prepare(sql).all(), [], sql);
});

test('every tool, revision and limit of MCP is documented', () => {
  const path = 'site/docs/agents.md';
  assert.deepEqual(
    rowsOf(path, 'tool').map(([name]) => name),
    TOOLS.map(({ name }) => name),
  );
  for (const { name } of TOOLS_WITH_CHATGPT) assert.ok(read(path).includes(`\`${name}\``), name);
  assert.ok(read(path).includes(`up to ${EXCERPT_LENGTH} characters`));
  for (const version of PROTOCOL_VERSIONS) assert.ok(read(path).includes(version), version);
  const limits = MCP_LIMITS;
  const stated = [
    `${limits.bodyBytes / 1024} kB`,
    `${limits.requestsPerMinute} a minute, and at most ${limits.requestsPerMinute / 2} at once`,
    `${limits.batchMessages}, each counted`,
    `${limits.streamsPerClient} for one client, ${limits.streams} in all, ${limits.streamMinutes} minutes`,
    `${limits.resourcesPerSession} for one session`,
  ];
  const rows = rowsOf(path, 'subject');
  for (const [index, limit] of stated.entries())
    assert.ok(rows[index]?.[1]?.startsWith(limit), limit);
});

test('every client is added in the documentation as on the page, and there are no others', () => {
  const [name, url] = ['reviews', 'http://localhost:8787/mcp'];
  const path = 'site/docs/agents.md';
  const added = hostsOf(name, url).map((host) => {
    const link = `[${host.name}](${host.documentation})`;
    if (host.kind === 'steps') return [link, host.menus.join(' → ')];
    if (host.kind === 'command') return [link, host.command];
    return [link, `${host.file}: ${JSON.stringify(host.entry)}`];
  });
  assert.deepEqual(rowsOf(path, 'client'), added);
  for (const entry of [httpEntry(name, url), bridgeEntry(name, url)]) {
    assert.ok(read(path).includes(`\`${JSON.stringify(entry)}\``), JSON.stringify(entry));
  }
  assert.ok(read(path).includes(BRIDGE_DOCUMENTATION));
});

test('the accuracy that the README states is that of the model card', () => {
  const { recall, precision } = describeAccuracy('law');
  assert.deepEqual(
    [...read('README.md').matchAll(/(\d+)\sof\s100/g)].map(([, stated]) => Number(stated)),
    [recall, precision].map((measured) => Math.round(100 * (measured?.value ?? Number.NaN))),
  );
});

test('the examples of content are right', () => {
  const path = 'site/docs/reviews.md';
  const [map = ''] = examplesOf('site/docs/import.md', 'yaml');
  const [removed = ''] = examplesOf(path, 'yaml');
  const [aspects = '', judged = ''] = examplesOf('site/docs/aspects.md', 'yaml');
  assert.equal(ColumnMap.safeParse(parse(map)).error, undefined);
  const [review = ''] = examplesOf(path, 'markdown');
  const files = { 'aspects.yaml': aspects, 'removed.yaml': removed, 'reviews/example.md': review };
  const problems = problemsOf(files).filter((problem) => !/ warning quotes: /.test(problem));
  assert.deepEqual(problems, []);
  const named = review.replace('rating: 5\n', `rating: 5\n${judged}`);
  const people = '- { id: linda-park, name: Linda Park, jobTitle: Paralegal }';
  const law = { 'aspects.yaml': 'use: law', 'technicians.yaml': people };
  const faults = problemsOf({ ...law, 'reviews/example.md': named });
  assert.deepEqual(
    faults.filter((problem) => !/ warning /.test(problem)),
    [],
  );
});

test('every member of a map for imports is documented, and there are no others', () => {
  const ofProgram = ['totals', 'about', 'columnsFrom', 'untried', 'recognizedBy'];
  assert.deepEqual(
    rowsOf('site/docs/import.md', 'member')
      .flatMap(([names = '']) => names.split(', '))
      .sort(),
    Object.keys(ColumnMap.shape)
      .filter((key) => !ofProgram.includes(key))
      .sort(),
  );
});

test('every script that is named exists', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const named = ALL.flatMap((path) => [...read(path).matchAll(/npm run ([\w:-]+\w)/g)]);
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(([, name = '']) => !(name in scripts)).map(([command]) => command),
    [],
  );
});

test('every path of the repository that is named exists', () => {
  const FOLDERS = /^(?:site|sidecar|scripts|tests|content|\.github|\.ci)\/[\w./-]*$/;
  for (const path of ALL) {
    const named = [...read(path).matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code);
    const missing = named.filter(
      (name) => FOLDERS.test(name) && !existsSync(join(REPOSITORY, name)),
    );
    assert.deepEqual(missing, [], path);
  }
});

test('every link to a file leads there, and to a heading of it', () => {
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
  for (const path of ALL) {
    // `../../actions/` is the page of the workflows, where the repository is hosted.
    for (const [, target = ''] of read(path).matchAll(
      /\]\(((?!https?:|..\/..\/actions\/)[^)\s]+)\)/g,
    )) {
      const [file = '', hash] = target.split('#');
      const linked = file === '' ? path : join(dirname(path), file);
      assert.ok(existsSync(join(REPOSITORY, linked)), `${path}: ${target}`);
      if (hash === undefined) continue;
      const slugs = [...read(linked).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        slugOf(title),
      );
      assert.ok(slugs.includes(hash), `${path}: ${target}`);
    }
  }
});

test('pages of the documentation link to each other alone, since others are not served', () => {
  for (const path of DOCS) {
    const links = read(path).matchAll(/\]\(((?!https?:|#)[^)\s]+)\)/g);
    const targets = [...links].map(([, target = '']) => target);
    const others = targets.filter((target) => !/^[\w-]+\.md(?:#|$)/.test(target));
    assert.deepEqual(others, [], path);
  }
});

test('the index lists every page once, as the navigation shows them', () => {
  const listed = [...read('site/docs/README.md').matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)/gm)];
  const names = ['README.md', ...listed.map(([, name = '']) => name)];
  assert.deepEqual(names.map((name) => `site/docs/${name}`).sort(), DOCS.toSorted());
});

test('the README has at most 90 lines, and guides can be read as they are', () => {
  assert.ok(read('README.md').split('\n').length - 1 <= 90);
  for (const path of GUIDES) {
    const lines = read(path).split('\n');
    const long = lines.filter((line) => line.length > 130);
    assert.deepEqual(long, [], path);
  }
});
