import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { siteFactsOf } from '../../../../site/ui/view/site-facts.ts';
import { contentOf } from '../../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';
const CONTENT = contentOf();

for (const knowsLanguage of [['es', 'en'], ['de'], []]) {
  test(`the pages of a business that knows [${knowsLanguage}] are in the language of its dataset`, () => {
    const business = { ...CONTENT.business, knowsLanguage };
    const dataset = createDataset({ ...CONTENT, business }, BASE_URL);

    const { language } = siteFactsOf(BASE_URL, dataset.business);

    assert.equal(language, dataset.language);
    assert.equal(language, knowsLanguage[0] ?? 'en');
  });
}
