export { type Asked, type ReviewPlace } from './review-board.ts'
export { ReviewBoard } from './ReviewBoard.tsx'
export { CandidatePicker } from './CandidatePicker.tsx'
export {
  draftText,
  LETTER_KEYS,
  choiceName,
  optionOfKey,
  readText,
  toggle as toggleOption,
} from './choice-keys.ts'
export { ChoiceOptions } from './ChoiceOptions.tsx'
export { categoryLabel } from './category-label.ts'
export { MASKED_HINT } from './masked-hint.ts'
export { eraseKey, NO_DRAFT, type ScoreDraft, typeKey } from './score-entry.ts'
export { useShownItem } from './shown-item.ts'
export { SheetFacts } from './SheetFacts.tsx'
export { SheetViewer } from './SheetViewer.tsx'
export { scannedRect, uprightRect, uprightSize, uprightUrl } from './upright.ts'
export { usePageKeys } from './page-keys.ts'
export { reviewKeyGroups } from './review-keys.ts'
export type {
  ChoiceAnswer,
  FindCandidates,
  PersonOfExam,
  ReviewCounts,
  ReviewDecisions,
  ReviewDetail,
  ReviewItem,
  ReviewKey,
  ReviewSheet,
  SheetFix,
} from './types.ts'
