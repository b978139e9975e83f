import { describeSystemFault } from '#dataset/system-fault.ts';

/** Thrown where the system fails while content is read: no fault of the content. */
export class ReadingFault extends Error {
  override readonly name = 'ReadingFault';
}

/** What is to be thrown where the content of a folder could not be read. */
export function explainReading(contentDir: string, error: unknown): unknown {
  const fault = describeSystemFault(error);
  if (fault === undefined) return error;
  return new ReadingFault(`The content in ${contentDir} cannot be read ${fault}.`, {
    cause: error,
  });
}
