import type { ReactNode } from 'react'
import type {
  FindCandidates,
  ReviewCounts,
  ReviewDecisions,
  ReviewDetail,
  ReviewItem,
  ReviewKey,
} from './types.ts'

/** What was asked of a server or a station, and what came of it. */
export interface Asked<T> {
  data: T | undefined
  error: unknown
  retry: () => void
}

/** Where the person is: what further ways out need to know. */
export interface ReviewPlace {
  detail: ReviewDetail
  /** Something was decided: on to the next. */
  onDone: () => void
  onLocate: (pageSeq: number) => void
  /** Corner marks are being pointed at, and have the keys. */
  isLocating: boolean
}

export interface ReviewBoardProps {
  counts: ReviewCounts
  category: string
  onCategory: (category: string) => void
  list: Asked<{ list: readonly ReviewItem[]; total: number }>
  keyword: string
  onKeyword: (keyword: string) => void
  /** The item that is shown, of `useShownItem`. */
  item: ReviewItem | undefined
  onPick: (id: ReviewKey | null) => void
  /** Of the item shown; of another one while it is being fetched. */
  detail: Asked<ReviewDetail>
  decisions: ReviewDecisions
  findCandidates: FindCandidates
  /** Decisions can be made here; otherwise the board only shows. */
  hasDecisions: boolean
  /** Questions one at a time beside their sheet, in place of twelve on a screen. */
  oneByOne: boolean
  onOneByOne: (oneByOne: boolean) => void
  /** Has anything been scanned yet? */
  isScanned: boolean
  stripHead?: ReactNode
  /** In place of the list and the sheet, for a category that is not about sheets. */
  instead?: ReactNode
  /** Further ways out of an exception. */
  extra?: (at: ReviewPlace) => ReactNode
  /** Further ways to narrow the list, below the search. */
  filters?: ReactNode
  /** One of those is set. */
  isNarrowed?: boolean
  /** In the foot, on its right. */
  foot?: ReactNode
  /** Sheets that other people have before them, with their names; absent where one works alone. */
  inHand?: ReadonlyMap<string, string>
  onTake?: (sheetId: string) => void
}
