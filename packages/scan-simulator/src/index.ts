export { renderBlankPages } from './blank-pages.ts'
export { DEGRADATION_NAMES, recipeOf } from './degradations/catalogue.ts'
export type { Degradation, DegradationName } from './degradations/catalogue.ts'
export type { Corner } from './damage.ts'
export { makeMarking } from './mark-by-hand.ts'
export type { HandMarking } from './mark-by-hand.ts'
export type { MarkShape, Pen } from './pen-marks.ts'
export { randomPen } from './pen-marks.ts'
export { createRandom } from './random.ts'
export type { Random } from './random.ts'
export type { GreyPage } from './raster.ts'
export type { ScanConditions } from './scanner.ts'
export { makeAnswers, numberOffRoster, simulateClass } from './simulate-class.ts'
export type { Candidate, ClassSimulation } from './simulate-class.ts'
export { simulateSheet } from './simulate-sheet.ts'
export type { PrintedSheet, SheetSimulation, SimulatedSheet } from './simulate-sheet.ts'
export { DEFECT_KINDS } from './truth.ts'
export type {
  ChoiceTruth,
  Defect,
  DefectKind,
  Expectation,
  MarkTruth,
  PageTruth,
  SheetTruth,
  SimulatedStudent,
} from './truth.ts'
export { makeScanCases, scanCases } from './scan-cases.ts'
export type { MadeCase, ScanCase } from './scan-cases.ts'
