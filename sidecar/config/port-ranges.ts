import { z } from 'zod';
import type { PortRange } from '../hub/hub-settings.ts';

const MAX_PORT = 65_535;
const RANGE = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/** Ports and ranges of them with commas, such as 443,1024-65535. */
export const portRanges = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine(
      (text) => parseRanges(text).every(isRange),
      `must be ports and ranges with commas, such as ${fallback}, each from 1 to ${MAX_PORT}`,
    )
    .transform(parseRanges);

/** What is no range becomes one that cannot be. */
function parseRanges(text: string): PortRange[] {
  return text.split(',').map((part) => {
    const [, first = '0', last = first] = RANGE.exec(part.trim()) ?? [];
    return { first: Number(first), last: Number(last) };
  });
}

function isRange({ first, last }: PortRange): boolean {
  return first >= 1 && first <= last && last <= MAX_PORT;
}
