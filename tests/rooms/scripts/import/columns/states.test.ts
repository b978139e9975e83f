import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStates } from '../../../../../scripts/import/columns/states.ts';

for (const [header, values, closed] of [
  ['Status', ['Published', 'Deleted', 'published'], ['Deleted']],
  ['Review State', ['LIVE', 'in-review', 'In Review', 'IN REVIEW'], ['in-review', 'IN REVIEW']],
  ['comment_approved', ['1', '0', 'spam'], ['0', 'spam']],
  ['is_deleted', ['0', '1'], ['1']],
  ['deleted_at', ['', '2026-01-01T10:00:00Z'], ['2026-01-01T10:00:00Z']],
  ['Published', ['yes', ''], ['']],
  ['Hidden', ['', 'yes'], ['yes']],
  ['Status', ['Veröffentlicht', 'Abgelehnt', 'Ausstehend'], ['Abgelehnt', 'Ausstehend']],
  ['reviewState', ['1', '2'], ['1', '2']],
  ['Moderation', ['approved', ''], []],
  ['Curated', ['new', 'seen'], ['new', 'seen']],
  ['verified_by_shop', ['1', '0'], ['0']],
  ['reviewer_type', ['Verified', 'Not verified'], ['Not verified']],
  ['deleted_by', ['', 'Ann Vale'], ['Ann Vale']],
  ['Do not publish', ['', 'x'], ['x']],
  ['Not for publication', ['', 'asked by phone'], ['asked by phone']],
  ['Not private', ['yes', 'no'], ['yes', 'no']],
  ['Consent withdrawn', ['x', ''], ['x', '']],
  ['May we publish it? If not, say no', ['Yes', 'no'], ['no']],
  ['May we publish it?', ['Yes', 'Yes, but without my name', ''], ['Yes, but without my name', '']],
  ['Consent to publish', ['I agree', 'I do not agree'], ['I do not agree']],
] as const) {
  test(`a column "${header}" of ${values.join(', ')} is one of states`, () => {
    assert.deepEqual(readStates(header, values)?.closed, closed);
  });
}

for (const [header, values] of [
  ['Status', ['', ' ']],
  ['State', ['TX', 'CA']],
  ['Published', ['2026-01-01', '2026-01-02']],
  ['publishedAt', ['a month ago', '2 years ago']],
  ['Reply status', ['published', 'pending']],
  ['Invite Status', ['sent', 'opened']],
  ['Published via', ['Google', 'Yelp']],
  ['Approved by', ['Ann Vale', 'Bo Tarn']],
  ['Private message', ['Please call me', '']],
  ['user.isActive', ['true', 'false']],
  ['Ease of use', ['5', '4', '1']],
  ['Moderation', Array.from({ length: 30 }, (_, n) => `Talked about it, part ${n}`)],
] as const) {
  test(`a column "${header}" of ${values[0]} and so on is none of states`, () => {
    assert.equal(readStates(header, values), undefined);
  });
}
