import Type from 'typebox'
import {
  AbnormalBlock,
  Count,
  PageSeq,
  Person,
  Tag,
  area,
  examSubject,
  onQuery,
} from './abnormal-parts.ts'
import { plainText } from './page-reading.ts'
import { can, defineRoute, Id, listOf, nullable, paging, Time } from './route.ts'
import { PixelBox } from './scan-exception-shapes.ts'
import { Ulid } from './sheet-container.ts'

const AbnormalSheet = Type.Object({
  ...Person,
  /** Stations that scanned the candidate's sheets in use. */
  stations: Type.Array(Type.String()),
  batch_labels: Type.Array(Type.String()),
  blocks: Type.Array(AbnormalBlock),
  /** Why the sheet is special; null where it is not. */
  special: nullable(Type.String()),
})

const Handled = Type.Object({
  decision_id: Id,
  kind: Type.String(),
  /** Chinese, what was done. */
  text: Type.String(),
  actor_name: Type.String(),
  at: Time,
})

export const abnormalExams = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_exam',
  summary: '有退回切图试卷的考试与科目，及待处理、已处理数',
  area,
  access: can('exception.handle'),
  reply: Type.Array(
    Type.Object({
      exam_id: Id,
      exam_name: Type.String(),
      start_date: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
      open_sheets: Count,
      open_blocks: Count,
      done_blocks: Count,
      oldest_at: nullable(Time),
    }),
  ),
})

export const abnormalTagTypes = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_tag_type',
  summary: '异常标签的种类，及各有多少待处理的题块',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Array(Type.Object({ tag: Tag, label: Type.String(), open: Count })),
})

export const abnormalSheets = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_sheet',
  summary: '退回切图的试卷：按状态、标签、扫描站、学校与考号姓名筛选，先退回的在前',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object({
    ...examSubject,
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')])),
    tag: Type.Optional(Tag),
    station: Type.Optional(plainText(80)),
    school_id: Type.Optional(Id),
    keyword: Type.Optional(plainText(40)),
    ...paging,
  }),
  reply: listOf(AbnormalSheet),
})

export const abnormalBlocks = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_block',
  summary: '一份试卷的各页图像与各题块的切图、退回原因和处理记录',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...examSubject, candidate_id: Id }),
  reply: Type.Object({
    candidate: Type.Object(Person),
    special: nullable(Type.String()),
    pages: Type.Array(
      Type.Object({
        sheet_id: Ulid,
        page_seq: Type.Integer(),
        /** Page of the template; null where it is not known. */
        page: nullable(Type.Integer()),
        url: Type.String(),
        width_px: Type.Integer(),
        height_px: Type.Integer(),
        /** How far the scan is turned, clockwise degrees. */
        rotation: Type.Integer(),
        /** Answers on it speak of danger, and are painted over for who does not take care of such papers. */
        is_masked: Type.Boolean({ description: '有作答涉及情绪或安全风险，已遮盖' }),
        /** Its picture was uploaded here. */
        replaced: Type.Boolean(),
      }),
    ),
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        block_name: Type.String(),
        /** State of the paper; null where the candidate has none. */
        unit_state: nullable(Type.String()),
        /** Scores that count now. */
        readings: Count,
        /** It speaks of danger, and its images are not shown to the caller. */
        is_risk: Type.Boolean({ description: '情绪或安全风险，不显示图像' }),
        /** Why it is here; null for a block that was not sent back. */
        abnormal: nullable(AbnormalBlock),
        parts: Type.Array(
          Type.Object({
            part: Type.Integer(),
            /** Null where there is no image, or it is not shown: `is_risk`. */
            url: nullable(Type.String()),
            /** Who put the image there; null for the machine's cut. */
            replaced_by: nullable(Type.String()),
            /** The area on a page that is shown, or would be; null for an uploaded file. */
            place: nullable(Type.Object({ sheet_id: Ulid, page_seq: PageSeq, box: PixelBox })),
          }),
        ),
      }),
    ),
    handled: Type.Array(Handled),
  }),
  errors: ['CANDIDATE_UNKNOWN', 'SCAN_TEMPLATE_MISSING'],
})

export const abnormalReplaced = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_mark_replace',
  summary: '换过图像、等待送阅的题块',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...examSubject, ...paging }),
  reply: listOf(
    Type.Object({
      ...AbnormalBlock.properties,
      ...Person,
      /** None where the paper speaks of danger, but for who takes care of it: `is_risk`. */
      urls: Type.Array(Type.String()),
      is_risk: Type.Boolean({ description: '情绪或安全风险，不显示图像' }),
      replaced_by: Type.String(),
    }),
  ),
})

export const abnormalSpecials = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_mark_special',
  summary: '特殊试卷：原因、标记人与时间',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...examSubject, ...paging }),
  reply: listOf(
    Type.Object({
      ...Person,
      note: Type.String(),
      by_name: Type.String(),
      at: Time,
      open_blocks: Count,
    }),
  ),
})

export const abnormalStatistics = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_record_stat',
  summary: '退回切图试卷的处理统计：待处理、各种结果，与每人的处理数',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Object({
    open_sheets: Count,
    open_blocks: Count,
    oldest_at: nullable(Time),
    outcomes: Type.Array(
      Type.Object({ outcome: Type.String(), label: Type.String(), blocks: Count }),
    ),
    people: Type.Array(
      Type.Object({
        user_id: Id,
        name: Type.String(),
        crops: Count,
        uploads: Count,
        pages: Count,
        signs: Count,
        sent: Count,
        undone: Count,
      }),
    ),
  }),
})

export const abnormalMachines = defineRoute({
  method: 'GET',
  path: '/v1/abnormal_sheet/get_machine_school',
  summary: '有退回切图试卷的扫描站，及其答题卡所属学校',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object(examSubject),
  reply: Type.Array(
    Type.Object({
      station: Type.String(),
      open: Count,
      schools: Type.Array(Type.Object({ school_id: Id, school_name: Type.String(), open: Count })),
    }),
  ),
})
