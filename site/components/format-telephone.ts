/** A telephone number of E.164 as people write it: +1 512-555-0142. */
export function formatTelephone(telephone: string): string {
  return telephone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
