/**
 * What each feature of a bubble is worth as a mark, in log odds; see `markFeatures` for the features.
 *
 * Fitted by `research/recognition-study.ts` on simulated sheets whose seeds begin with `train-`; the
 * study, its data and its reliability on other seeds are in `docs/threshold-study.md`.
 */
export const modelWeights = {
  base: 1.685,
  margin: 3.244,
  darkness: 1.701,
  clearance: 1.297,
  stroke: 3.71,
  deficit: 0.44,
  /** No log odds beyond this: surer than the data could show. */
  surest: 12,
} as const
