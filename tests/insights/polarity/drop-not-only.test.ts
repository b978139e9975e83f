import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropNotOnly } from '#insights/polarity/drop-not-only.ts';
import { tokenize } from '#insights/text/tokenize.ts';

const kept = (text: string) =>
  dropNotOnly(tokenize(text))
    .map((token) => token.text)
    .join(' ');

test('“not only” and the “but” that answers it are dropped', () => {
  assert.equal(kept('Not only fast, but also kind.'), 'fast , also kind .');
  assert.equal(kept('They were not only late but rude.'), 'they were late rude .');
});

test('a “but” that answers nothing stays, and so do “not” and “only” apart', () => {
  assert.equal(kept('Not only fast. But rude.'), 'fast . but rude .');
  assert.equal(kept('Not only fast but kind but dear'), 'fast kind but dear');
  assert.equal(kept('Only he did not call, but she did'), 'only he did not call , but she did');
});
