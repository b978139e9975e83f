import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternateFeeds, feedsOfList } from '../../../../site/ui/list/feeds-of-list.ts';

test('the feeds of a list have its filters, and are newest first from the first page on', () => {
  const query = { aspect: 'fees', max_rating: 2, sort: 'lowest', after: 'x' } as const;
  assert.deepEqual(feedsOfList(query), {
    atom: '/feed.xml?max_rating=2&aspect=fees',
    json: '/api/feed.json?max_rating=2&aspect=fees',
  });
  assert.deepEqual(feedsOfList({}), { atom: '/feed.xml', json: '/api/feed.json' });
});

test('a page names feeds of its own where its list is not that of all reviews', () => {
  assert.deepEqual(alternateFeeds({ rating: 5 }, 'Five stars'), [
    { type: 'application/atom+xml', title: 'Five stars (Atom)', href: '/feed.xml?rating=5' },
    {
      type: 'application/feed+json',
      title: 'Five stars (JSON Feed)',
      href: '/api/feed.json?rating=5',
    },
  ]);
  assert.deepEqual(alternateFeeds({ sort: 'oldest' }, 'All'), []);
});
