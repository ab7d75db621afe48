import type {
  candidatesOfSubject,
  exceptionCounts,
  exceptionDetail,
  fixSheet,
  InputOf,
  listExceptions,
  ReplyOf,
} from '@hengjuan/contracts'

/** Of an exception or a decision: a number where the server gave it, a text where a station did. */
export type ReviewKey = number | string

type ServerItem = ReplyOf<typeof listExceptions>['list'][number]
type ServerDetail = ReplyOf<typeof exceptionDetail>
type ServerSheet = ServerDetail['sheet']
type ServerDecision = ServerSheet['decisions'][number]
type ServerCounts = ReplyOf<typeof exceptionCounts>

export type ReviewItem = Omit<ServerItem, 'exception_id' | 'decision_id'> & {
  exception_id: ReviewKey
  decision_id: ReviewKey | null
}
export type ReviewSheet = Omit<ServerSheet, 'decisions'> & {
  decisions: (Omit<ServerDecision, 'decision_id'> & {
    decision_id: ReviewKey
    /** Said beside the decision, for instance that it waits for the server. */
    note?: string
  })[]
}
export type SheetPage = ReviewSheet['pages'][number]
export type ReviewDetail = Omit<ServerDetail, 'item' | 'sheet' | 'others'> & {
  item: ReviewItem
  sheet: ReviewSheet
  others: ReviewSheet[]
}
export type ReviewCounts = Pick<
  ServerCounts,
  'categories' | 'open' | 'handled' | 'handled_by_me_today'
> & {
  /** Candidates without a sheet; absent where that cannot be decided. */
  without_sheet?: number
  /** Decisions of everybody today, and those taken back; absent where only one works. */
  decided_today?: number
  undone_today?: number
}
export type PersonOfExam = ReplyOf<typeof candidatesOfSubject>['list'][number]
/** With how probably each left what was read of the number, where that is known. */
export type ProposedPerson = PersonOfExam & { probability?: number }

/** A decision about a whole sheet or one of its pages. */
export type SheetFix = Exclude<
  InputOf<typeof fixSheet>['body']['fix'],
  { kind: 'undo' } | { kind: 'locate_alike' }
>
/** Where the corner marks of a page lie, as a person pointed them out. */
export type Located = Omit<Extract<SheetFix, { kind: 'locate' }>, 'kind'>
/** A further page of the batch that lies alike. */
export type AlikePage = NonNullable<ReplyOf<typeof fixSheet>['alike']>[number]

/** What a person says that a candidate meant. */
export interface ChoiceAnswer {
  values: string[]
  resolved_as: 'answer' | 'blank' | 'multi_invalid'
}

/** What can be done about exceptions. Each resolves to whether it was done; a refusal is shown. */
export interface ReviewDecisions {
  pending: boolean
  /** What the next undo would take back; null when nothing. */
  undoable: string | null
  fix: (sheetId: string, change: SheetFix, text: string) => Promise<boolean>
  assign: (sheetId: string, person: PersonOfExam) => Promise<boolean>
  answer: (sheetId: string, target: string, answer: ChoiceAnswer, text: string) => Promise<boolean>
  /** The mark of a block that was marked on paper; absent where that is not typed. */
  score?: (sheetId: string, target: string, milli: number, text: string) => Promise<boolean>
  /** Sheets of a batch that slipped alike are located together; absent where each is by itself. */
  alike?: {
    /** Null where they could not be looked for; a refusal is shown. */
    find: (sheetId: string, at: Located) => Promise<readonly AlikePage[] | null>
    locate: (sheetId: string, at: Located, pages: readonly AlikePage[]) => Promise<boolean>
  }
  /** One of several sheets of a candidate is kept, or none. */
  settleRepeat: (sheetIds: readonly string[], keep: string | null, text: string) => Promise<boolean>
  /** Both are kept: one is a further sheet of the other's candidate; absent where that cannot be decided. */
  joinFurther?: (
    sheetIds: readonly string[],
    keep: string,
    further: string,
    text: string,
  ) => Promise<boolean>
  undo: (ids: readonly ReviewKey[], text: string) => Promise<void>
  undoLast: () => Promise<void>
}

/** Candidates by number, name or pinyin, those without a sheet first. */
export type FindCandidates = (keyword: string) => Promise<readonly PersonOfExam[]>
