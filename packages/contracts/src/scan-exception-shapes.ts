import Type from 'typebox'
import { FieldReadingSchema } from './page-reading.ts'
import { Id, MilliScore, nullable, Time } from './route.ts'
import { Ulid } from './sheet-container.ts'
import { Count } from './scan-exception-parts.ts'

const CATEGORIES = [
  'positioning',
  'missing_page',
  'objective_box',
  'exam_no',
  'duplicate',
  'absence',
  'choice',
  'score',
  'to_verify',
] as const
/** `all`, a category, or what is done. `positioning` includes missing pages. */
export const ExceptionTab = Type.Union([
  Type.Literal('all'),
  Type.Literal('handled'),
  ...CATEGORIES.map((category) => Type.Literal(category)),
])

/** A rectangle in image pixels. */
export const PixelBox = Type.Object({
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
})

export const PersonOfExam = Type.Object({
  candidate_id: Id,
  exam_no: Type.String(),
  student_no: Type.String(),
  name: Type.String(),
  name_pinyin: Type.String(),
  class_id: Id,
  class_name: Type.String(),
  room_no: nullable(Type.String()),
  seat_no: nullable(Type.String()),
  attendance: Type.Integer(),
  /** Sheets in use that carry this candidate. */
  sheets: Count,
})

/** A choice on paper: the field, what the machine saw, and where. */
export const ChoiceOnSheet = Type.Object({
  question_no: Type.String(),
  multiple: Type.Boolean(),
  options: Type.Array(Type.String()),
  reading: FieldReadingSchema,
  /** What holds now: a person's answer, or the machine's. */
  answer: Type.Array(Type.String()),
  strip_url: nullable(Type.String()),
  strip_box: nullable(PixelBox),
})

/** A mark on paper, of sheets that were marked before they were scanned. */
export const ScoreOnSheet = Type.Object({
  block_name: Type.String(),
  full_milli: MilliScore,
  /** Marks that the block may get, ascending. */
  legal_milli: Type.Array(MilliScore),
  entry: Type.Union([Type.Literal('bars'), Type.Literal('digits')], {
    description: '打分条或手写分数格',
  }),
  /** The machine's reading, a proposal; it may be more than the block is worth. */
  read_milli: nullable(Type.Integer()),
  /** Column by column of a bar, box by box of digits: what was read there. */
  places: Type.Array(Type.Object({ name: Type.String(), marks: Type.Array(Type.String()) })),
  /** What a person typed; null while nobody did. */
  answer_milli: nullable(MilliScore),
  strip_url: nullable(Type.String()),
  strip_box: nullable(PixelBox),
  /** Of a written total: what it is compared with; null of the mark of a block. */
  total: nullable(
    Type.Object({
      /** Null while one of the marks is not known. */
      sum_milli: nullable(MilliScore),
      parts: Type.Array(
        Type.Object({
          target: Type.String(),
          block_name: Type.String(),
          full_milli: MilliScore,
          legal_milli: Type.Array(MilliScore),
          counted_milli: nullable(MilliScore),
        }),
      ),
    }),
  ),
})

export const ExceptionItem = Type.Object({
  exception_id: Id,
  category: Type.String(),
  target: Type.String(),
  state: Type.String(),
  sheet_id: nullable(Type.String()),
  batch_label: Type.String(),
  seq: nullable(Type.Integer()),
  machine_exam_no: nullable(Type.String()),
  candidate_id: nullable(Id),
  candidate_name: nullable(Type.String()),
  class_name: nullable(Type.String()),
  reason: Type.String(),
  confidence: Type.Number(),
  created_at: Time,
  handled_at: nullable(Time),
  handled_by_name: nullable(Type.String()),
  decision_id: nullable(Id),
  /** A choice to confirm. */
  choice: nullable(ChoiceOnSheet),
  /** A mark on paper to confirm or type, of sheets that were marked before they were scanned. */
  score: nullable(ScoreOnSheet),
})

/** What is printed on a page: left, top, width, height of each box, millimetres. */
export const PrintedBoxes = Type.Array(
  Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
)

/** Whose sheet lies nearest in the stack. */
export const Neighbour = Type.Object({
  seq: Type.Integer(),
  name: Type.String(),
  exam_no: Type.String(),
  room_no: nullable(Type.String()),
  seat_no: nullable(Type.String()),
})

export const Region = Type.Object({
  page_seq: Type.Integer(),
  label: Type.String(),
  /** Corners in image pixels. */
  quad: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
  tone: Type.Union([Type.Literal('error'), Type.Literal('info')]),
})

const Decision = Type.Object({
  decision_id: Id,
  kind: Type.String(),
  /** Chinese, what was decided. */
  text: Type.String(),
  actor_name: Type.String(),
  at: Time,
  /** The station where it was decided, and when, perhaps long before it was sent; null for the portal. */
  station: nullable(Type.String()),
  decided_at: nullable(Time),
  /** Nobody can take back what was sent back to marking. */
  can_undo: Type.Boolean(),
  undone_at: nullable(Time),
  undone_by_name: nullable(Type.String()),
})

export const ScanSheetDetail = Type.Object({
  sheet_id: Ulid,
  exam_id: Id,
  subject_id: Id,
  batch_id: Ulid,
  batch_label: Type.String(),
  station: Type.String(),
  seq: Type.Integer(),
  state: Type.String(),
  void_reason: nullable(Type.String()),
  received_at: Time,
  machine_exam_no: nullable(Type.String()),
  identity_source: nullable(Type.String()),
  candidate: nullable(PersonOfExam),
  pages: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      page: nullable(Type.Integer()),
      url: Type.String(),
      width_px: Type.Integer(),
      height_px: Type.Integer(),
      status: Type.String(),
      ignored: Type.Boolean(),
      /** How far the scan is turned, clockwise degrees. */
      rotation: Type.Integer(),
      residual_mm: nullable(Type.Number()),
      issues: Type.Array(Type.String()),
      /** Answers on it speak of danger, and are painted over for who does not take care of such papers. */
      is_masked: Type.Boolean({ description: '有作答涉及情绪或安全风险，已遮盖' }),
      /** Nothing is on it: there is nothing to locate. */
      is_blank: Type.Boolean(),
    }),
  ),
  identity: Type.Object({
    barcode: nullable(Type.String()),
    bubbles: nullable(Type.String()),
    barcode_url: nullable(Type.String()),
    bubbles_url: nullable(Type.String()),
    name_url: nullable(Type.String()),
  }),
  /** Blocks with a score that was given for this sheet and counts; absent where that is not known. */
  marked_blocks: Type.Optional(Count),
  absent_box: nullable(Type.String()),
  ink_ratio: Type.Number(),
  answered: Count,
  /** Answers that a person confirmed; they stay whatever happens to the identity. */
  answers_confirmed: Count,
  answers_total: Count,
  open: Type.Array(Type.String()),
  decisions: Type.Array(Decision),
})
