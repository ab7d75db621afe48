import { RUBRIC_LIMITS } from '@hengjuan/domain'
import Type from 'typebox'
import { Count, EntryId, MarkPoint, PressedEntry } from './marking-parts.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const EntryText = Type.String({
  minLength: 1,
  maxLength: RUBRIC_LIMITS.entryText,
  pattern: '\\S',
})

const Entry = Type.Object({
  entry_id: EntryId,
  /** Null where the block has no such point any more. */
  point_id: nullable(Id),
  point_name: Type.String(),
  text: Type.String(),
  /** What it gives the point; below zero for what it takes away from full marks. */
  milli: Type.Integer(),
})

const Version = Type.Object({
  version: Count,
  text: Type.String(),
  entries: Type.Array(Entry),
  /** What its author said of it. */
  note: Type.String(),
  /** Null for a text that stood before versions were kept. */
  saved_by: nullable(Type.String()),
  saved_at: nullable(Time),
})

const MarkingRubric = Type.Object({
  exam_id: Id,
  block_id: Id,
  block_name: Type.String(),
  points: Type.Array(MarkPoint),
  /** The version that holds; 0 where none was saved yet. */
  version: Count,
  /** The one asked for, or the one that holds. */
  shown: Version,
  /** The one to compare with: asked for, or that of the caller's last paper where it is an earlier one. */
  before: nullable(Version),
  /** The latest first. */
  history: Type.Array(
    Type.Object({
      version: Count,
      note: Type.String(),
      saved_by: nullable(Type.String()),
      saved_at: nullable(Time),
      /** Standing readings of markers under it; null for markers. */
      readings: nullable(Count),
    }),
  ),
  /** Standing readings under earlier versions, or of a time before versions were kept; null for markers. */
  older: nullable(Count),
  may_change: Type.Boolean(),
})

export const rubricGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/rubric',
  summary:
    '题块的评分标准：现行（或指定）版本、与之比较的版本、各版本的修改人与时间；题组长一方另有各版本下的评阅数',
  area: 'marking',
  access: can('exam.read', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    /** Absent for the one that holds. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    /** To compare with; 0 for an empty one. */
    before: Type.Optional(Count),
  }),
  reply: MarkingRubric,
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_RUBRIC_UNKNOWN'],
})

export const rubricSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/rubric',
  summary: '保存评分标准为新版本（内容没有变化时不产生新版本）；已有评阅保留当时的版本',
  area: 'marking',
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    /** The version that was changed; another one that holds since is not overwritten. */
    base_version: Count,
    text: Type.String({ maxLength: RUBRIC_LIMITS.text }),
    entries: Type.Array(
      Type.Object({
        /** Absent for a new entry. */
        entry_id: Type.Optional(EntryId),
        point_id: Id,
        text: EntryText,
        milli: Type.Integer(),
      }),
      { maxItems: RUBRIC_LIMITS.entries },
    ),
    /** What was changed and why, for the markers. */
    note: Type.Optional(Type.String({ maxLength: RUBRIC_LIMITS.note })),
  }),
  reply: MarkingRubric,
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_RUBRIC_LEADERS',
    'MARKING_RUBRIC_CHANGED',
    'INPUT_INVALID',
  ],
})

const EntryUse = Type.Object({
  /** Readings that were given by the entry. */
  count: Count,
  /** Readings of the block by entries at all, under a version in which the entry stood and said the same. */
  of: Count,
})

export const rubricUse = defineRoute({
  method: 'GET',
  path: '/v1/marker/rubric/use',
  summary:
    '现行评分标准的各条给分依据被按下的次数：全体与各教师；供题组长与监管人员比较对标准的理解',
  area: 'marking',
  access: can('exam.read', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    exam_id: Id,
    block_name: Type.String(),
    version: Count,
    /** Standing readings of markers, and those of them that were given by entries. */
    readings: Count,
    by_entries: Count,
    entries: Type.Array(Type.Object({ ...PressedEntry.properties, ...EntryUse.properties })),
    /** By name; those who have read nothing yet are left out. */
    markers: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        readings: Count,
        by_entries: Count,
        /** One for each of `entries`. */
        uses: Type.Array(
          Type.Object({
            ...EntryUse.properties,
            /** Clearly more or less often than all others; null where not, or where too few papers tell. */
            differs: nullable(Type.Union([Type.Literal('more'), Type.Literal('less')])),
          }),
        ),
      }),
    ),
  }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_LEADERS_ONLY'],
})

export const rubricUseExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/rubric/use/export',
  summary: '导出各条给分依据被按下的次数：全体与各教师',
  area: 'marking',
  access: can('exam.read', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  replyKind: 'file',
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_LEADERS_ONLY', 'EXPORT_EMPTY'],
})
