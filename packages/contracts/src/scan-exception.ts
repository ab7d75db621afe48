import type { PageReading } from '@hengjuan/domain'
import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'
import { Ulid } from './sheet-container.ts'
import {
  ExceptionTab,
  PersonOfExam,
  ExceptionItem,
  PrintedBoxes,
  Neighbour,
  Region,
  ScanSheetDetail,
} from './scan-exception-shapes.ts'
import { Count } from './scan-exception-parts.ts'

const examSubject = { exam_id: Id, subject_id: Id }

const onQuery = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

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
