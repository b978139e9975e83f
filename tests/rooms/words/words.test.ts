import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
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
  const visit = (elements: readonly MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      switch (element.type) {
        case TYPE.literal:
        case TYPE.pound:
          return [];
        case TYPE.tag:
          return [`<${element.value}>`, ...visit(element.children)];
        case TYPE.plural:
        case TYPE.select:
          return [
            element.value,
            ...Object.values(element.options).flatMap(({ value }) => visit(value)),
          ];
        default:
          return [element.value];
      }
    });
  return [...new Set(visit(new IntlMessageFormat(text, language).getAst()))].toSorted();
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

test('a missing argument is an error that names it', () => {
  assert.throws(() => catalogueFor('en').t('site.name'), /business/);
});

test('numbers are written as the language does', () => {
  assert.equal(catalogueFor('en').t('list.found', { value: 1204 }), '1,204 reviews');
  assert.equal(catalogueFor('es').t('list.found', { value: 1 }), '1 reseña');
});

test('a language without a catalogue is served in English, with the numbers of English', () => {
  const { t, formats } = catalogueFor('ar');
  assert.equal(t('site.home'), 'Home');
  assert.deepEqual([formats.language, formats.direction], ['en', 'ltr']);
  assert.equal(catalogueFor('en-GB').formats.date('2026-01-02'), '2 January 2026');
});

test('a catalogue is made once', () => {
  assert.equal(catalogueFor('en'), catalogueFor('en'));
});
