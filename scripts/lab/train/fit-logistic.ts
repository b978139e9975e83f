import { minimise } from './minimise.ts';

/** One example of what is to be told apart. */
export type Example = {
  /** Which features it has; the rest are 0. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly isTrue: boolean;
  /** How much it counts. */
  readonly weight: number;
};

/** Weights of the features and, last, the bias. */
export type Fit = Float64Array;

/**
 * Fits a logistic regression: the weights that make the examples likeliest, each held towards 0 by
 * its penalty (L2; half of the penalty times the square).
 */
export function fitLogistic(examples: readonly Example[], penalties: Float64Array): Fit {
  const bias = penalties.length;
  return minimise((weights, gradient) => {
    let loss = 0;
    gradient.fill(0);
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
    return loss;
  }, bias + 1);
}

/** −log of the logistic function, without overflow. */
function lossOf(logit: number): number {
  return logit > 0 ? Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit)) - logit;
}
