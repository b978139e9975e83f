import { didYouMean } from '#dataset/nearest-name.ts';
import { quote } from '#dataset/shorten.ts';

/** Says that there is no tool or prompt of a name, and which there are. */
export function describeUnknownName(kind: string, name: string, names: readonly string[]): string {
  return `There is no ${kind} ${quote(name)}${didYouMean(name, names)}; there are ${names.join(', ')}.`;
}
