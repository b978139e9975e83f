import { CODINGS, type Representation } from '#artifacts/encode-variants.ts';

const MEMBER = /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i;

/** Clients send few different values; whoever sends many must not fill the memory. */
const MAX_REMEMBERED = 256;
const remembered = new Map<string, readonly Representation[]>();

/**
 * The representations that an Accept-Encoding field allows, best first: by quality value (RFC 9110
 * §12.5.3), then by our own order. Identity stands last even where the client refuses it, since an
 * answer it did not ask for helps more than none (§12.4.1).
 */
export function acceptedRepresentations(field = ''): readonly Representation[] {
  const known = remembered.get(field);
  if (known) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const accepted = rank(field);
  remembered.set(field, accepted);
  return accepted;
}

function rank(field: string): readonly Representation[] {
  const qualities = readQualities(field);
  const qualityOf = (name: Representation) => qualities.get(name) ?? qualities.get('*') ?? 0;
  const codings = CODINGS.filter((coding) => qualityOf(coding) > 0);
  const wanted: Representation[] = qualities.has('identity') ? [...codings, 'identity'] : codings;
  const ranked = wanted
    .filter((name) => qualityOf(name) > 0)
    .sort((a, b) => qualityOf(b) - qualityOf(a));
  return ranked.includes('identity') ? ranked : [...ranked, 'identity'];
}

function readQualities(field: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const member of field.split(',')) {
    const [, name = '', quality = '1'] = MEMBER.exec(member) ?? [];
    if (name === '') continue;
    // RFC 9110 §8.4.1.3: x-gzip is another name of gzip.
    const coding = name.toLowerCase().replace(/^x-gzip$/, 'gzip');
    qualities.set(coding, Math.min(1, Number(quality) || 0));
  }
  return qualities;
}
