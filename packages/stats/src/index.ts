export type * from './manifest.ts'
export * from './columns.ts'
export * from './members.ts'
export * from './distribution.ts'
export { ranksWithin } from './ranks.ts'
export { scoreColumn, type ScoreColumn } from './score-column.ts'
export { rollUp, tallyOf, type Tally } from './tally.ts'
export {
  classFigures,
  figuresOf,
  type GroupFigures,
  type Ratio,
  schoolFigures,
  type Spread,
  spreadOf,
} from './figures.ts'
export { bandCounts } from './bands.ts'
export {
  type Line,
  type LineMethod,
  lineOfShare,
  lineRates,
  onLine,
  subjectGrade,
  subjectLine,
} from './lines.ts'
export { segmentCounts, segmentsDown } from './segments.ts'
export * from './compare.ts'
export * from './distributions.ts'
export { type Box, boxOf } from './box.ts'
export {
  type ItemStatistics,
  type ItemTable,
  itemTable,
  type PaperStatistics,
} from './item-statistics.ts'
export type { OptionRow, OptionStatistics } from './option-statistics.ts'
export { feldtInterval, icc, subjectDiscrimination } from './paper-quality.ts'
export * from './item-flags.ts'
export {
  type Dif,
  difOf,
  type ItemCounts,
  itemCounts,
  mantelHaenszel,
  optionDetails,
  partRates,
  partsOf,
  rateError,
  rateOf,
} from './item-groups.ts'
export { classRates, ownFactor } from './class-items.ts'
export { SubjectBuilder, type SubjectEntry } from './build/subject-builder.ts'
export { assembleColumns, countedTotals, orderPeople, type Person } from './build/assemble.ts'
export { COLUMN_FORMAT, decodeColumns, encodeColumns } from './build/stored-columns.ts'
export { type ExamTotals, totalsOf } from './exam-totals.ts'
export { anchoredGroup, type Equating, tuckerEquating } from './equating.ts'
export { versionChanges } from './version-diff.ts'
export { type IndexPart, LEAST_INDEX_ROWS, standardIndex } from './standard-index.ts'
export { LEAST_PAIRS, type ValueAdded, valueAdded } from './value-added.ts'
