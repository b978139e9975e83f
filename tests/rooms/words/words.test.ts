import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const LANGUAGES = ['en', 'es', 'ar', 'de', 'xx'];

/** Stands for a name, a number and for facts: what a sentence is given. */
const FACTS = { author: 'A', business: 'A', count: 2, date: 'A', mean: 2, name: 'A', title: 'A' };
const SUMMARY = { from: 'A', to: 'B', fives: 2, withText: 2, praising: 2, criticising: 1 };
const JUDGED = {
  judging: 2,
  both: 1,
  set: 'A',
  found: '2',
  praise: '2',
  criticism: '1',
  right: '2',
};
const GIVEN = Object.assign(new String('2'), {
  ...FACTS,
  ...SUMMARY,
  ...JUDGED,
  total: 2,
  url: 'A',
});

/** What a catalogue says, under the names of its members. */
function sentencesOf(words: object, path = ''): Map<string, string> {
  const said = new Map<string, string>();
  for (const [name, value] of Object.entries(words)) {
    const at = `${path}.${name}`;
    if (typeof value === 'string') said.set(at, value);
    else if (typeof value === 'function') said.set(at, String(value(GIVEN, GIVEN, GIVEN)));
    else for (const [inner, text] of sentencesOf(value, at)) said.set(inner, text);
  }
  return said;
}

const linksIn = (text: string) => text.match(/⟦[^⟦⟧]+⟧/gu)?.length ?? 0;

test('every language says everything, with the same links in the same sentences', () => {
  const english = sentencesOf(catalogueFor('en').words);
  assert.ok(english.size > 200);
  for (const language of LANGUAGES) {
    const said = sentencesOf(catalogueFor(language).words);
    assert.deepEqual([...said.keys()], [...english.keys()], language);
    for (const [name, text] of said) {
      assert.equal(linksIn(text), linksIn(english.get(name) ?? ''), `${language}${name}`);
    }
  }
});

test('a link in a sentence is closed, and none stands in another', () => {
  for (const language of LANGUAGES) {
    for (const [name, text] of sentencesOf(catalogueFor(language).words)) {
      assert.doesNotMatch(text.replaceAll(/⟦[^⟦⟧]+⟧/gu, ''), /[⟦⟧]/u, `${language}${name}`);
    }
  }
});

test('nothing is said of what is missing, and typographic marks are the right ones', () => {
  for (const [name, text] of sentencesOf(catalogueFor('en').words)) {
    assert.doesNotMatch(
      text,
      /\bNaN\b|undefined|\[object|\s\s|\s$|["']|\.\.\./,
      `${name}: ${text}`,
    );
  }
});

const BRITISH =
  /\b\w*(?:(?:critic|recogn|summar|organ|author|normal)is(?:e|ing)|analys(?:ed?|ing)\b|colour|favour|behaviour|centre|licence|judgement|spelt|labelled|cancelled|towards|whilst)/i;

test('readers are addressed in American English, on pages, in the documentation and in the changelog', () => {
  for (const [name, text] of sentencesOf(catalogueFor('en').words)) {
    assert.doesNotMatch(text, BRITISH, name);
  }
  const docs = join(REPOSITORY, 'site/docs');
  const files = readdirSync(docs).map((file) => join(docs, file));
  for (const file of [...files, join(REPOSITORY, 'README.md'), join(REPOSITORY, 'CHANGELOG.md')]) {
    // Names in code are what they are.
    const text = readFileSync(file, 'utf8').replaceAll(/```.*?```|`[^`]*`/gs, '');
    assert.doesNotMatch(text, BRITISH, file);
  }
});

test('a language without a catalogue is served in English, with the numbers of English', () => {
  const { words, formats } = catalogueFor('ar');
  assert.equal(words.site.home, 'Home');
  assert.deepEqual([formats.language, formats.direction], ['en', 'ltr']);
  assert.equal(catalogueFor('en-GB').formats.date('2026-01-02'), '2 January 2026');
});

test('a catalogue is made once', () => {
  assert.equal(catalogueFor('en'), catalogueFor('en'));
});
