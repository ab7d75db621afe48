import { type FigureKind, figureText, NO_FIGURE, SUPPRESSED_FIGURE } from './figure.ts'

/**
 * An estimate with its interval and how many are behind it; `few` when no judgement is drawn from so few, `suppressed`
 * when the viewer may not see it. @source reports 6
 */
export interface Est {
  v: number | null
  lo: number | null
  hi: number | null
  n: number
  shown: 'ok' | 'few' | 'suppressed'
}

/**
 * A difference and what it is worth: `sig` 0 within error, 1 beyond 1.96 standard errors taken alone, 2 also after Holm
 * over the rows of its table. @source reports 2.4
 */
export interface Delta {
  v: number | null
  se: number | null
  z: number | null
  p_adj: number | null
  sig: 0 | 1 | 2
}

/** "86.2（82.9–89.5）"; "—" and "＊" where there is nothing to show. */
export function estimateText(est: Est, kind: FigureKind): string {
  if (est.shown === 'suppressed') return SUPPRESSED_FIGURE
  const text = figureText(est.v, kind)
  return est.lo === null || est.hi === null || est.v === null
    ? text
    : `${text}（${intervalText(est.lo, est.hi, kind)}）`
}

/** "82.9–89.5" */
export const intervalText = (lo: number | null, hi: number | null, kind: FigureKind): string =>
  lo === null || hi === null ? NO_FIGURE : `${figureText(lo, kind)}–${figureText(hi, kind)}`

/** What a difference is worth, in words. */
export const SIGNIFICANCE = ['在误差范围内', '单独看超出误差', '多组比较后仍显著'] as const
