export type Example = {
  /** The features that it has; all others are 0. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly isTrue: boolean;
  readonly weight: number;
};

/** Number of earlier steps from which the curvature is estimated. */
const MEMORY = 7;
const MAX_STEPS = 100;
const MAX_HALVINGS = 20;
/** A step that gains less than this share of the loss is the last one. */
const LEAST_GAIN = 1e-6;

/**
 * Fits a logistic regression: the weights that make the examples likeliest, each held towards 0 by
 * its penalty (L2; half of the penalty times the square). The last weight is the bias. By L-BFGS
 * (Nocedal, Wright: Numerical Optimization, 2nd ed., algorithm 7.4): same examples, same bits.
 */
export function fitLogistic(examples: readonly Example[], penalties: Float64Array): Float64Array {
  let current = measureLoss(examples, penalties, new Float64Array(penalties.length + 1));
  const history: Step[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const { weights, gradient, loss } = current;
    const direction = directionOf(gradient, history);
    const slope = dot(gradient, direction);
    let next = current;
    for (let halving = 0, length = 1; halving < MAX_HALVINGS; halving++, length /= 2) {
      next = measureLoss(examples, penalties, add(weights, direction, length));
      // Armijo's condition (algorithm 3.1 there).
      if (next.loss <= loss + 1e-4 * length * slope) break;
    }
    if (!(next.loss < loss)) break;
    const move = add(next.weights, weights, -1);
    const turn = add(next.gradient, gradient, -1);
    const product = dot(move, turn);
    if (product > 1e-10) history.push({ move, turn, rho: 1 / product });
    if (history.length > MEMORY) history.shift();
    current = next;
    if ((loss - next.loss) / Math.max(1, Math.abs(loss)) < LEAST_GAIN) break;
  }
  return current.weights;
}

function measureLoss(examples: readonly Example[], penalties: Float64Array, weights: Float64Array) {
  const bias = penalties.length;
  const gradient = new Float64Array(bias + 1);
  let loss = 0;
  for (const [index, penalty] of penalties.entries()) {
    const weight = weights[index] ?? 0;
    loss += (penalty * weight * weight) / 2;
    gradient[index] = penalty * weight;
  }
  for (const { indices, values, isTrue, weight } of examples) {
    let logit = weights[bias] ?? 0;
    for (let i = 0; i < indices.length; i++) {
      logit += (weights[indices[i] ?? 0] ?? 0) * (values[i] ?? 0);
    }
    loss += weight * lossOf(isTrue ? logit : -logit);
    const pull = weight * (1 / (1 + Math.exp(-logit)) - (isTrue ? 1 : 0));
    gradient[bias] = (gradient[bias] ?? 0) + pull;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i] ?? 0;
      gradient[index] = (gradient[index] ?? 0) + pull * (values[i] ?? 0);
    }
  }
  return { weights, loss, gradient };
}

/** −log of the logistic function, without overflow. */
function lossOf(logit: number): number {
  return logit > 0 ? Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit)) - logit;
}

/** A step that was taken, how the gradient changed, and one over their product. */
type Step = { readonly move: Float64Array; readonly turn: Float64Array; readonly rho: number };

/** The two-loop recursion: the gradient times an estimate of the inverse Hessian, downhill. */
function directionOf(gradient: Float64Array, history: readonly Step[]): Float64Array {
  let direction: Float64Array = gradient.map((component) => -component);
  const alphas = history.toReversed().map(({ move, turn, rho }) => {
    const alpha = rho * dot(move, direction);
    direction = add(direction, turn, -alpha);
    return alpha;
  });
  const newest = history.at(-1);
  const scale = newest
    ? 1 / (newest.rho * dot(newest.turn, newest.turn))
    : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)));
  direction = direction.map((component) => component * scale);
  for (const { move, turn, rho } of history) {
    direction = add(direction, move, (alphas.pop() ?? 0) - rho * dot(turn, direction));
  }
  return direction;
}

function add(vector: Float64Array, other: Float64Array, factor: number): Float64Array {
  const sum = new Float64Array(vector);
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + factor * (other[i] ?? 0);
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
