import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStates } from '../../../../../../scripts/import/read/table/columns/states.ts';

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
  ['Verifizierter Kauf', ['Ja', 'Nein'], ['Nein']],
  ['Published', ['yes', ''], ['']],
  ['Hidden', ['', 'yes'], ['yes']],
  ['Veröffentlicht', ['ja', 'nein'], ['nein']],
  ['Status', ['Veröffentlicht', 'Abgelehnt', 'Ausstehend'], ['Abgelehnt', 'Ausstehend']],
  ['Bearbeitung', ['Freigegeben', 'Abgelehnt'], ['Abgelehnt']],
  ['Estado', ['Aprobado', 'Por ver'], ['Por ver']],
  ['Statut', ['Publié', 'En attente'], ['En attente']],
  ['Stato', ['Pubblicata', 'Rifiutata'], ['Rifiutata']],
  ['Situação', ['Aprovado', 'Pendente'], ['Pendente']],
  ['Статус', ['Опубликовано', 'На модерации'], ['На модерации']],
  ['ステータス', ['公開', '非公開'], ['非公開']],
  ['reviewState', ['1', '2'], ['1', '2']],
  ['Show on website', ['Yes', 'No'], ['No']],
  ['Estado', ['Aprobado'], []],
  ['Moderation', ['approved', ''], []],
] as const) {
  test(`a column "${header}" of ${values.join(', ')} is one of states`, () => {
    assert.deepEqual(readStates(header, values)?.closed, closed);
  });
}

for (const [header, values] of [
  ['Status', ['', ' ']],
  ['State', ['TX', 'CA']],
  ['Estado', ['Jalisco', 'CDMX']],
  ['Published', ['2026-01-01', '2026-01-02']],
  ['Veröffentlicht am', ['2026-01-01', 'gestern']],
  ['Unpublished Image URL', ['https://x.example/a']],
  ['publishedAt', ['a month ago', '2 years ago']],
  ['Publisher', ['Harbor', 'Other']],
  ['displayName', ['Ann Vale', 'Bo Tarn']],
  ['Reply status', ['published', 'pending']],
  ['Order Status', ['delivered', 'refunded']],
  ['Employment status', ['current', 'former']],
  ['Reviewer', ['Ann Vale', 'Bo Tarn']],
  ['Moderation', Array.from({ length: 30 }, (_, n) => `Talked about it, part ${n}`)],
] as const) {
  test(`a column "${header}" of ${values[0]} and so on is none of states`, () => {
    assert.equal(readStates(header, values), undefined);
  });
}
