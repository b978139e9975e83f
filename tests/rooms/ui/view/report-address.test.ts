import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportAddress } from '../../../../site/ui/view/report-address.ts';

const REVIEW = 'https://reviews.example/reviews/review-1/';
const SUBJECT = 'Report of the review review-1';
const email = 'hello@harborlaw.example';

test('a report goes to the page of the business, which gets the address of the review', () => {
  const reportUrl = 'https://harborlaw.example/report?form=2#top';
  const address = new URL(reportAddress({ reportUrl, email }, REVIEW, SUBJECT) ?? '');
  assert.deepEqual(
    [...address.searchParams],
    [
      ['form', '2'],
      ['review', REVIEW],
    ],
  );
  assert.equal(address.href.split('?')[0], 'https://harborlaw.example/report');
  assert.equal(address.hash, '#top');
});

test('without such a page it is an e-mail with subject and text (RFC 6068)', () => {
  const address = new URL(reportAddress({ email }, REVIEW, `${SUBJECT} & more?`) ?? '');
  assert.deepEqual([address.protocol, address.pathname], ['mailto:', email]);
  assert.equal(address.searchParams.get('subject'), `${SUBJECT} & more?`);
  assert.equal(address.searchParams.get('body'), REVIEW);
  // RFC 6068 §2: a space is %20, and + stands for itself.
  assert.doesNotMatch(address.search, /\+/);
});

test('a business that names neither has no address for reports', () => {
  assert.equal(reportAddress({}, REVIEW, SUBJECT), undefined);
});
