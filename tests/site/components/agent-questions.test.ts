import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentQuestions } from '../../../site/components/agent-questions.ts';
import { AWKWARD, AWKWARD_BUSINESS } from '../../artifacts/sample-datasets.ts';

test('questions name the business, and people and services that reviews mention', () => {
  const questions = agentQuestions(AWKWARD);
  assert.ok(questions[0]?.includes(AWKWARD_BUSINESS.name));
  for (const name of ['María López', '“Car accident”']) {
    assert.equal(questions.filter((question) => question.includes(name)).length, 1, name);
  }
});

test('whom and what no review mentions is not asked for', () => {
  const questions = agentQuestions({ ...AWKWARD, reviews: [] });
  assert.equal(questions.length, agentQuestions(AWKWARD).length - 2);
  for (const question of questions) assert.doesNotMatch(question, /López|Car accident/);
});

test('every question is a sentence', () => {
  for (const question of agentQuestions(AWKWARD)) assert.match(question, /^[A-Z].*[?.]$/);
});
