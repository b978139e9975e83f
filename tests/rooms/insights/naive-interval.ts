const Z2 = 1.959964 ** 2;

/**
 * The score interval of a difference of paired shares from its definition: all differences at which
 * the score statistic is at most the quantile, the likelihood being maximised step by step.
 */
export function naiveInterval(praise: number, blame: number, count: number): [number, number] {
  if (count === 0) return [-1, 1];
  const score = (praise - blame) / count;
  const bound = (beyond: number) => {
    let [inside, outside] = [score, beyond];
    for (let step = 0; step < 30; step++) {
      const middle = (inside + outside) / 2;
      if (isWithin(middle, praise, blame, count)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return [bound(-1), bound(1)];
}

function isWithin(difference: number, praise: number, blame: number, count: number): boolean {
  const share = likeliest(difference, praise, blame, count);
  const variance = count * (2 * share + difference - difference ** 2);
  return (praise - blame - count * difference) ** 2 <= Z2 * variance + 1e-9;
}

/** The likeliest share of reviews with blame alone, where those with praise alone have more by so much. */
function likeliest(difference: number, praise: number, blame: number, count: number): number {
  const likelihood = (share: number) => {
    const parts: readonly (readonly [number, number])[] = [
      [praise, share + difference],
      [blame, share],
      [count - praise - blame, 1 - 2 * share - difference],
    ];
    return parts.reduce(
      (sum, [n, p]) => (n === 0 ? sum : sum + n * Math.log(Math.max(p, 1e-300))),
      0,
    );
  };
  let [low, high] = [Math.max(0, -difference), (1 - difference) / 2];
  for (let step = 0; step < 100; step++) {
    const third = (high - low) / 3;
    if (likelihood(low + third) < likelihood(high - third)) low += third;
    else high -= third;
  }
  return (low + high) / 2;
}
