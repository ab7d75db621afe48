import type { PaperName } from '../../bridge/scanner-api.ts'

/** Sheets of paper that answer sheets are printed on, upright, in millimetres. 8K and 16K as in China. */
export const PAPER_SIZES: Record<PaperName, { widthMm: number; heightMm: number }> = {
  a4: { widthMm: 210, heightMm: 297 },
  a3: { widthMm: 297, heightMm: 420 },
  b4: { widthMm: 257, heightMm: 364 },
  b5: { widthMm: 182, heightMm: 257 },
  '8k': { widthMm: 260, heightMm: 370 },
  '16k': { widthMm: 185, heightMm: 260 },
}
