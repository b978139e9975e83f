import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStates } from '../../../../../scripts/import/columns/states.ts';

for (const [header, values, closed] of [
  ['Status', ['Published', 'Deleted', 'published'], ['Deleted']],
  ['Review State', ['LIVE', 'in-review', 'In Review', 'IN REVIEW'], ['in-review', 'IN REVIEW']],
  ['comment_approved', ['1', '0', 'spam'], ['0', 'spam']],
  ['isApproved', ['true', 'false'], ['false']],
  ['is_deleted', ['0', '1'], ['1']],
  ['deleted_at', ['', '2026-01-01T10:00:00Z'], ['2026-01-01T10:00:00Z']],
  ['curated', ['ok', 'spam', 'not-yet'], ['spam', 'not-yet']],
  ['visibility', ['public', 'private'], ['private']],
  ['meta.moderationStatus', ['approved', '2'], ['2']],
  ['Review Verified', ['Unverified'], ['Unverified']],
  ['Published', ['yes', ''], ['']],
  ['Hidden', ['', 'yes'], ['yes']],
  ['Veröffentlicht', ['ja', 'nein'], ['nein']],
  ['Status', ['Veröffentlicht', 'Abgelehnt', 'Ausstehend'], ['Abgelehnt', 'Ausstehend']],
  ['Bearbeitung', ['Freigegeben', 'Abgelehnt'], ['Abgelehnt']],
  ['Statut', ['Publié', 'En attente'], ['En attente']],
  ['Stato', ['Pubblicata', 'Rifiutata'], ['Rifiutata']],
  ['Situação', ['Aprovado', 'Pendente'], ['Pendente']],
  ['reviewState', ['1', '2'], ['1', '2']],
  ['Show on website', ['Yes', 'No'], ['No']],
  ['Moderation', ['approved', ''], []],
  ['Curated', ['new', 'seen'], ['new', 'seen']],
  ['Visibility', ['1', '2'], ['1', '2']],
  ['Purchase verified', ['x', ''], ['']],
  ['user.reviewStatus', ['live', 'spam'], ['spam']],
  ['moderation_result', ['pass', 'fail'], ['fail']],
  ['verified_by_shop', ['1', '0'], ['0']],
  ['badge', ['Verified Buyer', 'Unverified'], ['Unverified']],
  ['reviewer_type', ['Verified', 'Not verified'], ['Not verified']],
  ['reviewer.isVerified', ['true', 'false'], ['false']],
  ['deleted_by', ['', 'Ann Vale'], ['Ann Vale']],
  ['Removed on', ['', '1769868131'], ['1769868131']],
  ['Do not publish', ['', 'x'], ['x']],
  ["Don't use", ['FALSE', 'TRUE'], ['TRUE']],
  ['Opt out', ['', 'yes'], ['yes']],
  ['Not for publication', ['', 'asked by phone'], ['asked by phone']],
  ['Confidential', ['', 'yes'], ['yes']],
  ['Withdrawn', ['', 'yes'], ['yes']],
  ['Not private', ['yes', 'no'], ['yes', 'no']],
  ['Consent withdrawn', ['x', ''], ['x', '']],
  ['May we publish it? If not, say no', ['Yes', 'no'], ['no']],
  ['May we publish it?', ['Yes', 'Yes, but without my name', ''], ['Yes, but without my name', '']],
  ['Consent to publish', ['I agree', 'I do not agree'], ['I do not agree']],
  ['Release signed', ['signed', ''], ['']],
] as const) {
  test(`a column "${header}" of ${values.join(', ')} is one of states`, () => {
    assert.deepEqual(readStates(header, values)?.closed, closed);
  });
}

for (const [header, values] of [
  ['Status', ['', ' ']],
  ['State', ['TX', 'CA']],
  ['Published', ['2026-01-01', '2026-01-02']],
  ['Unpublished Image URL', ['https://x.example/a']],
  ['publishedAt', ['a month ago', '2 years ago']],
  ['displayName', ['Ann Vale', 'Bo Tarn']],
  ['Reply status', ['published', 'pending']],
  ['publishedPlatform', ['Desktop', 'Mobile']],
  ['Invite Status', ['sent', 'opened']],
  ['Fulfillment status', ['fulfilled', 'pending']],
  ['Published via', ['Google', 'Yelp']],
  ['displayLanguage', ['en', 'de']],
  ['Public Profile', ['Yes', 'No']],
  ['Accepted Insurance', ['Aetna', 'Cigna']],
  ['Approved by', ['Ann Vale', 'Bo Tarn']],
  ['Published', ['a month ago', '2 years ago']],
  ['Private message', ['Please call me', '']],
  ['user.isActive', ['true', 'false']],
  ['Recommended', ['Yes', 'No']],
  ['Not verified', ['yes', 'no']],
  ['Ease of use', ['5', '4', '1']],
  ['Moderation', Array.from({ length: 30 }, (_, n) => `Talked about it, part ${n}`)],
] as const) {
  test(`a column "${header}" of ${values[0]} and so on is none of states`, () => {
    assert.equal(readStates(header, values), undefined);
  });
}
