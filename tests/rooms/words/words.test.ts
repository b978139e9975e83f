import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import en from '#words/en.json' with { type: 'json' };
import es from '#words/es.json' with { type: 'json' };
import { catalogueFor } from '#words/words.ts';

type Tree = { readonly [name: string]: string | Tree };

/** All messages of a language, by their keys. */
function messagesOf(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : messagesOf(value, `${path}${name}.`),
  );
}

const ENGLISH = new Map(messagesOf(en));

/** The arguments and links that a message names, each once, in order. */
function slotsOf(text: string, language: string): string[] {
  const slots = new Set<string>();
  JSON.stringify(new IntlMessageFormat(text, language).getAst(), (_, node: unknown) => {
    const isElement = typeof node === 'object' && node && 'type' in node && 'value' in node;
    const mark = isElement && node.type === TYPE.tag ? '<' : '';
    if (isElement && node.type !== TYPE.literal) slots.add(`${mark}${node.value}`);
    return node;
  });
  return [...slots].toSorted();
}

test('every language has the same messages, with the same arguments and links', () => {
  assert.ok(ENGLISH.size > 200);
  const spanish = new Map(messagesOf(es));
  assert.deepEqual([...spanish.keys()], [...ENGLISH.keys()]);
  for (const [key, text] of ENGLISH) {
    assert.deepEqual(slotsOf(spanish.get(key) ?? '', 'es'), slotsOf(text, 'en'), key);
  }
});

test('typographic marks are the right ones', () => {
  for (const [key, text] of ENGLISH) {
    assert.doesNotMatch(text, /\s\s|^\s|\s$|["']|\.\.\./, `${key}: ${text}`);
  }
});

test('a link of a message is a part of its own, and no mark-up of a name is one', () => {
  const { t, parts } = catalogueFor('en');
  assert.deepEqual(parts('site.publishedBy', { business: '<a>A</a> {b} ’' }).slice(0, 2), [
    'This site is published by ',
    { link: '<a>A</a> {b} ’' },
  ]);
  assert.match(t('site.publishedBy', { business: 'A & B' }), /^This site is published by A & B, /);
});

test('a catalogue is made once, writes numbers as its language does, and names a missing argument', () => {
  const english = catalogueFor('en');
  assert.equal(catalogueFor('en'), english);
  assert.equal(english.t('list.found', { value: 1204 }), '1,204 reviews');
  assert.throws(() => english.t('site.name'), /business/);
});

test('a language without a catalogue is served in English, with the numbers of English', () => {
  const { t, formats } = catalogueFor('ar');
  assert.equal(t('site.home'), 'Home');
  assert.deepEqual([formats.language, formats.direction], ['en', 'ltr']);
  assert.equal(catalogueFor('en-GB').formats.date('2026-01-02'), '2 January 2026');
});
