/** The path of a review's page. */
export function permalinkOf({ id }: { readonly id: string }): string {
  return `/reviews/${id}/`;
}
