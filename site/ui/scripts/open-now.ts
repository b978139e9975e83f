/*
 * Says above the hours of the week whether the business is open now, by its own clock. The hours are read
 * from the table, and its words for times and days are used.
 */

import { minuteOfWeek, type Span, spanOf, statusAt } from '../lib/opening-hours.ts';

const DAY = 24 * 60;

const hours = document.querySelector<HTMLElement>('[data-time-zone]');
if (hours) {
  const rows = [...hours.querySelectorAll('tr')];
  const opensAt = new Map<number, string>();
  const closesAt = new Map<number, string>();
  const spans = rows.flatMap((row, day) => {
    const times = [...row.querySelectorAll('time')];
    return times.flatMap((opens, at): Span[] => {
      const closes = times[at + 1];
      if (at % 2 === 1 || !closes) return [];
      const span = spanOf(day, opens.dateTime, closes.dateTime);
      opensAt.set(span[0] % DAY, opens.textContent);
      closesAt.set(span[1] % DAY, closes.textContent);
      return [span];
    });
  });
  const show = () => {
    const now = minuteOfWeek(new Date(), hours.dataset.timeZone ?? 'UTC');
    const { isOpen, until } = statusAt(now, spans);
    const isToday = until !== undefined && Math.floor(until / DAY) === Math.floor(now / DAY);
    const isSoon = until !== undefined && until - now < DAY;
    const opens = isToday ? 'opensToday' : 'opensOn';
    const change = isOpen ? (isSoon ? 'openUntil' : 'openUntilDay') : opens;
    const message = hours.dataset[until === undefined ? 'alwaysOpen' : change];
    const summary = hours.querySelector('summary');
    if (!summary || message === undefined) return;
    // Midnight is the end of the day before.
    const day = rows[Math.floor(((until ?? 0) - Number(isOpen)) / DAY) % rows.length];
    summary.textContent = message
      .replace('{time}', (isOpen ? closesAt : opensAt).get((until ?? 0) % DAY) ?? '')
      .replace('{day}', day?.querySelector('th')?.textContent ?? '');
  };
  show();
  setInterval(show, 60_000);
}
