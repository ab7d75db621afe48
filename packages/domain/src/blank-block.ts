import type { RegionReading } from './page-reading.ts'

/**
 * A connected stroke of this length, millimetres, is a pen's: specks of dirt are smaller, the shortest
 * answers longer.
 */
export const WRITTEN_STROKE_MM = 0.8
/** Ink of so many specks that no dirt explains them. */
const SPECKLED_INK = 0.004
/**
 * Where strokes could not be measured, the printed number of a question counts as ink and stays below.
 */
const WRITTEN_INK = 0.006

/**
 * Does an answer area look empty? A person confirms it before it scores nothing.
 *
 * @source domain rules 6.1; thresholds from docs/blank-blocks.md
 */
export const looksBlank = ({
  inkRatio,
  strokeMm,
}: Pick<RegionReading, 'inkRatio' | 'strokeMm'>): boolean =>
  strokeMm === undefined
    ? inkRatio <= WRITTEN_INK
    : inkRatio <= SPECKLED_INK && !isWrittenStroke(strokeMm)

/** Is the largest stroke of an area a pen's? False where strokes could not be measured. */
export const isWrittenStroke = (strokeMm: number | undefined): boolean =>
  strokeMm !== undefined && strokeMm >= WRITTEN_STROKE_MM
