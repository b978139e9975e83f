import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describeTools, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { FilterShape } from '#search/question/search-query.ts';
import { GROUPINGS } from '#search/question/stats-query.ts';
import { TOOL_FORMS } from '../../agents/evaluations/tool-forms.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

const filled = sourceOf(AWKWARD);
const empty = sourceOf(datasetOf());
const ajv = new Ajv2020({ allErrors: true });

test('each tool takes and answers what its schemas describe, of many reviews and of none', async () => {
  const described = await describeTools(filled, TOOLS_WITH_CHATGPT);
  for (const { name, call } of TOOLS_WITH_CHATGPT) {
    const { inputSchema, outputSchema } =
      described.find((one) => one.name === name) ?? assert.fail(name);
    const schemas = [ajv.compile(inputSchema), ajv.compile(outputSchema)] as const;
    const [takes, answers] = schemas;
    const forms = TOOL_FORMS.flatMap(([tool, given]) => (tool === name ? [given] : []));
    const ofReviews = AWKWARD.reviews.map(({ id }) => ({ id }));
    for (const given of [...forms, ...(/^get_review$|fetch/.test(name) ? ofReviews : [])]) {
      assert.ok(takes(given), JSON.stringify(given));
      for (const source of [filled, empty]) {
        const answer = await call(given, source);
        if (!answer.ok) continue;
        assert.ok(
          answers(JSON.parse(JSON.stringify(answer.answer))),
          `${name} ${ajv.errorsText(answers.errors)}`,
        );
      }
    }
  }
});

test('each question has one tool, and each filter one description, which groups name too', async () => {
  const described = await describeTools(filled);
  const questions = described.flatMap(({ description }) => description.match(/"[^"]+\?"/g) ?? []);
  assert.ok(questions.length >= 8);
  assert.equal(new Set(questions).size, questions.length);
  for (const { name, inputSchema } of described) {
    const undescribed = Object.entries(inputSchema.properties ?? {}).flatMap(
      ([argument, { description }]) => (description === undefined ? [argument] : []),
    );
    const isStats = name === 'get_review_stats';
    assert.deepEqual(undescribed, isStats ? Object.keys(FilterShape) : [], name);
    const { group_by: groups } = inputSchema.properties ?? {};
    if (isStats) assert.ok(groups?.description?.includes(`One of ${GROUPINGS.join(', ')}, or`));
  }
});

test('descriptions stay short whatever people, services, places and sources are called', async () => {
  for (const text of ['word ', 'x', '👩', 'ጠበቃው ', 'QZXK']) {
    const long = text.repeat(100).slice(0, 480);
    const names = Array.from({ length: 30 }, (_, at) => ({
      id: `${at}-qzxkvjwq-kzjx`.padEnd(64, 'qzxkvjw-'),
      name: `${at} ${long}`,
      aliases: [],
      jobTitle: `${long} ${at}`,
    }));
    const { aggregateRating, ...head } = await filled.head();
    const bySource = aggregateRating.bySource.map((one) => ({ ...one, publisher: long }));
    const wordy = {
      ...filled,
      names: { technicians: names, services: names, serviceAreas: names, aspects: names },
      head: async () => ({ ...head, aggregateRating: { ...aggregateRating, bySource } }),
    };
    const tokens = countTokens(JSON.stringify(await describeTools(wordy, TOOLS_WITH_CHATGPT)));
    assert.ok(tokens <= 4000, `${text} ${tokens}`);
  }
});
