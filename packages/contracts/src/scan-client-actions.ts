import Type from 'typebox'
import { oneOf, plainText } from './page-reading.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'
import { action, actionErrors, Count, examSubject, onBody, PageSeq } from './scan-client-parts.ts'
import { ResolvedAs, SheetDecision } from './scan-decision.ts'
import { Ulid } from './sheet-container.ts'

const ofSheet = { ...action, ...examSubject, sheet_id: Ulid }

/** What an action did. */
export const ActionOutcome = Type.Object({
  action_id: Ulid,
  /**
   * `applied`: the decisions named were made. `agreed`: somebody had decided the same before, and
   * their decision stands; nothing was added.
   */
  result: oneOf(['applied', 'agreed']),
  /** Can be undone here and on the portal; those that stand already when `agreed`. */
  decision_ids: Type.Array(Id),
  sheet_id: nullable(Ulid),
  /** Categories of exceptions that the sheet is still in. */
  open: Type.Array(Type.String()),
  applied_at: Time,
})

export const clientCoord = defineRoute({
  method: 'POST',
  path: '/v1/client/coord',
  summary: '手动定位：指出一页上四个以上定位点的位置，服务器据此重新识别并裁切这一页',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    page_seq: PageSeq,
    /** Page of the template that the picture is. */
    page: Type.Integer({ minimum: 1, maximum: 32 }),
    /** Anchors of the template page, where they lie in the picture: pixels. */
    anchors: Type.Array(
      Type.Object({ id: plainText(64), x_px: Type.Number(), y_px: Type.Number() }),
      { minItems: 4, maxItems: 12 },
    ),
  }),
  reply: ActionOutcome,
  errors: [...actionErrors, 'SCAN_RELOCATE_FAILED', 'SCAN_IMAGE_INVALID'],
})

/** A place that a page of a sheet may have in the template. */
export const Placement = Type.Object({
  run: Type.Integer({ minimum: 1 }),
  /** `station`: as uploaded. `person`: anchors pointed out. `again`: read or cut again. `engine`: proposed. */
  source: oneOf(['station', 'person', 'again', 'engine']),
  page: nullable(Type.Integer()),
  /** `ok`, `doubtful`, `rejected` (cannot be chosen). */
  status: Type.String(),
  rotation: nullable(Type.Integer()),
  residual_mm: nullable(Type.Number()),
  /** Corners of the printed page in image pixels, clockwise from its top left; null without geometry. */
  quad: nullable(Type.Array(Type.Tuple([Type.Number(), Type.Number()]))),
  issues: Type.Array(Type.String()),
  in_use: Type.Boolean(),
  created_at: Time,
})

export const clientChooseCoord = defineRoute({
  method: 'POST',
  path: '/v1/client/choose_coord',
  summary: '一页有多种定位时选用其中一种；run 为空时只列出（并让识别引擎按每个模板页各试一次）',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    page_seq: PageSeq,
    /** Null: nothing is decided, the placements are listed, and `action_id` stays unused. 1 is the station's own. */
    run: nullable(Type.Integer({ minimum: 1 })),
  }),
  reply: Type.Object({ placements: Type.Array(Placement), outcome: nullable(ActionOutcome) }),
  errors: [...actionErrors, 'SCAN_PLACEMENT_UNKNOWN', 'SCAN_IMAGE_INVALID'],
})

/** A person's answer to one field of the template, or several. */
const OptionAnswer = Type.Object({
  /** Field of the template: `choice:12`. */
  target: plainText(64),
  values: Type.Array(plainText(16), { maxItems: 26 }),
  resolved_as: ResolvedAs,
})

export const clientRefixOption = defineRoute({
  method: 'POST',
  path: '/v1/client/refix/option',
  summary: '更正一张答题卡的多道客观题：全部成立才记下，否则一题也不改',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    options: Type.Array(OptionAnswer, { minItems: 1, maxItems: 400 }),
  }),
  reply: ActionOutcome,
  errors: [...actionErrors, 'SCAN_CHOICE_INVALID'],
})

