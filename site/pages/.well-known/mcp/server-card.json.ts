import { renderArtifact } from '#artifacts/render-artifact.ts';
import { currentPublication } from '#release/current-publication.ts';

export function GET(): Response {
  return new Response(
    renderArtifact('/.well-known/mcp/server-card.json', currentPublication().dataset),
  );
}
