import type { FieldReading, FieldState, PageIssueCode, PageReading } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'

/** Text that any database column takes: no control characters. */
export const plainText = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

/** One of some texts. */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value))) as unknown as ReturnType<
    typeof Type.Unsafe<T>
  >

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Pixels = Type.Integer({ minimum: 1, maximum: 40_000 })
const PageNo = Type.Integer({ minimum: 1, maximum: 32 })
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Point = Type.Tuple([Type.Number(), Type.Number()])

const FIELD_KINDS = [
  'examNo',
  'choice',
  'absent',
  'misconduct',
  'optionalChoice',
  'paperVariant',
  'score',
] as const satisfies readonly FieldReading['kind'][]
const FIELD_STATES = [
  'clear',
  'blank',
  'faint',
  'multi',
  'box_error',
] as const satisfies readonly FieldState[]
const ISSUE_CODES = [
  'BLANK_PAGE',
  'ANCHORS_MISSING',
  'RESIDUAL_HIGH',
  'SCALE_ODD',
  'PAGE_CODE_UNREADABLE',
  'PAGE_OF_OTHER_SHEET',
  'LOW_CONTRAST',
  'BLURRED',
  'CLIPPED',
  'FOLDED_CORNER',
  'GRID_SHIFTED',
  'SKEWED',
  'SATURATED',
  'STREAKS',
  'DOUBLE_FEED',
  'WRONG_TEMPLATE',
  'BACK_SIDE',
  'NO_COLOUR',
] as const satisfies readonly PageIssueCode[]

export const RegistrationSchema = Type.Object({
  rotation: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
  homography: Type.Array(Type.Number(), { minItems: 9, maxItems: 9 }),
  residualMm: Type.Number({ minimum: 0 }),
  skewDeg: Type.Number(),
  scale: Type.Number(),
  anchors: Type.Array(
    Type.Object({
      id: plainText(64),
      found: Type.Boolean(),
      xPx: Type.Number(),
      yPx: Type.Number(),
      errorMm: Type.Number(),
    }),
    { maxItems: 200 },
  ),
})

export const FieldReadingSchema = Type.Object({
  id: plainText(64),
  kind: oneOf(FIELD_KINDS),
  state: oneOf(FIELD_STATES),
  values: Type.Array(plainText(16), { maxItems: 64 }),
  confidence: Share,
  doubtful: Type.Boolean(),
  reason: plainText(500),
  bubbles: Type.Array(
    Type.Object({
      value: plainText(16),
      column: Type.Integer({ minimum: 0, maximum: 64 }),
      darkness: Type.Number(),
      coverage: Type.Number(),
      filled: Share,
      xPx: Type.Number(),
      yPx: Type.Number(),
    }),
    { maxItems: 400 },
  ),
})

/** `PageReading` of the domain as a schema, with limits that no honest page comes near. */
export const PageReadingSchema = Type.Object({
  engine: plainText(100),
  templateId: plainText(100),
  page: nullable(PageNo),
  widthPx: Pixels,
  heightPx: Pixels,
  status: oneOf(['ok', 'doubtful', 'rejected']),
  registration: nullable(RegistrationSchema),
  pageCode: nullable(
    Type.Object({
      bits: plainText(64),
      page: nullable(PageNo),
      damaged: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 64 })),
      confidence: Share,
    }),
  ),
  barcodes: Type.Array(
    Type.Object({
      id: plainText(64),
      purpose: oneOf(['examNo', 'sheet']),
      text: nullable(plainText(200)),
      reason: Type.Optional(plainText(200)),
    }),
    { maxItems: 16 },
  ),
  fields: Type.Array(FieldReadingSchema, { maxItems: 400 }),
  regions: Type.Array(
    Type.Object({
      id: plainText(100),
      blockKey: nullable(plainText(64)),
      part: Type.Integer({ minimum: 0, maximum: 64 }),
      inkRatio: Share,
      strokeMm: Type.Optional(Type.Number({ minimum: 0 })),
      quadPx: Type.Array(Point, { minItems: 4, maxItems: 4 }),
    }),
    { maxItems: 200 },
  ),
  quality: Type.Object({
    sharpness: Type.Number(),
    contrast: Type.Number(),
    inkRatio: Share,
    blank: Type.Boolean(),
    saturation: Type.Optional(Share),
    streaks: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  issues: Type.Array(
    Type.Object({
      code: oneOf(ISSUE_CODES),
      message: plainText(500),
      blocking: Type.Boolean(),
      evidence: Type.Optional(
        Type.Array(
          Type.Object({
            xPx: Type.Number(),
            yPx: Type.Number(),
            widthPx: Type.Number(),
            heightPx: Type.Number(),
          }),
          { maxItems: 64 },
        ),
      ),
    }),
    { maxItems: 32 },
  ),
  digits: Type.Optional(
    Type.Array(
      Type.Object({
        id: plainText(64),
        blockKey: plainText(64),
        text: plainText(16),
        scoreMilli: nullable(Type.Integer({ minimum: 0 })),
        confidence: Share,
        cells: Type.Array(
          Type.Object({
            digit: plainText(1),
            confidence: Share,
            xPx: Type.Number(),
            yPx: Type.Number(),
          }),
          { maxItems: 16 },
        ),
      }),
      { maxItems: 200 },
    ),
  ),
  wordGrids: Type.Optional(
    Type.Array(
      Type.Object({
        id: plainText(64),
        blockKey: plainText(64),
        part: Type.Integer({ minimum: 0, maximum: 64 }),
        writtenCells: Type.Integer({ minimum: 0 }),
        characters: Type.Integer({ minimum: 0 }),
        lastRow: Type.Integer({ minimum: 0 }),
      }),
      { maxItems: 32 },
    ),
  ),
})

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
/** Does not compile when the schema and the domain's type drift apart. */
export const schemaIsTheType: Same<Static<typeof PageReadingSchema>, PageReading> = true
