import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { readFont } from './read-font.ts';

const MAX_BYTES = 70_000;
const FOLDER = join(REPOSITORY, 'site/ui/fonts');
const CSS = readFileSync(join(REPOSITORY, 'site/ui/styles/fonts.css'), 'utf8');

const files = readdirSync(FOLDER).filter((file) => /\.(?:woff2|ttf)$/.test(file));
const bytesOf = new Map(files.map((file) => [file, readFileSync(join(FOLDER, file))]));
const faces = [...CSS.matchAll(/@font-face \{[^}]*src: url\("([^"]+)"\)[^}]*\}/g)];

test('the fonts of a page weigh little, and are sent as they are', () => {
  const onPages = files.filter((file) => file.endsWith('.woff2'));
  const named = faces.map(([, file]) => file?.replace('../fonts/', ''));
  assert.deepEqual(named.sort(), onPages);
  const bytes = onPages.map((file) => bytesOf.get(file)?.length ?? Number.NaN);
  assert.ok(bytes.reduce((sum, length) => sum + length) <= MAX_BYTES);
  assert.equal(mediaTypeOf('testimony-serif.woff2'), 'font/woff2');
  assert.equal(isCompressible('font/woff2'), false);
});

test('a style sheet names the very characters that its fonts have', () => {
  for (const [face, path = ''] of faces) {
    const [, ranges = ''] = /unicode-range:([^;]+);/.exec(face) ?? [];
    const font = readFileSync(join(REPOSITORY, 'site/ui/styles', path));
    assert.deepEqual(readRanges(ranges), readFont(font).characters, path);
  }
});

test('images have all characters of pages, and Greek and Cyrillic ones', () => {
  const [serif, sans, onPages] = [
    'testimony-serif-600.ttf',
    'testimony-sans-400.ttf',
    'testimony-sans.woff2',
  ].map((file) => readFont(bytesOf.get(file) ?? assert.fail(file)).characters);
  assert.deepEqual(serif, sans);
  assert.ok(new Set(onPages).isSubsetOf(new Set(serif)));
  for (const character of 'ΩωЖжỄễ') assert.ok(serif?.includes(character.codePointAt(0) ?? 0));
});

// OFL 1.1, conditions 2 and 3.
test('a font has a name of its own, with its copyright and licence', () => {
  for (const [file, bytes] of bytesOf) {
    const { names } = readFont(bytes);
    assert.match(names.get(0) ?? '', /^© .* Adobe/, file);
    assert.match(names.get(13) ?? '', /SIL Open Font License, Version 1\.1/, file);
    const rest = [...names].filter(([id]) => id !== 0 && id !== 13);
    assert.doesNotMatch(rest.map(([, name]) => name).join('\n'), /source/i, file);
    assert.equal(names.get(1), file.includes('serif') ? 'Testimony Serif' : 'Testimony Sans');
  }
});

function readRanges(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
