import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { initializeMessage, resultOf, send } from '../../support/mcp-client.ts';
import { tokensOf } from './agent.ts';
import { type Cost, evaluate } from './evaluation.ts';
import { AS_READ } from './questions/as-read.ts';
import { BUSINESS_FACTS } from './questions/business-facts.ts';
import { CRITICISM } from './questions/criticism.ts';
import { EVERYTHING } from './questions/everything.ts';
import { FIGURES } from './questions/figures.ts';
import { LARGE } from './questions/large.ts';
import { PEOPLE } from './questions/people.ts';
import { SPELLINGS } from './questions/spellings.ts';
import { TEXTS } from './questions/texts.ts';
import { TRAPS } from './questions/traps.ts';
import { demonstration, serve, thousandReviews } from './services.ts';

/** What the questions took when this was last written down. It may become less. */
const RECORDED = { calls: 79, tokens: 112_500 };
/** What the list of tools may take, which hosts send to their models with every request. */
const MOST_DEFINITIONS = 2_900;
const MOST_INSTRUCTIONS = 300;

const demo = await serve({ after }, demonstration());
const large = await serve({ after }, thousandReviews());

const GROUPS = {
  figures: { service: demo, evaluations: FIGURES },
  'facts of the business': { service: demo, evaluations: BUSINESS_FACTS },
  people: { service: demo, evaluations: PEOPLE },
  'praise and blame': { service: demo, evaluations: CRITICISM },
  'as readers answer': { service: demo, evaluations: AS_READ },
  texts: { service: demo, evaluations: TEXTS },
  everything: { service: demo, evaluations: EVERYTHING },
  traps: { service: demo, evaluations: TRAPS },
  'spellings of arguments': { service: demo, evaluations: SPELLINGS },
  'a thousand reviews': { service: large, evaluations: LARGE },
};

const costs = new Map<string, Cost[]>();

for (const [group, { service, evaluations }] of Object.entries(GROUPS)) {
  const ofGroup: Cost[] = [];
  costs.set(group, ofGroup);
  for (const evaluation of evaluations) {
    test(`the answer is right: ${evaluation.question}`, async (t) => {
      ofGroup.push(await evaluate(evaluation, service, t));
    });
  }
}

test('all questions together take no more calls and tokens than they did', (t) => {
  const sumOf = (all: readonly Cost[]) => ({
    questions: all.length,
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
  });
  const all = sumOf([...costs.values()].flat());
  const rows = [...costs, ['all', [...costs.values()].flat()] as const];
  for (const [group, ofGroup] of rows) {
    const { questions, calls, tokens } = sumOf(ofGroup);
    const figures = [questions, calls, tokens].map((value) =>
      value.toLocaleString('en').padStart(9),
    );
    t.diagnostic(`${group.padEnd(24)}${figures.join('')}`);
  }
  assert.ok(all.questions >= 40);
  assert.ok(all.calls <= RECORDED.calls, `${all.calls} calls`);
  assert.ok(all.tokens <= RECORDED.tokens, `${all.tokens} tokens`);
});

test(`the definitions of the tools take ${MOST_DEFINITIONS} tokens at most`, async (t) => {
  for (const { session, records } of [demo, large]) {
    const { tools } = resultOf(await session.ask('tools/list'));
    const tokens = tokensOf(JSON.stringify(tools));
    t.diagnostic(`${records.business.name}: ${tokens.toLocaleString('en')} tokens`);
    assert.ok(tokens <= MOST_DEFINITIONS, `${tokens} tokens`);
  }
});

test(`the instructions take ${MOST_INSTRUCTIONS} tokens at most`, async () => {
  const begun = resultOf(await send(demo.url, { body: initializeMessage('2025-11-25') }), 0);
  const tokens = tokensOf(z.string().parse(begun.instructions));
  assert.ok(tokens <= MOST_INSTRUCTIONS, `${tokens} tokens`);
});
