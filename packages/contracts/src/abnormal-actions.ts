import Type from 'typebox'
import {
  Count,
  Note,
  PageSeq,
  Part,
  Tag,
  area,
  changeErrors,
  examSubject,
  onBody,
  onQuery,
} from './abnormal-parts.ts'
import { can, defineRoute, done, Id } from './route.ts'
import { DecisionOutcome } from './scan-decision.ts'
import { PixelBox } from './scan-exception-shapes.ts'
import { Ulid } from './sheet-container.ts'

export const abnormalCrop = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/crop_block',
  summary: '在页面图像上重新框选一个题块；框与原来相同时不改图像，已有评阅保留',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    candidate_id: Id,
    block_id: Id,
    part: Part,
    /** Any page of the candidate's sheets. */
    sheet_id: Ulid,
    page_seq: PageSeq,
    box: PixelBox,
  }),
  reply: Type.Object({ ...DecisionOutcome.properties, changed: Type.Boolean() }),
  errors: [...changeErrors, 'ABNORMAL_NOT_HELD', 'ABNORMAL_BOX_OUTSIDE', 'SCAN_IMAGE_INVALID'],
})

export const abnormalReplaceBlock = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/replace_block',
  summary: '用上传的图像（JPG、PNG）替换一个题块的切图',
  area,
  access: can('exception.handle', onQuery),
  query: Type.Object({ ...examSubject, candidate_id: Id, block_id: Id, part: Part }),
  bodyKind: 'multipart',
  reply: DecisionOutcome,
  errors: [...changeErrors, 'ABNORMAL_NOT_HELD', 'SCAN_IMAGE_INVALID', 'MEDIA_TYPE_UNSUPPORTED'],
})

export const abnormalUndoReplace = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/undo_replace_block',
  summary: '撤销一个题块最近一次更换的图像',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({ ...examSubject, candidate_id: Id, block_id: Id, part: Part }),
  reply: DecisionOutcome,
  errors: [...changeErrors, 'ABNORMAL_NOT_HELD', 'SCAN_NOTHING_TO_UNDO'],
})

export const abnormalSign = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/sign_missing',
  summary: '把题块标为残缺（交题组长决定）或空白（进入空白确认），或把考生标为缺考',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    candidate_id: Id,
    mark: Type.Union([Type.Literal('damaged'), Type.Literal('blank'), Type.Literal('absent')]),
    /** Blocks that wait; empty for an absent candidate, who loses all of them. */
    block_ids: Type.Array(Id, { maxItems: 200 }),
  }),
  reply: DecisionOutcome,
  errors: [...changeErrors, 'ABNORMAL_NOT_HELD', 'ABNORMAL_NOTHING_OPEN'],
})

export const abnormalReplaceSheet = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/replace_sheet',
  summary: '用上传的图像替换答题卡的一页：重新识别和切割，人工确认过的答案保留',
  area,
  access: can('exception.handle', { ...onQuery, scanSheet: 'query.sheet_id' }),
  query: Type.Object({ ...examSubject, sheet_id: Ulid, page_seq: PageSeq }),
  bodyKind: 'multipart',
  reply: DecisionOutcome,
  errors: [
    ...changeErrors,
    'SCAN_TEMPLATE_MISSING',
    'SCAN_IMAGE_INVALID',
    'MEDIA_TYPE_UNSUPPORTED',
    'ABNORMAL_PAGE_UNREADABLE',
    'ABNORMAL_PAGE_OTHER',
    'ABNORMAL_OTHER_CANDIDATE',
  ],
})

export const abnormalDeleteSheet = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/delete_sheet',
  summary: '作废一张答题卡；可在异常处理的记录中撤销',
  area,
  access: can('exception.handle', { ...onBody, scanSheet: 'body.sheet_id' }),
  body: Type.Object({ ...examSubject, sheet_id: Ulid }),
  reply: DecisionOutcome,
  errors: changeErrors,
})

export const abnormalChangeTag = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/change_block_tag',
  summary: '修改一个待处理题块的异常标签与说明',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({ ...examSubject, abnormal_id: Id, tag: Tag, note: Note }),
  reply: done,
  errors: ['ABNORMAL_NOTHING_OPEN'],
})

export const abnormalMarking = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/marking',
  summary: '把一份试卷处理完的题块全部送阅；图像没有变的保留已有评阅',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({ ...examSubject, candidate_id: Id }),
  reply: Type.Object({ decision_ids: Type.Array(Id), blocks: Count }),
  errors: [...changeErrors, 'ABNORMAL_NOTHING_OPEN', 'ABNORMAL_INCOMPLETE'],
})

export const abnormalMarkReplace = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/mark_replace',
  summary: '把换过图像的题块一并送阅',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    abnormal_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
  }),
  reply: Type.Object({ decision_ids: Type.Array(Id), blocks: Count }),
  errors: [
    ...changeErrors,
    'ABNORMAL_NOTHING_OPEN',
    'ABNORMAL_INCOMPLETE',
    'ABNORMAL_NOT_REPLACED',
  ],
})

export const abnormalMarkSpecial = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/mark_special',
  summary: '把一份试卷标为特殊试卷并写明原因，或取消',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    candidate_id: Id,
    special: Type.Integer({ minimum: 0, maximum: 1 }),
    note: Note,
  }),
  reply: done,
  errors: ['CANDIDATE_UNKNOWN'],
})

export const abnormalReset = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/reset',
  summary: '撤销一份试卷在此做过的全部处理，题块重新等待处理',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({ ...examSubject, candidate_id: Id }),
  reply: Type.Object({ undone: Count }),
  errors: [...changeErrors, 'SCAN_NOTHING_TO_UNDO'],
})

export const abnormalSendBack = defineRoute({
  method: 'POST',
  path: '/v1/abnormal_sheet/send_back',
  summary: '把一份试卷的题块退回切图：暂停评阅，直到重新送阅；图像不变时评阅保留',
  area,
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    candidate_id: Id,
    block_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    tag: Tag,
    note: Note,
  }),
  reply: Type.Object({ blocks: Count }),
  errors: [...changeErrors, 'NOT_ALLOWED', 'MARKING_UNIT_NOT_FOUND'],
})
