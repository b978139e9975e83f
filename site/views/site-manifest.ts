import type { ReviewSource } from '#search/review-source.ts';
import { languageOf } from '#words/words.ts';

/** The paper of pages: site/ui/styles/tokens.css. */
const PAPER = '#f8f5ef';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  // Its essential parts are in the safe zone.
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Renders the web app manifest (W3C Web Application Manifest). */
export async function renderSiteManifest(release: ReviewSource): Promise<Uint8Array> {
  const { business } = await release.head();
  const manifest = {
    id: '/',
    name: business.name,
    lang: languageOf(business),
    // A name may be in another script than the words around it.
    dir: 'auto',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: ICONS,
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}
