import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { CODING_SUFFIX, encodeVariants, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { loadPublication } from '#release/publication.ts';

/** The process that renders and encodes the data files of a content folder, without any page. */
async function main(contentDir: string, baseUrl: string, outDir: string): Promise<void> {
  const { dataset } = loadPublication(contentDir, baseUrl);
  for (const { path } of CATALOG) {
    const variants = await encodeVariants([renderArtifact(path, dataset)]);
    const file = join(outDir, path);
    await mkdir(dirname(file), { recursive: true });
    for (const representation of REPRESENTATIONS) {
      const body = variants[representation]?.body;
      if (body) await writeFile(file + CODING_SUFFIX[representation], body);
    }
  }
}

const [contentDir = '', baseUrl = '', outDir = ''] = process.argv.slice(2);
await main(contentDir, baseUrl, outDir);