export const clientRefixOptionSimple = defineRoute({
  method: 'POST',
  path: '/v1/client/refix/option/simple',
  summary: '更正一张答题卡的一道客观题',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({ ...ofSheet, ...OptionAnswer.properties }),
  reply: ActionOutcome,
  errors: [...actionErrors, 'SCAN_CHOICE_INVALID'],
})

export const clientSureOption = defineRoute({
  method: 'POST',
  path: '/v1/client/sure/omr/option',
  summary: '确认机器对存疑客观题的识别结果；与服务器现有识别不同则拒绝',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    options: Type.Array(
      Type.Object({
        target: plainText(64),
        /** What the machine read, as the person saw it; empty when it read a blank. */
        values: Type.Array(plainText(16), { maxItems: 26 }),
      }),
      { minItems: 1, maxItems: 400 },
    ),
  }),
  reply: ActionOutcome,
  errors: [...actionErrors, 'SCAN_CHOICE_INVALID', 'SCAN_READING_CHANGED'],
})

export const clientForceSure = defineRoute({
  method: 'POST',
  path: '/v1/client/force/sure',
  summary: '不顾提示接受一张答题卡（图像质量、选项框、待核实），记下是谁接受的',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    /**
     * Warnings that the person saw. A warning that comes up later under another code is not covered.
     * Errors by which a page has no place in the template cannot be accepted.
     */
    warnings: Type.Array(
      Type.Object({
        page_seq: PageSeq,
        /** Codes of the page's issues. */
        codes: Type.Array(plainText(64), { minItems: 1, maxItems: 32 }),
      }),
      { minItems: 1, maxItems: 32 },
    ),
    note: plainText(200),
  }),
  reply: ActionOutcome,
  errors: [...actionErrors, 'SCAN_SHEET_UNLOCATED'],
})

/** Everything that can be decided and has no call of its own. */
export const ExceptionChange = Type.Union([
  /** Whose sheet it is. */
  Type.Object({ kind: Type.Literal('identity'), candidate_id: Id }),
  ...SheetDecision.anyOf,
  /** Sheets that claim one candidate: one is kept, or none. The sheet of the action is one of them. */
  Type.Object({
    kind: Type.Literal('duplicate'),
    sheet_ids: Type.Array(Ulid, { minItems: 2, maxItems: 20 }),
    keep: nullable(Ulid),
    /** One of them that is a further sheet of the one that is kept: both stay in use. */
    further: Type.Optional(Ulid),
  }),
  /** Takes back all that an earlier action decided; a job under way is stopped first. */
  Type.Object({ kind: Type.Literal('undo'), undo_action_id: Ulid }),
])

export const clientChangeException = defineRoute({
  method: 'POST',
  path: '/v1/client/change/exception',
  summary: '处理扫描异常（考生、缺考、缺页、作废重扫、重复、核实），或撤销扫描站先前的一次操作',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...action,
    ...examSubject,
    /** Absent only when an action is undone that concerned no single sheet. */
    sheet_id: Type.Optional(Ulid),
    change: ExceptionChange,
  }),
  reply: ActionOutcome,
  errors: [
    ...actionErrors,
    'CANDIDATE_NOT_FOUND',
    'VERSION_CONFLICT',
    'MARKING_SECOND_PERSON_NEEDED',
    'SCAN_NOTHING_TO_UNDO',
    'SCAN_NOT_UNDOABLE',
  ],
})

export const clientRemark = defineRoute({
  method: 'POST',
  path: '/v1/client/remark',
  summary: '把一张答题卡的题块退回重评：已有评分作废（需要阅卷设置权限），不能撤销',
  area: 'scanning client',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...ofSheet,
    /** Keys of blocks; absent: every block of the sheet. */
    block_keys: Type.Optional(Type.Array(plainText(64), { minItems: 1, maxItems: 100 })),
    reason: Type.String({ minLength: 2, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  }),
  reply: Type.Object({
    outcome: ActionOutcome,
    /** One entry for each unit that went back. */
    units: Type.Array(
      Type.Object({
        block_key: Type.String(),
        block_name: Type.String(),
        /** Scores that do not count any more. */
        readings: Count,
      }),
    ),
  }),
  errors: [...actionErrors, 'NOT_ALLOWED', 'MARKING_UNIT_LOCKED', 'MARKING_UNIT_NOT_FOUND'],
})
