import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDayOf, createStartOf } from '#dataset/zoned-day.ts';

for (const [what, zone, date, start] of [
  ['at midnight, with its offset', 'Australia/Sydney', '2026-11-26', '2026-11-26T00:00:00+11:00'],
  ['at midnight of summer time', 'America/Chicago', '2026-07-04', '2026-07-04T00:00:00-05:00'],
  ['at midnight on a day of change', 'America/Chicago', '2026-03-08', '2026-03-08T00:00:00-06:00'],
  ['at midnight, half an hour off', 'Asia/Kolkata', '2026-01-01', '2026-01-01T00:00:00+05:30'],
  ['at midnight, at a fixed offset', '+05:45', '2026-01-01', '2026-01-01T00:00:00+05:45'],
  ['at midnight in UTC', 'UTC', '2026-01-01', '2026-01-01T00:00:00Z'],
  ['where clocks skip midnight', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T01:00:00-02:00'],
  ['at the first midnight of two', 'America/Havana', '2026-11-01', '2026-11-01T00:00:00-04:00'],
  ['with the next where it is skipped', 'Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00'],
  ['at an offset with seconds', 'Africa/Monrovia', '1970-01-01', '1970-01-01T00:44:30Z'],
  ['on the first of all dates', 'America/Chicago', '0001-01-01', '0001-01-01T05:50:36Z'],
  ['on the last of all dates', 'Asia/Tokyo', '9999-12-31', '9999-12-31T00:00:00+09:00'],
] as const) {
  test(`a day begins ${what}: ${date} in ${zone}`, () => {
    assert.equal(createStartOf(zone)(date), start);
  });
}

test('a day begins with the first moment of its date, through all changes of the clocks', () => {
  for (const zone of ['America/Chicago', 'Africa/Cairo', 'Asia/Beirut', 'America/Asuncion']) {
    const [startOf, dayOf] = [createStartOf(zone), createDayOf(zone)];
    for (let day = Date.UTC(1990, 0, 1); day < Date.UTC(2026, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      const start = Date.parse(startOf(date));
      assert.equal(dayOf(new Date(start)), date, `${zone} ${date}`);
      assert.notEqual(dayOf(new Date(start - 1000)), date, `${zone} ${date}`);
    }
  }
});
