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

/** The force that holds each weight except the bias towards 0. */
type Penalties = {
  /** Half of it times the square of the weight is added to the loss. */
  readonly l2: Float64Array;
  /** It times the size of the weight is added: most weights become 0 (Tibshirani 1996). */
  readonly l1: number;
};

/**
 * Fits a logistic regression: the weights that make the examples likeliest under penalties. The
 * last weight is the bias. By L-BFGS (Nocedal, Wright: Numerical Optimization, 2nd ed., algorithm
 * 7.4), orthant-wise if there is an L1 penalty (Andrew, Gao 2007): equal examples, equal bits.
 */
export function fitLogistic(examples: readonly Example[], penalties: Penalties): Float64Array {
  let current = measureLoss(examples, penalties, new Float64Array(penalties.l2.length + 1));
  const history: Step[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const { weights, gradient, loss } = current;
    const downhill = steepestDescent(current, penalties.l1);
    const direction = directionOf(downhill, history);
    // If the estimate of the curvature points uphill, a weight stays.
    if (penalties.l1 > 0) {
      for (const [place, slope] of downhill.entries()) {
        if (slope * (direction[place] ?? 0) <= 0) direction[place] = 0;
      }
    }
    const slope = -dot(downhill, direction);
    let next = current;
    for (let halving = 0, length = 1; halving < MAX_HALVINGS; halving++, length /= 2) {
      const moved = add(weights, direction, length);
      if (penalties.l1 > 0) stayInOrthant(moved, weights, downhill);
      next = measureLoss(examples, penalties, moved);
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

type Measured = ReturnType<typeof measureLoss>;

/** Returns the loss, and its gradient without the L1 penalty, which has none at 0. */
function measureLoss(examples: readonly Example[], { l2, l1 }: Penalties, weights: Float64Array) {
  const bias = l2.length;
  const gradient = new Float64Array(bias + 1);
  let loss = 0;
  for (const [index, penalty] of l2.entries()) {
    const weight = weights[index] ?? 0;
    loss += (penalty * weight * weight) / 2 + l1 * Math.abs(weight);
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

/**
 * Returns the direction in which the loss falls fastest; a weight at 0 moves only against more than
 * the L1 penalty.
 */
function steepestDescent({ weights, gradient }: Measured, l1: number): Float64Array {
  const bias = gradient.length - 1;
  return gradient.map((component, place) => {
    if (place === bias) return -component;
    const weight = weights[place] ?? 0;
    if (weight !== 0) return -component - l1 * Math.sign(weight);
    return Math.abs(component) <= l1 ? 0 : -component + l1 * Math.sign(component);
  });
}

/** Sets weights to 0 that would cross it. */
function stayInOrthant(moved: Float64Array, before: Float64Array, downhill: Float64Array): void {
  for (let place = 0; place < moved.length - 1; place++) {
    const orthant = Math.sign(before[place] ?? 0) || Math.sign(downhill[place] ?? 0);
    if ((moved[place] ?? 0) * orthant < 0) moved[place] = 0;
  }
}

/** −log of the logistic function, without overflow. */
function lossOf(logit: number): number {
  return logit > 0 ? Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit)) - logit;
}

/** A step that was taken, the change of the gradient, and one over their product. */
type Step = { readonly move: Float64Array; readonly turn: Float64Array; readonly rho: number };

/** The two-loop recursion: the steepest descent times an estimate of the inverse Hessian. */
function directionOf(downhill: Float64Array, history: readonly Step[]): Float64Array {
  let direction: Float64Array = downhill;
  const alphas = history.toReversed().map(({ move, turn, rho }) => {
    const alpha = rho * dot(move, direction);
    direction = add(direction, turn, -alpha);
    return alpha;
  });
  const newest = history.at(-1);
  const scale = newest
    ? 1 / (newest.rho * dot(newest.turn, newest.turn))
    : 1 / Math.max(1, Math.sqrt(dot(downhill, downhill)));
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
