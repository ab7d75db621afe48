import type { ReviewDecisions, ReviewDetail, SheetFix } from './types.ts'

export interface ActionProps {
  detail: ReviewDetail
  decisions: ReviewDecisions
  onDone: () => void
  onLocate: (pageSeq: number) => void
  isQuiet?: boolean
}

export const useFix =
  ({ detail, decisions, onDone }: ActionProps) =>
  (change: SheetFix, text: string) =>
    void decisions.fix(detail.sheet.sheet_id, change, text).then((done) => done && onDone())
