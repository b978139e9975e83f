import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelByPeer, labelSideByPeer, PEERS } from '../../../../scripts/lab/evaluate/peers.ts';

const [VADER, AFINN] = PEERS;
assert.ok(VADER && AFINN);

test('VADER gives the compound that its authors give', () => {
  // The first example of the README of cjhutto/vaderSentiment.
  assert.equal(VADER.score('VADER is smart, handsome, and funny.'), 0.8316);
});

test('AFINN sums what it gives each word', () => {
  assert.equal(AFINN.score('Cats are stupid.'), -2);
});

test('VADER is neutral within 0.05 of 0, and of two labels negative below 0', () => {
  const at = (score: number) => ({ ...VADER, score: () => score });
  assert.deepEqual(
    [0.05, 0.049, 0, -0.049, -0.05].map((score) => labelByPeer(at(score), '')),
    ['positive', 'neutral', 'neutral', 'neutral', 'negative'],
  );
  assert.deepEqual(
    [0.01, 0, -0.01].map((score) => labelSideByPeer(at(score), '')),
    ['positive', 'positive', 'negative'],
  );
});

test('AFINN is neutral at 0 alone', () => {
  const at = (score: number) => ({ ...AFINN, score: () => score });
  assert.deepEqual(
    [1, 0, -1].map((score) => labelByPeer(at(score), '')),
    ['positive', 'neutral', 'negative'],
  );
});
