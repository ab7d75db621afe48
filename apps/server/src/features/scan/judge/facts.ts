import type {
  AbnormalOutcome,
  FieldReading,
  PageReading,
  ScanExceptionCategory,
} from '@hengjuan/domain'

/** A person's decision that has not been undone. */
export interface LiveDecision {
  id: number
  kind: DecisionKind
  target: string
  value: DecisionValue
  actorId: number
}

export type DecisionKind =
  | 'identity'
  | 'answer'
  | 'score'
  | 'duplicate'
  /** The sheet is a further one that the candidate was given: both are used. */
  | 'further'
  | 'absence'
  | 'locate'
  | 'page'
  | 'missing'
  | 'void'
  | 'clear'
  | 'send_verify'
  | 'verify'
  | 'reread'
  | 'recrop'
  | 'remark'
  | 'block_image'
  | 'page_image'
  | 'block_lost'
  | 'block_blank'
  | 'to_marking'

/** Which fields are set depends on the kind. */
export interface DecisionValue {
  candidate_id?: number
  /** Of an `identity`: when the sheet came to this candidate; absent where it was theirs already. */
  moved_at?: string
  values?: string[]
  resolved_as?: 'answer' | 'blank' | 'multi_invalid'
  attendance?: 0 | 1
  /** Of a `score`: what the block got on paper, thousandths. */
  score_milli?: number
  run?: number
  action?: 'ignore' | 'accept'
  pages?: number[]
  reason?: string
  sheet_ids?: string[]
  keep?: string | null
  note?: string
  /** Of a `reread` or `recrop`: the decision without which its run means nothing; null for the station's reading. */
  base?: number | null
  /** Of a `locate`: the run was there and was chosen. */
  chosen?: boolean
  /** Of an `accept`: fields whose boxes were seen to be off; all of them without. */
  fields?: string[]
  /** Of a `verify`: codes of the issues that were seen; all of them without. */
  codes?: string[]
  /** Of a `remark`: blocks that went back, and the scores that do not count any more. */
  units?: { block_key: string; block_name: string; readings: number }[]
  /** Of a `block_image`: what is shown in place of the cut; of a `page_image`: the picture of the page. */
  image?: ShownImage
  /** Keys of the blocks that a decision about an abnormal sheet is about. */
  block_keys?: string[]
  /** Rows of the work list of abnormal sheets that the decision ends. */
  handled?: number[]
  /** What became of them. */
  outcome?: AbnormalOutcome
  /** It was made while an abnormal sheet was handled, and goes with that when all is undone. */
  handling?: true
}

/** An image that a person put in the place of another. */
export interface ShownImage {
  hash: string
  /** Of a block's part: ink share; 1 where nobody measured it, since a person saw writing. */
  ink_ratio: number
  stroke_mm?: number
  /** A file, or an area of a page in image pixels. */
  from:
    | { kind: 'upload'; file_name: string }
    | {
        kind: 'page'
        sheet_id: string
        page_seq: number
        box: { x: number; y: number; width: number; height: number }
      }
}

export interface PageFacts {
  seq: number
  imageHash: string
  /** The reading in use: of the last relocation that stands, else the station's. */
  reading: PageReading
}

/** All that is known about one sheet when it is judged. */
export interface SheetFacts {
  id: string
  state: 'active' | 'void'
  receivedAt: string
  pages: PageFacts[]
  decisions: LiveDecision[]
}

/**
 * Sheets of one candidate in the order in which they became theirs: a page that is there twice is used from the
 * first, and what was read of it stays until somebody decides between them.
 */
export function inOrderOfClaim<T>(
  sheets: readonly T[],
  factsOf: (sheet: T) => Pick<SheetFacts, 'id' | 'receivedAt' | 'decisions'>,
): T[] {
  const claim = (sheet: T): string => {
    const { id, receivedAt, decisions } = factsOf(sheet)
    const identity = decisions.findLast(({ kind }) => kind === 'identity')
    return `${identity?.value.moved_at ?? receivedAt} ${id}`
  }
  return sheets.toSorted((a, b) => (claim(a) < claim(b) ? -1 : 1))
}

/** A template page in what matters to judging. */
export interface PagePlan {
  page: number
  /** Does it carry anything to read or to mark? A page without may be left blank. */
  needed: boolean
  hasIdentity: boolean
  fields: Map<string, { kind: FieldReading['kind']; multiple: boolean; values: Set<string> }>
  /** Where the marks of blocks stand that were marked before they were scanned, by field. */
  scores: Map<string, ScorePlan>
}

/** The place on paper for the mark of a block. */
export interface ScorePlan {
  blockKey: string
  /** A bar to fill in, or boxes for handwritten digits. */
  entry: 'bars' | 'digits'
  /** Marks that the block may get, thousandths; null before its points are known. */
  legal: ReadonlySet<number> | null
}

export interface RosterEntry {
  candidateId: number
  /** Does the candidate sit this subject? */
  selected: boolean
}

/** A reason to wait for a person. `by` is the decision that settled it. */
export interface Raised {
  category: ScanExceptionCategory
  target: string
  reason: string
  confidence: number
  detail: Record<string, unknown>
  by: number | null
}
