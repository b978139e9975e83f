import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { languageOf } from '#words/words.ts';
import { siteOf } from '../../../../site/ui/lib/site.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf } from '../../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';

function publish(knowsLanguage: string[]) {
  const { business } = contentOf();
  return createDataset(contentOf({ business: { ...business, knowsLanguage } }), BASE_URL);
}

test('the pages are in the language of the dataset, and in English where it has no words', async () => {
  for (const [known, language] of [
    [[], 'en'],
    [['en-GB'], 'en-GB'],
    [['ar', 'en'], 'en'],
  ] as const) {
    const dataset = publish([...known]);
    const site = await siteOf(sourceOf(dataset));
    assert.equal(languageOf(dataset.business), dataset.language);
    assert.equal(site.businessLanguage, dataset.language);
    assert.equal(site.formats.language, language);
  }
});
