import { FEW_RATINGS } from '#insights/score.ts';
import type { Formats } from '#words/formats.ts';

/** A mean in a table: a dash where it is of too few ratings to say anything. */
export function meanOf(mean: number | null, count: number, formats: Pick<Formats, 'mean'>): string {
  return mean === null || count < FEW_RATINGS ? '–' : formats.mean(mean);
}
