import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { REPOSITORY } from '../../../support/run-script.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const DOCKERFILE = read('scripts/deploy/Dockerfile').replaceAll('\\\n', '');
const LAST_STAGE = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM'));
const { dependencies, imports } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    // Browsers load another file.
    imports: z.record(
      z.string(),
      z.union([z.string(), z.object({ node: z.string() }).transform(({ node }) => node)]),
    ),
  })
  .parse(JSON.parse(read('package.json')));

/** What runs in the image: the service, and the commands of its operators. */
const ENTRIES = [
  'sidecar/main.ts',
  'scripts/hub/main.ts',
  'scripts/confirm.ts',
  'scripts/backup.ts',
];
/** What Node.js loads: no types, but threads. */
const LOADED =
  /^(?:import|export)\b(?! type\b)[^;]*?\bfrom '([^']+)'|\b(?:import|new URL)\('([^']+)'/gm;

/** The files of ours that these load sooner or later, and the packages that those import. */
function follow(entries: readonly string[]) {
  const [files, packages] = [new Set(entries), new Set<string>()];
  for (const file of files) {
    if (!file.endsWith('.ts')) continue;
    for (const [, imported, asked] of read(file).matchAll(LOADED)) {
      const name = imported ?? asked ?? '';
      if (name.startsWith('.')) files.add(normalize(join(file, '..', name)));
      else if (name.startsWith('#')) files.add(inRepository(name));
      else if (/^@?[a-z]/.test(name) && !/^(?:node|https?):/.test(name)) packages.add(nameOf(name));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** The file that a name of package.json's `imports` stands for. */
function inRepository(name: string): string {
  const [room = '', ...rest] = name.split('/');
  return normalize(imports[name] ?? imports[`${room}/*`]?.replace('*', rest.join('/')) ?? name);
}

/** The package of a module. */
function nameOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

const { files, packages } = follow(ENTRIES);

test('the image has every file that the service and the commands of its operators load', () => {
  const copied = [...LAST_STAGE.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  assert.ok(files.length > 200 && copied.length > 4);
  const missing = files.filter(
    (file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  assert.deepEqual(missing, []);
});

test('of the packages the image has those that are imported, and no others', () => {
  const dropped = [...DOCKERFILE.matchAll(/ dependencies\.(\S+)/g)].map(([, name]) => name);
  const all = Object.keys(dependencies);
  assert.deepEqual(
    dropped.filter((name) => name === undefined || !all.includes(name)),
    [],
  );
  assert.ok(dropped.length > 0);
  const kept = all.filter((name) => !dropped.includes(name));
  assert.deepEqual(kept.sort(), packages);
});

test('the image has the Node.js that the project pins', () => {
  assert.match(DOCKERFILE, new RegExp(`^ARG NODE_IMAGE=node:${process.versions.node}-slim$`, 'm'));
});

test('of the repository, what is copied goes to the build, and nothing else', () => {
  const lines = read('scripts/deploy/Dockerfile.dockerignore').split('\n');
  const admitted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copied = [...DOCKERFILE.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.split('/', 1)[0] ?? ''),
  );
  assert.ok(lines.includes('*'));
  assert.deepEqual(admitted.sort(), [...new Set(copied)].sort());
});

test('compose.yaml looks after the service as the image does', () => {
  const Healthcheck = z.object({ test: z.array(z.string()) });
  const { services } = z
    .object({ services: z.object({ testimony: z.object({ healthcheck: Healthcheck }) }) })
    .parse(parse(read('scripts/deploy/compose.yaml')));
  const [, command = '[]'] = /^HEALTHCHECK .*CMD (.*)$/m.exec(DOCKERFILE) ?? [];
  assert.deepEqual(services.testimony.healthcheck.test, ['CMD', ...JSON.parse(command)]);
});

test('the image and the unit start the service with flags that this Node.js has, and alike', () => {
  const [, command = '[]'] = /^CMD (.*)$/m.exec(LAST_STAGE) ?? [];
  const [, ...args] = z.array(z.string()).parse(JSON.parse(command));
  const flags = args.slice(0, -1);
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--eval', '']);
  assert.deepEqual([status, String(stderr)], [0, '']);
  const unit = read('scripts/deploy/testimony.service');
  assert.ok(flags.length > 0 && unit.includes(`node ${args.join(' ')}\n`));
  const settings = LAST_STAGE.match(/\bMALLOC_\S+/g) ?? [];
  assert.ok(settings.length > 0 && unit.includes(`Environment=${settings.join(' ')}\n`));
});
