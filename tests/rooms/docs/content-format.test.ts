import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import {
  CONTENT_KINDS,
  renderContentSchema,
  renderContentSchemas,
  schemaLine,
} from '#dataset/schema/content-schemas.ts';
import { renderContentPage } from '../../../scripts/lab/schemas.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

function validatorOf(name: string) {
  const kind = CONTENT_KINDS.find((one) => one.name === name);
  assert.ok(kind, name);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(renderContentSchema(kind)));
}

test('the JSON Schemas in the content folder are those of the program: npm run schemas', () => {
  const written = readdirSync(join(REPOSITORY, 'content/schema')).map((name) => `schema/${name}`);
  assert.deepEqual(
    new Map(written.sort().map((path) => [path, read(`content/${path}`)])),
    new Map([...renderContentSchemas()].sort()),
  );
});

test('the page for editors is that of the schemas: npm run schemas', () => {
  assert.equal(read('site/docs/content.md'), renderContentPage());
});

test('the JSON Schemas accept the files of the demo; the one for reviews refuses what the checker refuses', () => {
  for (const { name, file } of CONTENT_KINDS) {
    const validate = validatorOf(name);
    const paths = globSync(file, { cwd: join(REPOSITORY, 'content') });
    assert.ok(paths.length > (name === 'review' ? 100 : 0), file);
    for (const path of paths) {
      const text = read(`content/${path}`);
      const value: object = parse(splitFrontMatter(text)?.frontMatter ?? text);
      assert.ok(validate(value), `${path}: ${JSON.stringify(validate.errors)}`);
      if (name !== 'review') continue;
      for (const wrong of [
        { raiting: 5 },
        { rating: 6 },
        { verification: { status: 'verified' } },
        { author: 'Jane D.' },
        { id: undefined },
      ]) {
        assert.ok(!validate(JSON.parse(JSON.stringify({ ...value, ...wrong }))), path);
      }
    }
  }
});

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys of a schema, wherever they stand. */
function* keysIn(schema: unknown, path: string): Generator<readonly [path: string, key: Node]> {
  if (Array.isArray(schema)) for (const one of schema) yield* keysIn(one, path);
  if (!isNode(schema)) return;
  const { properties, items, anyOf, oneOf } = schema;
  if (isNode(properties)) {
    for (const [name, key] of Object.entries(properties)) {
      assert.ok(isNode(key));
      yield [`${path}.${name}`, key];
      yield* keysIn(key, `${path}.${name}`);
    }
  }
  for (const part of [items, anyOf, oneOf]) yield* keysIn(part, path);
}

test('every key has a description, and examples that its own schema accepts', () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const kind of CONTENT_KINDS) {
    for (const [path, key] of keysIn(JSON.parse(renderContentSchema(kind)), kind.name)) {
      assert.equal(typeof key.description, 'string', path);
      if ('const' in key) continue;
      const examples: unknown[] = Array.isArray(key.examples) ? key.examples : [];
      assert.ok(examples.length > 0, `${path} has no example`);
      for (const example of examples) {
        assert.ok(ajv.validate(key, example), `${path}: ${JSON.stringify(example)}`);
      }
    }
  }
});

test('the first line of a file leads to its schema from any folder', () => {
  assert.equal(
    schemaLine('business', 'business.yaml'),
    '# yaml-language-server: $schema=./schema/business.schema.json',
  );
  const line = schemaLine('review', 'reviews/2026/10/2026-10-03-google-1.md');
  assert.equal(line, '# yaml-language-server: $schema=../../../schema/review.schema.json');
  const [example = ''] = [...read('site/docs/content.md').matchAll(/```markdown\n(.*?)```/gs)].map(
    ([, text]) => text,
  );
  const file = example.replace('---\n', `---\n${line}\n`);
  assert.equal(parseReview('reviews/2026/10/x.md', file).problems, undefined);
});
