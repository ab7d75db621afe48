import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'
import { Sha256 } from './sheet-container.ts'
import { SheetSummary } from './sheet-summary.ts'

/** A question as it is designed; scores in thousandths. The server checks it as a whole. */
export const DesignQuestion = Type.Object({
  no: Type.String({ minLength: 1, maxLength: 6 }),
  type: Type.Integer(),
  fullMilli: MilliScore,
  stem: Type.Optional(
    Type.String({ maxLength: 4000, description: '题干，印在作答处上方（题卡合一）' }),
  ),
  pictures: Type.Optional(
    Type.Array(Sha256, { maxItems: 6, description: '线上考试：题干下的插图' }),
  ),
  optionCount: Type.Optional(Type.Integer()),
  blockKey: Type.Optional(Type.String({ maxLength: 32 })),
  blanks: Type.Optional(Type.Integer()),
  heightMm: Type.Optional(Type.Number()),
  gridCells: Type.Optional(Type.Integer()),
  countEvery: Type.Optional(Type.Enum([100, 200], { description: '作文格每多少字印一个字数' })),
  exactHeight: Type.Optional(Type.Boolean({ description: '作答区不随栏高伸缩' })),
  partsMm: Type.Optional(Type.Array(Type.Number(), { maxItems: 6, description: '拆分的作答区' })),
  joinsPrevious: Type.Optional(Type.Boolean({ description: '与前一题合用作答区' })),
  besidePrevious: Type.Optional(Type.Boolean({ description: '与前一题的作答区并排' })),
  breakBefore: Type.Optional(Type.Enum(['column', 'page'], { description: '另起一栏或一面' })),
  scorePoints: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 30 }),
        fullMilli: MilliScore,
        stepMilli: MilliScore,
      }),
      { maxItems: 30 },
    ),
  ),
  optionalGroup: Type.Optional(
    Type.Object({
      id: Type.String({ maxLength: 16 }),
      choose: Type.Integer(),
      policy: Type.Optional(
        Type.Enum(['by_mark', 'mark_all_take_best'], {
          description: '选做计分：只评填涂的题号（缺省）；全部评阅，取最高',
        }),
      ),
    }),
  ),
})

/** What a person designs; the server adds identity, school and printed code. */
export const SheetDraft = Type.Object({
  title: Type.String({ maxLength: 60 }),
  subjectName: Type.String({ maxLength: 20 }),
  paper: Type.Enum(['A4', 'A3', '8K', '16K']),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: '栏数，缺省自动' })),
  maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '页数上限' })),
  folded: Type.Optional(Type.Boolean({ description: '沿栏间折叠' })),
  sealLine: Type.Optional(Type.Boolean({ description: '印密封线' })),
  crest: Type.Optional(Type.String({ maxLength: 200_000, description: '校徽，图片的 data URL' })),
  examNoDigits: Type.Integer(),
  numberStyle: Type.Enum(['bubble', 'barcode', 'both']),
  notices: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 12 }),
  misconduct: Type.Optional(Type.Boolean({ description: '印违纪标记框' })),
  paperVariants: Type.Optional(Type.Integer({ minimum: 2, maximum: 4, description: '试卷类型数' })),
  scoreEntry: Type.Optional(
    Type.Enum(['bars', 'digits'], { description: '先阅后扫：每个题块印打分条或手写分数格' }),
  ),
  totalEntry: Type.Optional(
    Type.Literal(true, { description: '先阅后扫：另印各题总分栏，扫描后与各题合计核对' }),
  ),
  sections: Type.Array(
    Type.Object({
      title: Type.String({ maxLength: 120 }),
      questions: Type.Array(DesignQuestion, { maxItems: 200 }),
    }),
    { maxItems: 40 },
  ),
})

/** Documents that are stored as they are and replied as they are. */
const Design = Type.Unsafe<SheetDesign>({ type: 'object', additionalProperties: true })
const Template = Type.Unsafe<OmrTemplate>({ type: 'object', additionalProperties: true })
const Geometry = Type.Unsafe<object>({ type: 'object', additionalProperties: true })

/** How an objective item is scored, beside its key. */
export const SheetKeyRule = Type.Object({
  missing_milli: Type.Optional(Type.Integer({ minimum: 0, description: '漏选得分' })),
  missing_by_count: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^\\d+$' }),
      Type.Record(Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })),
      { description: '正确选项数 -> 选对个数 -> 得分' },
    ),
  ),
  accept: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]$' }), { maxItems: 26 })),
  accept_sets: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{1,26}$' }), {
      maxItems: 10,
      description: '多选题：除答案外也算全对的组合，如 ABD',
    }),
  ),
  custom_option_scores: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]$' }), Type.Integer()),
  ),
  error_option_milli: Type.Optional(Type.Integer()),
  exceed_option_milli: Type.Optional(Type.Integer()),
  missing_option_milli: Type.Optional(Type.Integer()),
})

const bySheet = Type.Object({ sheet_id: Id })
const readSheet = can('sheet.read', { sheet: 'query.sheet_id' })

export const sheetGet = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/get',
  summary: '一份答题卡及其设计',
  area: 'answer-sheet',
  access: readSheet,
  query: bySheet,
  reply: Type.Object({ sheet: SheetSummary, design: Design }),
  errors: ['SHEET_NOT_FOUND'],
})

export const sheetDetail = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/detail2',
  summary: '答题卡的版面：几何数据、识别模板、各页图形（SVG）',
  area: 'answer-sheet',
  access: readSheet,
  query: Type.Object({
    sheet_id: Id,
    geometry: Type.Optional(Type.Boolean({ default: true, description: '是否包含几何数据' })),
  }),
  reply: Type.Object({
    sheet: SheetSummary,
    geometry: nullable(Geometry),
    svg_pages: Type.Array(Type.String()),
  }),
  errors: ['SHEET_NOT_FOUND'],
})

