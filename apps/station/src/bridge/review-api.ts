import { ExceptionTab, ResolvedAs, SheetDecision } from '@hengjuan/contracts'
import type { PersonOfExam, ReviewCounts, ReviewDetail, ReviewItem } from '@hengjuan/scan-review'
import Type, { type Static, type TSchema } from 'typebox'

/** Calls about exceptions: what waits, what it looks like, what the operator decides. */
const UlidText = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })
const Id = Type.Integer({ minimum: 1 })
const PageSeq = Type.Integer({ minimum: 1, maximum: 32 })
const Short = Type.String({ maxLength: 64 })
const Note = Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

/** What an operator can decide about a sheet. */
export const StationDecision = Type.Union([
  ...SheetDecision.anyOf,
  /** Anchors of a template page pointed out in the picture; the page is read again with them. */
  Type.Object({
    kind: Type.Literal('locate'),
    page_seq: PageSeq,
    page: PageSeq,
    anchors: Type.Array(Type.Object({ id: Short, x_px: Type.Number(), y_px: Type.Number() }), {
      minItems: 4,
      maxItems: 12,
    }),
  }),
  /** One of the places that the page may have, see `placements`. */
  Type.Object({ kind: Type.Literal('choose_place'), page_seq: PageSeq, place: Short }),
  /** The page, or every page of the sheet, is read again by the engine alone. */
  Type.Object({ kind: Type.Literal('reread'), page_seq: Type.Optional(PageSeq) }),
  Type.Object({ kind: Type.Literal('recrop') }),
  Type.Object({ kind: Type.Literal('identity'), candidate_id: Id }),
  Type.Object({
    kind: Type.Literal('answer'),
    options: Type.Array(
      Type.Object({
        target: Short,
        values: Type.Array(Type.String({ maxLength: 16 }), { maxItems: 26 }),
        resolved_as: ResolvedAs,
      }),
      { minItems: 1, maxItems: 400 },
    ),
  }),
  Type.Object({
    kind: Type.Literal('duplicate'),
    sheet_ids: Type.Array(UlidText, { minItems: 2, maxItems: 20 }),
    keep: Type.Union([UlidText, Type.Null()]),
    /** One of them that is a further sheet of the one that is kept: both stay in use. */
    further: Type.Optional(UlidText),
  }),
  /** Warnings about the pictures do not matter. */
  Type.Object({ kind: Type.Literal('force_sure'), note: Note }),
])
export type StationDecision = Static<typeof StationDecision>

export const reviewInputs = {
  reviewCounts: Type.Object({ batch_id: UlidText }),
  reviewList: Type.Object({
    batch_id: UlidText,
    category: ExceptionTab,
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reviewDetail: Type.Object({ exception_id: Type.String({ maxLength: 200 }) }),
  /** Candidates of the batch's exam by number, name or pinyin, those without a sheet first. */
  findCandidates: Type.Object({ batch_id: UlidText, keyword: Type.String({ maxLength: 40 }) }),
  /** Places that a page of a sheet may have in the template, tried by the engine. */
  placements: Type.Object({ sheet_id: UlidText, page_seq: PageSeq }),
  decide: Type.Object({ sheet_id: UlidText, decision: StationDecision }),
  undoAction: Type.Object({ action_id: UlidText }),
  /** The operator has read what the server said to a decision. */
  dismissNotice: Type.Object({ action_id: UlidText }),
} as const satisfies Record<string, TSchema>

/** What the server said to a decision that it did not take. */
export interface ReviewNotice {
  action_id: string
  sheet_id: string
  seq: number
  /** Chinese: what had been decided here, what the server said, what holds now. */
  decided: string
  message: string
  at: string
}

export interface StationReviewCounts extends ReviewCounts {
  /** Decisions that the server has not answered yet. */
  to_send: number
  notices: ReviewNotice[]
}

export type StationReviewDetail = ReviewDetail & {
  notices: ReviewNotice[]
  /** Warnings that can be accepted, Chinese; empty when there are none. */
  warnings: string[]
  /** Chinese: why the warnings cannot be accepted; empty when they can. */
  warnings_stand: string
}

export interface Placement {
  place: string
  /** Chinese: where it comes from. */
  source: string
  page: number | null
  residual_mm: number | null
  /** Corners of the printed page in image pixels, clockwise from its top left. */
  quad: [number, number][] | null
  is_in_use: boolean
  /** Chinese, what speaks against it; empty when nothing does. */
  problem: string
}

export interface ReviewReplies {
  reviewCounts: StationReviewCounts
  reviewList: { total: number; list: ReviewItem[] }
  reviewDetail: StationReviewDetail
  findCandidates: PersonOfExam[]
  placements: Placement[]
  decide: { action_id: string }
  undoAction: { action_id: string }
  dismissNotice: { action_id: string }
}
