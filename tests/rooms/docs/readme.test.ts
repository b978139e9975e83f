import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createDataset } from '#dataset/dataset.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { ConfigSchema } from '../../../sidecar/config.ts';
import { problemsOf } from '../../support/content-files.ts';
import { contentOf } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const README = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');

/** The cells of the table whose first column has this name, a row each. */
function tableOf(firstColumn: string): string[][] {
  const rows = README.split('\n').map(cellsOf);
  const heading = rows.findIndex(([first]) => first === firstColumn);
  const table = rows.slice(heading + 2);
  return table.slice(
    0,
    table.findIndex((cells) => cells.length === 0),
  );
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

test('every operation of openapi.json is a row of the README, and the reverse', () => {
  const text = Buffer.from(
    renderOpenApi(createDataset(contentOf(), 'https://reviews.example')),
  ).toString();
  const { paths } = Description.parse(JSON.parse(text));
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => [path, operationId]),
  );
  assert.deepEqual(
    tableOf('path')
      .map((row) => row.slice(0, 2))
      .sort(),
    described.sort(),
  );
});

test('every variable of the configuration is a row of the README, with default and meaning', () => {
  const variables = Object.entries(ConfigSchema.shape).map(([name, schema]) => {
    // As it would be written, where what is read is another value.
    const { default: written } = z.toJSONSchema(schema, { io: 'input' });
    const fallback = written ?? schema.safeParse(undefined).data ?? '–';
    return [name, String(fallback), schema.description];
  });
  assert.deepEqual(tableOf('variable'), variables);
});

test('every script that the README and CONTRIBUTING name exists', () => {
  const contributing = readFileSync(join(REPOSITORY, '.github/CONTRIBUTING.md'), 'utf8');
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));
  const named = [...`${README}${contributing}`.matchAll(/npm run ([\w:-]+\w)/g)].map(
    ([, name]) => name,
  );
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter((name = '') => !(name in scripts)),
    [],
  );
});

test('the example of aspects.yaml in the README is right', () => {
  const [, example = ''] = /```yaml\n(use: [\s\S]+?)```/.exec(README) ?? [];
  assert.deepEqual(
    problemsOf({ 'aspects.yaml': example }).filter((problem) => !/ warning quotes: /.test(problem)),
    [],
  );
  assert.match(example, /pin: .*veto: /);
});
