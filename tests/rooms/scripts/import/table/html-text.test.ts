import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkup } from '../../../../../scripts/import/read/table/html-text.ts';
import { createFolder } from '../run-in-folder.ts';

for (const [html, text] of [
  ['Great<br/>firm &#39;yes&#39; &lt;3', "Great\nfirm 'yes' <3"],
  ['<p>Great&#8217;s firm</p>', 'Great’s firm'],
  ['<p>One</p>\n<p class="last">Two</p>', 'One\n\nTwo'],
  ['<div>One</div>two<ul><li>a</li><li>b</li></ul>', 'One\ntwo\na\nb'],
  ['One<br />\ntwo<BR>three', 'One\ntwo\nthree'],
  ['A <strong>fair</strong> <a href="https://x.example/?a=1">price</a>', 'A fair price'],
  ['&amp;amp; and &lt;br&gt; once', '&amp; and <br> once'],
  ['if a < b and c > d then', 'if a < b and c > d then'],
  ['a <b and c> d, <3, <not a tag>, AT&T; & more', undefined],
  ['see x.example/?a=1&copy=2', undefined],
] as const) {
  test(`the text of ${html} is read`, () => assert.equal(readMarkup(html), text ?? html));
}

test('long runs of blanks and of open tags take no longer than their length', {
  timeout: 10_000,
}, () => {
  for (const part of [' ', '<p', '<p ', '<a b=', '<br>', '<p>\n']) {
    const long = part.repeat(50_000);
    assert.ok(readMarkup(`<p${long}x`).length <= long.length + 3);
  }
});

const HEADER = 'author,rating,date,title,text,reply,replyDate\n';
const ROWS = [
  'A &amp; B Ltd,5,2026-01-01,Great &hearts;,<p>Good.</p><p>Kind.</p>,Thank&nbsp;you,2026-01-02\n',
  'Tom Tarn,4,2026-01-02,,x<br>y,,\n',
  'Una Vale,3,2026-01-03,,a < b &#8203;&copy;,,\n',
];

test('where several cells hold HTML, all texts are read as it, with a remark', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.csv(HEADER + ROWS.join(''), '--source', 'Place', '--names', 'full');
  assert.match(
    out,
    /3 x the export contains HTML, which was converted to plain text \(line 2; line 3; line 4\)/,
  );
  const byDate = folder
    .load()
    .reviews.toSorted((a, b) => (a.datePublished < b.datePublished ? -1 : 1));
  assert.deepEqual(
    byDate.map(({ author, name, reviewBody, ownerReply }) => [
      ...[author.name, name, reviewBody, ownerReply?.text],
    ]),
    [
      ['A & B Ltd', 'Great ♥', 'Good.\n\nKind.', 'Thank\u00a0you'],
      ['Tom Tarn', undefined, 'x\ny', undefined],
      ['Una Vale', undefined, 'a < b ©', undefined],
    ],
  );
});

for (const [text, stored] of [
  ['It&#39;s great, and they called<br/>back', "It's great, and they called\nback"],
  ['Ask for the <br> tag', 'Ask for the <br> tag'],
  ['AT&T; and a < b > c and <3', 'AT&T; and a < b > c and <3'],
] as const) {
  test(`alone in its table, ${text} is stored as ${stored}`, async (t) => {
    const folder = createFolder(t);
    await folder.csv(`${HEADER}Ann Vale,5,2026-01-01,,"${text}",,\n`, '--source', 'Place');
    assert.equal(folder.load().reviews[0]?.reviewBody, stored);
  });
}

test('ids are made of the raw text, and what was stored as HTML is corrected once for all', async (t) => {
  const folder = createFolder(t);
  const [, ...others] = ROWS;
  const first = 'Ann Vale,5,2026-01-01,Great &hearts;,Good.<br>Kind.,Thank&nbsp;you,2026-01-02\n';
  const before = await folder.csv(HEADER + first, '--source', 'Place');
  assert.doesNotMatch(before.out, /HTML/);
  const [review] = folder.load().reviews;
  // The hash of author, date and text as they stand in the table.
  assert.equal(review?.id, 'place-34f393644ec9');
  assert.equal(review.reviewBody, 'Good.<br>Kind.');
  const all = await folder.csv(HEADER + first + others.join(''), '--source', 'Place');
  assert.match(all.out, /added +2\n.*changed +1\n/);
  const { out } = await folder.csv(HEADER + first, '--source', 'Place');
  assert.match(out, /changed +0\n.*unchanged +1\n/);
  const after = folder.load().reviews.find(({ id }) => id === review.id);
  assert.deepEqual(
    [after?.name, after?.reviewBody, after?.ownerReply?.text],
    ['Great ♥', 'Good.\nKind.', 'Thank\u00a0you'],
  );
});
