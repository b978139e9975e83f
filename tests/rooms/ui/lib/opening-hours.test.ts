import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  minuteOfWeek,
  type Span,
  spanOf,
  statusAt,
} from '../../../../site/ui/lib/opening-hours.ts';

const DAY = 24 * 60;
const WEEK = 7 * DAY;
const at = (day: number, time: string) => spanOf(day, time, '23:59')[0];
const [MONDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 4, 5, 6];

test('a business is open within its hours, and the next change is known', () => {
  const office = [0, 1, 2, 3, 4].flatMap((day) => [
    spanOf(day, '09:00', '12:00'),
    spanOf(day, '13:00', '18:00'),
  ]);
  const bar = [spanOf(FRIDAY, '18:00', '02:00'), spanOf(SUNDAY, '20:00', '03:00')];
  const always = [0, 1, 2, 3, 4, 5, 6].map((day) => spanOf(day, '00:00', '23:59'));
  const weekend = [spanOf(SATURDAY, '10:00', '00:00'), spanOf(SUNDAY, '00:00', '23:59')];
  for (const [spans, now, isOpen, until] of [
    [office, at(MONDAY, '08:59'), false, at(MONDAY, '09:00')],
    [office, at(MONDAY, '09:00'), true, at(MONDAY, '12:00')],
    [office, at(MONDAY, '12:00'), false, at(MONDAY, '13:00')],
    [office, at(FRIDAY, '18:00'), false, WEEK + at(MONDAY, '09:00')],
    [bar, at(SATURDAY, '01:59'), true, at(SATURDAY, '02:00')],
    [bar, at(MONDAY, '02:59'), true, at(MONDAY, '03:00')],
    [bar, at(MONDAY, '03:00'), false, at(FRIDAY, '18:00')],
    [weekend, at(SATURDAY, '11:00'), true, WEEK],
    [always, at(FRIDAY, '23:59'), true, undefined],
    [[], at(FRIDAY, '12:00'), false, undefined],
  ] as const) {
    assert.deepEqual(statusAt(now, spans), { isOpen, until }, `${now}`);
  }
});

test('the status of any hours is as a walk through the minutes finds it', () => {
  const minute = fc.nat(23).map((hour) => `${String(hour).padStart(2, '0')}:30`);
  const span = fc.tuple(fc.nat(6), minute, minute).map(([day, a, b]) => spanOf(day, a, b));
  const covers = (spans: readonly Span[], now: number) =>
    spans.some(([opens, closes]) => (now - opens + 2 * WEEK) % WEEK < closes - opens);
  fc.assert(
    fc.property(fc.array(span, { maxLength: 9 }), fc.nat(WEEK - 1), (spans, now) => {
      const isOpen = covers(spans, now);
      const minutes = Array.from({ length: WEEK }, (_, wait) => now + wait);
      const until = minutes.find((one) => covers(spans, one) !== isOpen);
      assert.deepEqual(statusAt(now, spans), { isOpen, until });
    }),
    { numRuns: 50 },
  );
});

test('the minute of the week is that of the time zone, on both sides of a change of clocks', () => {
  for (const [instant, timeZone, minute] of [
    ['2026-11-01T05:00:00Z', 'America/Chicago', at(SUNDAY, '00:00')],
    ['2026-11-02T06:00:00Z', 'America/Chicago', at(MONDAY, '00:00')],
    ['2026-11-01T18:45:00Z', 'Asia/Kolkata', at(MONDAY, '00:15')],
  ] as const) {
    assert.equal(minuteOfWeek(new Date(instant), timeZone), minute);
  }
});
