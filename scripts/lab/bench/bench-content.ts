import { generateContent } from '../../generate/generate-content.ts';
import type { GeneratedFile } from '../../generate/review-file.ts';
import { writeContent } from '../../generate/write-content.ts';

/**
 * Writes a content folder whose reviews are all published, so many of them: every builder then
 * reads the same files and makes as many pages of them.
 */
export async function writeBenchContent(folder: string, size: number): Promise<void> {
  await writeContent(folder, listPublished(size));
}

export function* listPublished(size: number): Generator<GeneratedFile> {
  let reviews = 0;
  // A few in a hundred are not published.
  for (const file of generateContent({ reviews: 2 * size + 100 })) {
    if (!file.path.startsWith('reviews/')) yield file;
    else if (file.text.includes('\nverification: { status: verified,')) {
      yield file;
      reviews++;
      if (reviews >= size) return;
    }
  }
}
