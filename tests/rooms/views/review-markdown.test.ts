import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownToMdast } from 'satteri';
import { VerificationMethod } from '#dataset/schema/stored-review.ts';
import { renderReviewMarkdown } from '#views/review-markdown.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { AWKWARD, datasetOf, NAMED } from '../artifacts/sample-datasets.ts';
import { type MarkdownNode, nodesIn, textIn } from './markdown-nodes.ts';

const awkward = sourceOf(AWKWARD);
const render = async (id: string, source = awkward) =>
  Buffer.from(await renderReviewMarkdown(source, id)).toString();

test('a review is a heading, facts, its text, the reply and its addresses', async () => {
  const { business } = contentOf();
  const reviews = [
    storedReview({
      id: 'everything',
      name: 'Thanks, Maria',
      dateModified: '2026-10-05',
      rating: 4.5,
      inLanguage: 'es-MX',
      source: { name: 'Google', url: 'https://maps.example/r?a=1&b=2' },
      relationship: 'family',
      reviewBody: 'My divorce and the car crash in Fairhaven:\nMaría López did it.\n\n*Twice.*',
      ownerReply: { text: 'Thanks <3', datePublished: '2026-10-07', dateModified: '2026-10-08' },
    }),
    storedReview({ id: 'rating-only', rating: 1, reviewBody: '' }),
  ];
  const license = 'https://creativecommons.org/publicdomain/zero/1.0/';
  const dataset = datasetOf({ ...NAMED, business: { ...business, license }, reviews });
  const source = sourceOf(dataset);
  assert.equal(
    await render('everything', source),
    `# Thanks, Maria

- Business: Harbor Law
- Rating: 4.5 out of 5 stars
- Author: Jane D.
- Published: 2026-10-03
- Edited by the reviewer: 2026-10-05
- Source: [Google](<https://maps.example/r?a=1\\&b=2>)
- Verification: 2026-10-03. The reviewer answered an invitation that Harbor Law sends to its clients.
- Connection to the business: The reviewer is related to somebody at Harbor Law.
- Language: es-MX
- People: María López
- Services: Car accident, Divorce
- Places: Fairhaven

> My divorce and the car crash in Fairhaven:\\
> María López did it.
>
> \\*Twice.\\*

## Reply from Harbor Law, 2026-10-08

> Thanks \\<3

- Page: <https://reviews.harborlaw.example/reviews/everything/>
- This review as data: <https://reviews.harborlaw.example/reviews/everything.json>
- License: <${license}>
`,
  );
  assert.equal(
    await render('rating-only', source),
    `# Review by Jane D.

- Business: Harbor Law
- Rating: 1 out of 5 stars
- Author: Jane D.
- Published: 2026-10-03
- Source: Google
- Verification: 2026-10-03. The reviewer answered an invitation that Harbor Law sends to its clients.
- Language: en

A rating without a text.

- Page: <https://reviews.harborlaw.example/reviews/rating-only/>
- This review as data: <https://reviews.harborlaw.example/reviews/rating-only.json>
- License: <${license}>
`,
  );
});

test('whatever stands in names and texts, the document keeps its structure', async () => {
  for (const review of AWKWARD.reviews) {
    const markdown = await render(review.id);
    const tree: MarkdownNode = markdownToMdast(markdown, { features: { gfm: false } });
    const kinds = tree.children?.map(({ type }) => type);
    const { reviewBody, ownerReply, name, author } = review;
    const text = reviewBody === '' ? 'paragraph' : 'blockquote';
    const reply = ownerReply ? ['heading', 'blockquote'] : [];
    assert.deepEqual(kinds, ['heading', 'list', text, ...reply, 'list'], review.id);
    const [title] = tree.children ?? [];
    assert.equal(
      title && textIn(title),
      (name ?? `Review by ${author.name}`).replaceAll(/\s+/g, ' '),
    );
    const quotes = nodesIn(tree).filter(({ type }) => type === 'blockquote');
    const texts = [reviewBody, ownerReply?.text ?? ''].filter((one) => one !== '');
    assert.deepEqual(quotes.map(textIn), texts);
    const links = nodesIn(tree).filter(({ type }) => type === 'link');
    const own = `${AWKWARD.baseUrl}/reviews/${review.id}`;
    const source = review.isBasedOn ? [review.isBasedOn] : [];
    const addresses = [...source, `${own}/`, `${own}.json`, AWKWARD.business.license];
    assert.deepEqual(
      links.map(({ url }) => url),
      addresses,
    );
    assert.ok(!nodesIn(tree).some(({ type }) => /html|code|image|emphasis|strong/.test(type)));
  }
});

test('every way of verification is told', async () => {
  const told = VerificationMethod.options.map(async (method, index) => {
    const verification = { status: 'verified', method, date: '2026-10-03' } as const;
    const reviews = [storedReview({ id: `review-${index}`, verification })];
    const markdown = await render(`review-${index}`, sourceOf(datasetOf({ reviews })));
    return /^- Verification: 2026-10-03\. (.+\.)$/m.exec(markdown)?.[1];
  });
  const sentences = new Set(await Promise.all(told));
  assert.equal(sentences.size, VerificationMethod.options.length);
  assert.ok(!sentences.has(undefined));
});

test('a review that is not published is an error', async () => {
  await assert.rejects(render('gone-1'), /no review gone-1/);
});
