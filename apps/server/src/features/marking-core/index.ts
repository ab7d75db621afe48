export { allocationStamp, assertAsSeen, lockAllocation, stampOf } from './block/allocation-stamp.ts'
export {
  clearMeasured,
  countClearable,
  countCleared,
  findLastClear,
  isCleared,
  restoreMeasured,
  selectRestorable,
  selectTouchedAmong,
  selectTouchedIds,
} from './block/block-clear.query.ts'
export {
  type Assignment,
  assignmentsForUpdate,
  assignmentsFrom,
  countExpected,
  type Duty,
  findAssignment,
  findAssignmentForUpdate,
  holdMarkers,
  IS_IN_HAND,
  type MarkerPlace,
  MAY_BE_IN_HAND,
  type Pair,
  placeWrites,
  readingsInHand,
  type SeedPlace,
  selectBlockMarkers,
  selectLedIds,
} from './block/block-marker.query.ts'
export {
  NO_WORK,
  type OwnTally,
  selectWork,
  talliesFrom,
  type TalliesOf,
  talliesOf,
  type TallyRow,
  type Work,
} from './block/marker-work.query.ts'
export {
  type BlockPageSettings,
  type BlockPoint,
  type BlockRow,
  type BlockRules,
  pointsOf,
  policyOf,
  selectBlockRules,
  selectRulesOfBlocks,
  settingsOf,
  spreadOverBlock,
  storedSettings,
} from './block/block-rules.query.ts'
export { assertLeads, assertMarks } from './block/duties.ts'
export { updateMarkerPlace } from './block/marker-place.query.ts'
export { qualifyingAsBefore } from './block/qualify-kept.ts'
export { assertCleared, isStoppedBySeeds } from './block/seed-standing.ts'
export { defined, pageSettings } from './block/settings-patch.ts'
export { selectActiveMarkers } from './claims/active-markers.query.ts'
export {
  blocksWithThirds,
  countClaimable,
  excludedFrom,
  isReadOf,
  isReleased,
  type PoolFilter,
  readBy,
  selectClaimable,
  selectFirstClaimable,
  selectReaders,
} from './claims/claim.query.ts'
export {
  heldOf,
  heldTallies,
  inHandFrom,
  inServedOrder,
  isUrgent,
  selectHeld,
  selectHeldOf,
  takenBackOf,
} from './claims/in-hand.query.ts'
export { releaseClaims, sweepLeases, notifyMarkers } from './claims/release-claims.ts'
export { selectWaitingReadings, type WaitingReading } from './claims/waiting.query.ts'
export {
  type Actor,
  applyEvent,
  applyEvents,
  type Asked,
  openPapersOf,
  openUnits,
  outcomeOf,
  storeUnits,
  tryEvent,
} from './engine/apply-event.ts'
export { bestOfBlock } from './engine/best-of.ts'
export { countedPoints, countedScores, selectGivenScores } from './engine/final-mark.ts'
export { hasMark } from './engine/has-mark.ts'
export { type Given, givenIn, type Judgement, type Submitted } from './engine/judgement.ts'
export {
  type FinalPaper,
  lockInPieces,
  lockPapers,
  lockUnits,
  selectFinalPapers,
  unlockInPieces,
  unlockUnits,
} from './engine/lock-units.ts'
export { looksBlank } from './engine/looks-blank.ts'
export {
  answeredText,
  findChoiceOnSheet,
  isChosen,
  isSameChoice,
} from './engine/optional-choice.ts'
export { keptFlags } from './engine/paper-flags.ts'
export { newReadingIds, reserveReadings, takeReadingId } from './engine/reading-ids.query.ts'
export { resetKeeping } from './engine/reset-keeping.ts'
export { type MarkedUnit, resetUnit, selectUnitsOfSheet } from './engine/reset-units.ts'
export { closeSentBack, insertSentBack, reopenSentBack } from './engine/sent-back.ts'
export { selectServingPlaces } from './engine/serving-places.query.ts'
export { countsAgain, setAsideWith } from './engine/set-aside.ts'
export { shortName } from './engine/short-name.ts'
export { storedPressed } from './engine/stored-pressed.ts'
export {
  selectClassesOf,
  selectOriginNames,
  selectSchoolsOf,
} from './engine/subject-schools.query.ts'
export { syncUnits } from './engine/sync-units.ts'
export { leavesHands, takeAway } from './engine/take-away.ts'
export { keptTraces, tracesOf } from './engine/traces.ts'
export {
  hasLeft,
  selectBlockUnitCounts,
  selectReadingsWithdrawn,
  unitCounts,
  withdrawnReadings,
} from './engine/unit-counts.query.ts'
export type { UnitsChanged, UnitSubscriber } from './engine/units-changed.ts'
export {
  factsOf,
  flagsOf,
  MACHINE,
  paperFlagsOf,
  paperStateOf,
  type ReadingRow,
  scoresOf,
  type UnitFacts,
  type UnitRow,
  unitStateOf,
} from './engine/unit-facts.ts'
export {
  flaggedMarks,
  hasUnitFlag,
  numbersOf as flagNumbersOf,
  selectFlagCounts,
  type UnitFlagCounts,
} from './engine/unit-flags.query.ts'
export { makesReading, NEW_READING, UnitOfWork } from './engine/unit-of-work.ts'
export { FREE, papersIn, type UnitQueue } from './engine/unit-queue.query.ts'
export {
  findArbitration,
  findLiveReading,
  findReading,
  findReadingByKey,
  findUnit,
  findUnitForUpdate,
  selectClaimIds,
  selectUnitReadings,
  selectUnitsForUpdate,
  unitReadings,
} from './engine/unit.query.ts'
export { withRetry } from './engine/with-retry.ts'
export { isBlindArbiter, isBlindArbiterOf, waitsForArbitration } from './block/blind-arbiter.ts'
export { whyAnew } from './papers/anew.query.ts'
export { selectWindowRefusal } from './papers/back-mark-window.query.ts'
export { ttlCache } from './papers/ttl-cache.ts'
export {
  imagesOf,
  isWrittenOn,
  listedImagesOf,
  pointView,
  shownCode,
  tasksOf,
  taskViewer,
} from './papers/mark-task.ts'
export { paperPicture } from './papers/paper-picture.ts'
export {
  medianOf,
  medianOfBlocks,
  medianOfMarkers,
  selectRecentActiveMs,
} from './papers/paper-time.query.ts'
export { entryView, pressedIdsOf, pressedViewer } from './papers/pressed-entries.ts'
export {
  isNoRisk,
  selectOpenRisks,
  selectRiskIds,
  selectRisks,
  updateCare,
} from './papers/risk.query.ts'
export {
  countByVersion,
  findFirstVersion,
  findOwnVersion,
  findRubric,
  type RubricVersion,
  selectEntries,
  selectPressed,
  selectVersions,
} from './papers/rubric.query.ts'
export {
  type QualificationRow,
  selectQualificationEvents,
} from './qualified/qualification.query.ts'
export { isReady, leads, mayBegin } from './qualified/qualified.ts'
export { measureAgain } from './seeds/measure-again.ts'
export { putBackSeeds } from './seeds/put-back-seeds.ts'
export { countOverTolerance, newPointTolerances } from './tolerance/point-tolerances.ts'
export {
  hasOwnTolerance,
  settleToleranceIn,
  settleToleranceOf,
} from './tolerance/settle-tolerance.ts'
export { toleranceGapsOf } from './tolerance/tolerance-gaps.ts'
