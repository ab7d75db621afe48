import type { PageReading } from '@hengjuan/domain'
import Type from 'typebox'
import { FieldReadingSchema, plainText } from './page-reading.ts'
import { can, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'
import { Ulid } from './sheet-container.ts'

const examSubject = { exam_id: Id, subject_id: Id }
const Count = Type.Integer({ minimum: 0 })
const onQuery = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

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
const PrintedBoxes = Type.Array(
  Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
)

/** Whose sheet lies nearest in the stack. */
const Neighbour = Type.Object({
  seq: Type.Integer(),
  name: Type.String(),
  exam_no: Type.String(),
  room_no: nullable(Type.String()),
  seat_no: nullable(Type.String()),
})

const Region = Type.Object({
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

export const exceptionCounts = defineRoute({
  method: 'GET',
  path: '/v1/checking/simple2',
  summary: '各类扫描异常的待处理数与最早时间',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Object({
    exam_name: Type.String(),
    subject_name: Type.String(),
    categories: Type.Array(
      Type.Object({
        category: Type.String(),
        label: Type.String(),
        open: Count,
        oldest_at: nullable(Time),
      }),
    ),
    open: Count,
    handled: Count,
    handled_by_me_today: Count,
    /** Decisions of everybody today, and how many of them were taken back. */
    decided_today: Count,
    undone_today: Count,
    /** Where exceptions wait: what the list can be narrowed to. */
    batches: Type.Array(
      Type.Object({ batch_id: Ulid, label: Type.String(), station: Type.String(), open: Count }),
    ),
    rooms: Type.Array(Type.Object({ room_no: Type.String(), open: Count })),
    schools: Type.Array(Type.Object({ school_id: Id, school_name: Type.String(), open: Count })),
    expected: Count,
    scanned: Count,
    sheets: Count,
    without_sheet: Count,
  }),
})

const listQuery = {
  ...examSubject,
  category: Type.Optional(ExceptionTab),
  batch_id: Type.Optional(Ulid),
  school_id: Type.Optional(Id),
  class_id: Type.Optional(Id),
  room_no: Type.Optional(plainText(40)),
  keyword: Type.Optional(plainText(40)),
}

export const listExceptions = defineRoute({
  method: 'GET',
  path: '/v1/checking/get2',
  summary: '扫描异常列表：按类别、批次、学校、班级、考场筛选，最不确定的在前',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...listQuery, ...paging }),
  reply: listOf(ExceptionItem),
})

export const getExceptions = defineRoute({
  method: 'GET',
  path: '/v1/checking/get',
  summary: '一个类别的扫描异常（最多 500 条）',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object(listQuery),
  reply: Type.Array(ExceptionItem),
})

export const exceptionDetail = defineRoute({
  method: 'GET',
  path: '/v1/checking/exception2',
  summary: '一条扫描异常：图像、标出的区域、证据与可选考生',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...examSubject, exception_id: Id }),
  reply: Type.Object({
    item: ExceptionItem,
    sheet: ScanSheetDetail,
    regions: Type.Array(Region),
    /** Anchors of the template page for relocating, in millimetres. */
    anchors: Type.Array(
      Type.Object({
        page: Type.Integer(),
        width_mm: Type.Number(),
        height_mm: Type.Number(),
        corners: Type.Array(
          Type.Object({ id: Type.String(), x_mm: Type.Number(), y_mm: Type.Number() }),
        ),
        printed: PrintedBoxes,
      }),
    ),
    /** The template as it was laid over each image that was located, to be drawn on it. */
    ghosts: Type.Array(
      Type.Object({
        page_seq: Type.Integer(),
        /** Row-major 3 x 3, sheet millimetres to image pixels. */
        homography: Type.Array(Type.Number(), { minItems: 9, maxItems: 9 }),
        printed: PrintedBoxes,
      }),
    ),
    /** The nearest sheets of the stack whose candidates are known: stacks lie by room and seat. */
    neighbours: Type.Object({ before: nullable(Neighbour), after: nullable(Neighbour) }),
    /** Further pages of the batch that wait to be located and have the same size. */
    unlocated: Count,
    /** Sheets that claim the same candidate. */
    others: Type.Array(ScanSheetDetail),
    /** Who it may be, those without a sheet first, then the likeliest. A person chooses. */
    proposals: Type.Array(
      Type.Object({
        ...PersonOfExam.properties,
        /** How probably this candidate left what was read of the number, among all candidates. */
        probability: Type.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
  }),
  errors: ['NOT_FOUND', 'SCAN_SHEET_NOT_FOUND'],
})

export const scanSheetDetail = defineRoute({
  method: 'GET',
  path: '/v1/checking/detail2',
  summary: '一张答题卡的全部：各页、识别、身份、处理记录',
  area: 'scan exceptions',
  access: can('exception.handle', { scanSheet: 'query.sheet_id' }),
  query: Type.Object({ sheet_id: Ulid }),
  reply: ScanSheetDetail,
})

export const sheetOmr = defineRoute({
  method: 'GET',
  path: '/v1/checking/omr',
  summary: '一张答题卡的机器识别结果（每次识别一行，只增不改）',
  area: 'scan exceptions',
  access: can('exception.handle', { scanSheet: 'query.sheet_id' }),
  query: Type.Object({ sheet_id: Ulid }),
  reply: Type.Array(
    Type.Object({
      page_seq: Type.Integer(),
      run: Type.Integer(),
      created_at: Time,
      in_use: Type.Boolean(),
      reading: Type.Unsafe<PageReading>({}),
    }),
  ),
})

export const repeatedNumbers = defineRoute({
  method: 'GET',
  path: '/v1/checking/unhandled_exception/repeat_exam_no',
  summary: '未处理的考号重复',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Array(
    Type.Object({
      candidate_id: Id,
      exam_no: Type.String(),
      name: Type.String(),
      sheet_ids: Type.Array(Ulid),
    }),
  ),
})

export const haveExceptions = defineRoute({
  method: 'GET',
  path: '/v1/checking/have/exception',
  summary: '是否还有未处理的扫描异常',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Object({ have: Type.Boolean(), open: Count }),
})

export const sheetsNotFull = defineRoute({
  method: 'GET',
  path: '/v1/checking/get/not/full',
  summary: '缺页的答题卡',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Array(ExceptionItem),
})

export const candidatesOfSubject = defineRoute({
  method: 'GET',
  path: '/v1/result/missing',
  summary: '没有答题卡的考生；all=1 时为全部考生，没有答题卡的在前；可按考号、姓名、拼音查找',
  area: 'scan exceptions',
  access: can('exception.handle', onQuery),
  query: Type.Object({
    ...examSubject,
    all: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    keyword: Type.Optional(plainText(40)),
    class_id: Type.Optional(Id),
    ...paging,
  }),
  reply: listOf(PersonOfExam),
})

export const exceptionSummary = defineRoute({
  method: 'GET',
  path: '/v1/result/info',
  summary: '异常汇总：权限内各场考试各科目的待处理异常',
  area: 'scan exceptions',
  access: can('exception.handle'),
  query: Type.Object({ exam_id: Type.Optional(Id) }),
  reply: Type.Array(
    Type.Object({
      exam_id: Id,
      exam_name: Type.String(),
      start_date: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
      sheets: Count,
      expected: Count,
      scanned: Count,
      open: Count,
      handled: Count,
      by_category: Type.Array(Type.Object({ category: Type.String(), open: Count })),
      oldest_at: nullable(Time),
    }),
  ),
})
