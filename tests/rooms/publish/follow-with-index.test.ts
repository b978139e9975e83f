import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexFollower } from '../../../sidecar/publish/follow-with-index.ts';
import type { RebuildMessage } from '../../../sidecar/publish/messages.ts';
import { SearchUpkeep } from '../../../sidecar/publish/search-upkeep.ts';
import { publishedReview } from '../../support/reviews.ts';
import { waitUntil } from '../../support/wait-until.ts';

const BEFORE = Array.from({ length: 300 }, (_, number) => publishedReview({ id: `r-${number}` }));
const EDITED = BEFORE.map((review) => ({ ...review, reviewBody: 'Edited.' }));
const BROKEN = [Buffer.from('{ "review": [\nno review\n] }\n')];

function createFollower() {
  const posted: RebuildMessage[] = [];
  const search = new SearchUpkeep();
  search.setBase(1, BEFORE);
  const follower = new IndexFollower({
    search,
    port: {
      post: (message) => posted.push(message),
      log: () => {},
      now: () => new Date(0),
      onRetry: () => {},
    },
  });
  const hasPosted = (count: number) => waitUntil('it is told', () => posted.length === count);
  return { follower, posted, hasPosted };
}

test('an index that cannot be built is told, and again where the next try fails', async () => {
  const { follower, posted, hasPosted } = createFollower();
  follower.want({ ordinal: 2, reviews: EDITED, reviewsJson: BROKEN });
  await hasPosted(1);
  const [fault] = posted;
  assert.ok(fault?.type === 'fault');
  assert.equal(fault.fault.what, 'the search index');
  await waitUntil('it may be tried again', () => {
    follower.retry();
    return posted.length === 2;
  });
  assert.equal(posted[1]?.type, 'fault');
});

test('it is no fault any more where the next release needs none', async () => {
  const { follower, posted, hasPosted } = createFollower();
  follower.want({ ordinal: 2, reviews: EDITED, reviewsJson: BROKEN });
  await hasPosted(1);
  await waitUntil('it is told', () => {
    follower.want({ ordinal: 3, reviews: BEFORE, reviewsJson: BROKEN });
    return posted.length === 2;
  });
  assert.deepEqual(posted[1], { type: 'recovered', what: 'the search index' });
  follower.retry();
  assert.equal(posted.length, 2);
});
