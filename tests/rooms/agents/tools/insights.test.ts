import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { getInsights } from '#agents/tools/insights.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD_CONTENT, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const ASPECTS = [
  { id: 'responsiveness', name: 'Calls back', description: 'Calls.', terms: ['called back'] },
  { id: 'price', name: 'Price', description: 'What it costs.', terms: ['fee'] },
];
const source = sourceOf(datasetOf({ ...AWKWARD_CONTENT, aspects: ASPECTS }));
const insights = await source.insights();
const [someAspect = assert.fail()] = insights.aspects;

/** A source whose editors write so about everything that an overview has. */
function editedSource(text: string) {
  const finding = { text, aspect: 'value', evidence: ['everything'] };
  const findings = Array.from({ length: 30 }, () => finding);
  const summary = { ...insights.summary, headline: text, text, strengths: findings };
  const aspects = Array.from({ length: 60 }, (_, at) => ({
    ...someAspect,
    id: `aspect-number-${at}`,
    name: text,
    description: text,
    reviewCount: 60 - at,
  }));
  const business = { ...insights.business, name: text };
  const edited = { ...insights, business, aspects, summary: { ...summary, concerns: findings } };
  return { ...source, insights: async () => edited };
}

test('an overview stays short whatever editors write, and says where the rest is', async () => {
  for (const text of [
    'word ',
    'Word',
    '👩',
    '法律',
    'ጠበቃው ',
    'QZXK',
    'The staff were kind. ',
    '\n"',
  ]) {
    const overview = await callTool(getInsights, editedSource(text.repeat(500)));
    const tokens = countTokens(JSON.stringify(overview));
    assert.ok(tokens <= 1500, `${text} ${tokens}`);
    assert.equal(overview.aspects[2].id, 'aspect-number-2');
    const left = 60 - overview.aspects.length;
    const more = `${left} more aspects: get_insights {"section":"aspects"}`;
    assert.equal(overview.hints.at(-1), more);
  }
  const { aspects } = await callTool(getInsights, editedSource('Some words'));
  assert.equal(aspects.length, 15);
});

test('no answer is longer than hosts take, and what is cut is in insights.json', async () => {
  const edited = editedSource('word '.repeat(20_000));
  for (const [given, cut] of [
    [{ section: 'summary' }, /: headline, text, strengths \(the first 1 of 30\), concerns /],
    [{ section: 'aspects' }, /: aspects \(the first 1 of 60\), name, description\. The whole/],
    [{ aspect: 'price' }, /^Cut, as the answer is very long: name, description\. The whole is in /],
  ] as const) {
    const named = { ...edited.names, aspects: [{ id: 'price', name: 'Price', aliases: [] }] };
    const document = await edited.insights();
    const asked = {
      ...document,
      aspects: document.aspects.map((one) => ({ ...one, id: 'price' })),
    };
    const answer = await callTool(
      getInsights,
      { ...edited, names: named, insights: async () => asked },
      given,
    );
    assert.ok(countTokens(JSON.stringify(answer)) <= 20_000);
    assert.match(answer.hints[0], cut);
    assert.ok(answer.hints[0].endsWith(`The whole is in ${source.baseUrl}/insights.json.`));
  }
});

test('without reviews an overview has nothing that says nothing', async () => {
  const overview = await callTool(getInsights, sourceOf(datasetOf()));
  assert.equal(overview.reviewCount, 0);
  for (const absent of ['period', 'notice', 'hints']) assert.ok(!(absent in overview), absent);
});

test('an id or name of one kind comes before another name of another, in the order of the kinds', async () => {
  const of = (id: string, ...aliases: string[]) => ({
    id,
    name: `The ${id}`,
    aliases,
    jobTitle: '',
  });
  const [person = assert.fail()] = insights.entities.technicians;
  const [place = assert.fail()] = insights.entities.serviceAreas;
  const technicians = [of('austin'), of('dee', 'north')];
  const serviceAreas = [of('austin', 'ATX'), of('north')];
  const entities = {
    technicians: technicians.map(({ id }) => ({ ...person, id })),
    services: [],
    serviceAreas: serviceAreas.map(({ id }) => ({ ...place, id })),
  };
  const both = {
    ...source,
    names: { ...source.names, technicians, serviceAreas },
    insights: async () => ({ ...insights, entities }),
  };
  for (const [asked, type, id] of [
    ['austin', 'technician', 'austin'],
    ['ATX', 'service_area', 'austin'],
    ['north', 'service_area', 'north'],
    ['the dee', 'technician', 'dee'],
  ] as const) {
    const { entity } = await callTool(getInsights, both, { entity: asked });
    assert.deepEqual([entity.type, entity.id], [type, id], asked);
  }
});

test('of very many aspects, who asks for another hears some', async () => {
  const aspects = Array.from({ length: 45 }, (_, at) => ({
    id: `aspect-${at}`,
    name: `Aspect ${at}`,
    aliases: [],
  }));
  const many = { ...source, names: { ...source.names, aspects } };
  const message = await failureOf(getInsights, many, { aspect: 'qqqq' });
  assert.match(message, /There are aspect-0, .*, aspect-19 and 25 more\.$/);
});
