/** The parts of a list with commas, without the space around them. */
export function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}