export const sheetOmrTemplate = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/omr/template/get',
  summary: '答题卡的识别模板',
  area: 'answer-sheet',
  access: readSheet,
  query: bySheet,
  reply: Template,
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_PRINTED'],
})

export const sheetSettings = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/settings/get',
  summary: '答题卡设置：可选纸张、题型、默认注意事项，以及可作起点的样例',
  area: 'answer-sheet',
  access: can('sheet.read', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Type.Optional(Id), subject_id: Type.Optional(Id) }),
  reply: Type.Object({
    papers: Type.Array(Type.String()),
    number_styles: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    question_types: Type.Array(
      Type.Object({ type: Type.Integer(), label: Type.String(), objective: Type.Boolean() }),
    ),
    exam_no_digits: Type.Integer(),
    notices: Type.Array(Type.String()),
    samples: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        design: SheetDraft,
        keys: Type.Record(Type.String(), Type.Array(Type.String())),
        rules: Type.Record(Type.String(), SheetKeyRule),
      }),
    ),
  }),
})

export const sheetPrintCheck = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/print/check',
  summary: '打印前的检查：哪些考生的姓名或班级里有字体没有的字',
  area: 'answer-sheet',
  access: can('sheet.read', { sheet: 'query.sheet_id', class: 'query.class_id' }),
  query: Type.Object({ sheet_id: Id, class_id: Type.Optional(Id) }),
  reply: Type.Object({
    /** Copies that will be printed. */
    copies: Type.Integer(),
    unprintable: Type.Array(
      Type.Object({
        name: Type.String(),
        exam_no: Type.String(),
        class_name: Type.String(),
        /** Each once; a box is printed in their place. */
        characters: Type.Array(Type.String()),
      }),
    ),
  }),
  errors: ['SHEET_NOT_FOUND', 'SHEET_NOT_PRINTED', 'SHEET_NOT_PERSONAL'],
})

export const sheetPdf = defineRoute({
  method: 'GET',
  path: '/v1/answersheet/pdf',
  summary: '可打印的答题卡；给出班级或全部考生时每人一份，印好姓名、考号与条形码；也给出校准页',
  area: 'answer-sheet',
  access: can('sheet.read', { sheet: 'query.sheet_id', class: 'query.class_id' }),
  query: Type.Object({
    sheet_id: Id,
    class_id: Type.Optional(Id),
    candidates: Type.Optional(Type.Boolean({ default: false, description: '全部考生每人一份' })),
    calibration: Type.Optional(
      Type.Boolean({ default: false, description: '打印校准页，大批打印前检查打印机与扫描仪' }),
    ),
    inline: Type.Optional(Type.Boolean({ default: false, description: '在浏览器中打开' })),
  }),
  replyKind: 'file',
  errors: ['SHEET_NOT_FOUND', 'ROSTER_EMPTY', 'SHEET_NOT_PRINTED', 'SHEET_NOT_PERSONAL'],
})

export const sheetSave = defineRoute({
  method: 'POST',
  path: '/v1/answersheet/save2',
  summary: '保存答题卡：检查、排版、成为新版本；给出考试和科目时绑定并建立题目、题块、给分点',
  area: 'answer-sheet',
  access: can('sheet.design', {
    sheet: 'body.sheet_id',
    exam: 'body.exam_id',
    subject: 'body.subject_id',
  }),
  body: Type.Object({
    sheet_id: Type.Optional(Id),
    exam_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    type: Type.Optional(
      Type.Integer({
        enum: [1, 3, 5],
        description: '新答题卡的类型：1 自制，3 线上考试，5 成绩导入；缺省由科目的考试模式决定',
      }),
    ),
    /** Version that was edited; refused when somebody saved in between. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    design: SheetDraft,
    keys: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.String({ pattern: '^[A-Z]$' }), { maxItems: 26 }),
        {
          description: '题号 -> 答案；与现有答案不同时成为新的答案版本并重新计分',
        },
      ),
    ),
    rules: Type.Optional(Type.Record(Type.String(), SheetKeyRule)),
    note: Type.Optional(Type.String({ maxLength: 200, description: '这一版改了什么' })),
    keep_scanned: Type.Optional(
      Type.Boolean({ description: '扫描开始后改版面：已印的照旧识别，新印的用新版面' }),
    ),
  }),
  reply: Type.Object({
    sheet_id: Id,
    version: Type.Integer(),
    sheet_code: Type.Integer(),
    template_id: Type.String(),
    full_milli: MilliScore,
    page_count: Type.Integer(),
    keys_created: Type.Integer(),
    /** The blocks drawn by hand did not fit the new layout and follow from the design again. */
    blocks_reset: Type.Boolean(),
    /** Sheets that were scanned before and keep the print that they are. */
    kept_scanned: Type.Integer(),
  }),
  errors: [
    'SHEET_NOT_FOUND',
    'SHEET_NOT_YOURS',
    'SHEET_LOCKED',
    'SHEET_IN_USE',
    'PAD_RELEASED',
    'SHEET_REPRINT_UNSAFE',
    'SHEET_DESIGN_INVALID',
    'SHEET_TYPE_MISMATCH',
    'SHEET_NOT_DESIGNED',
    'VERSION_CONFLICT',
    'ANSWER_KEY_INVALID',
    'PARTIAL_SCORE_INVALID',
    'EXAM_PUBLISHED',
  ],
})
