import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternateFeeds, feedsOfList } from '../../../../../site/ui/lib/list/feeds-of-list.ts';

test('the feed of a list has what is new, whatever the order of the list', () => {
  assert.equal(feedsOfList({ sort: 'lowest', rating: 2 }).atom, '/feed.xml?rating=2');
  assert.equal(feedsOfList({ words: 'fees' }).json, '/api/feed.json?words=fees&sort=newest');
  assert.deepEqual(alternateFeeds({ sort: 'oldest' }, '', ''), []);
});
