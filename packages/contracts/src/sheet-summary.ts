import Type from 'typebox'
import { Id, MilliScore, nullable, Time } from './route.ts'

/** A sheet as lists show it. */
export const SheetSummary = Type.Object({
  sheet_id: Id,
  name: Type.String(),
  type: Type.Integer(),
  type_name: Type.String(),
  version: Type.Integer(),
  sheet_code: Type.Integer(),
  exam_id: nullable(Id),
  exam_name: nullable(Type.String()),
  subject_id: nullable(Id),
  subject_name: nullable(Type.String()),
  /** Of the exam, or as it was given to a sheet without one. */
  grade_id: nullable(Type.Integer()),
  is_template: Type.Boolean(),
  /** Everybody of the school who designs sheets sees it and may reuse it. */
  is_shared: Type.Boolean(),
  locked: Type.Boolean(),
  locked_by: nullable(Type.String()),
  locked_at: nullable(Time),
  lock_reason: nullable(Type.String()),
  /** Chinese: why the asker cannot change it; null when it can be changed. */
  readonly_reason: nullable(Type.String()),
  /** What it was copied from; `behind` counts the versions that came after. */
  source: nullable(
    Type.Object({
      sheet_id: Id,
      name: Type.String(),
      version: Type.Integer(),
      behind: Type.Integer(),
    }),
  ),
  /** Blocks were drawn by a person instead of following from the design. */
  has_own_blocks: Type.Boolean(),
  paper: Type.String(),
  page_count: Type.Integer(),
  question_count: Type.Integer(),
  full_milli: MilliScore,
  /** Sheets scanned with it; its layout can not change any more when there are any. */
  scanned_sheets: Type.Integer(),
  created_by: Type.String(),
  updated_at: Time,
})

/** A line of a comparison of two versions. */
export const SheetDifference = Type.Object({
  kind: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
  /** Chinese: `第 17 题 分值`. */
  what: Type.String(),
  before: Type.String(),
  after: Type.String(),
})
