import type { FieldReading, OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'

export const TEMPLATE_ID = 'sheet-1-v1'
export const WIDTH = 210
export const HEIGHT = 297

const bubbles = (values: readonly string[], yMm: number, column = 0) =>
  values.map((value, at) => ({
    value,
    label: value,
    column,
    xMm: 20 + at * 8,
    yMm,
    widthMm: 5,
    heightMm: 3,
  }))

const field = (
  id: string,
  kind: FieldReading['kind'],
  values: readonly string[],
  yMm: number,
  multiple = false,
) => ({
  id,
  kind,
  direction: 'horizontal' as const,
  multiple,
  shape: 'rect' as const,
  outlined: true,
  group: kind,
  bubbles: bubbles(values, yMm),
})

const page = (no: number, rest: Partial<TemplatePage>): TemplatePage => ({
  page: no,
  widthMm: 210,
  heightMm: 297,
  anchors: ['tl', 'tr', 'br', 'bl'].map((id, at) => ({
    id,
    kind: 'square' as const,
    role: 'corner' as const,
    xMm: at === 1 || at === 2 ? 200 : 10,
    yMm: at >= 2 ? 287 : 10,
    widthMm: 5,
    heightMm: 5,
  })),
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [],
  ...rest,
})

const block = (key: string, yMm: number) => ({
  id: `block:${key}:0`,
  purpose: 'block' as const,
  blockKey: key,
  part: 0,
  framed: true,
  xMm: 15,
  yMm,
  widthMm: 180,
  heightMm: 60,
})

/** Front: number, absence box, questions 1 to 3 (3 takes several), block 17. Back: block 18. */
export const template: OmrTemplate = {
  format: 'hengjuan-omr-template',
  version: 1,
  id: TEMPLATE_ID,
  name: '测试答题卡',
  pages: [
    page(1, {
      barcodes: [
        {
          id: 'code',
          purpose: 'examNo',
          symbology: 'Code128',
          xMm: 120,
          yMm: 30,
          widthMm: 60,
          heightMm: 15,
        },
      ],
      fields: [
        field('examNo', 'examNo', [...'0123456789'], 40),
        field('absent', 'absent', ['absent'], 60),
        field('misconduct', 'misconduct', ['misconduct'], 64),
        field('choice:1', 'choice', ['A', 'B', 'C', 'D'], 80),
        field('choice:2', 'choice', ['A', 'B', 'C', 'D'], 88),
        field('choice:3', 'choice', ['A', 'B', 'C', 'D'], 96, true),
      ],
      regions: [block('17', 120)],
    }),
    page(2, { regions: [block('18', 40)] }),
  ],
}

interface Front {
  /** Filled digits, `?` unreadable, null none. */
  examNo?: string | null
  barcode?: string | null
  absent?: boolean
  choices?: Record<string, string>
  ink?: number
}

const read = (id: string, kind: FieldReading['kind'], values: string[]): FieldReading => ({
  id,
  kind,
  state: values.length > 0 ? 'clear' : 'blank',
  values,
  confidence: 0.999,
  doubtful: false,
  reason: '',
  bubbles: [
    { value: 'A', column: 0, darkness: 0.1, coverage: 0.1, filled: 0.01, xPx: 30, yPx: 80 },
    { value: 'B', column: 0, darkness: 0.1, coverage: 0.1, filled: 0.01, xPx: 40, yPx: 80 },
  ],
})

const reading = (no: number, rest: Partial<PageReading>): PageReading => ({
  engine: 'test',
  templateId: TEMPLATE_ID,
  page: no,
  widthPx: WIDTH,
  heightPx: HEIGHT,
  status: 'ok',
  registration: {
    rotation: 0,
    homography: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    residualMm: 0.02,
    skewDeg: 0,
    scale: 1,
    anchors: [],
  },
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [],
  quality: { sharpness: 1, contrast: 200, inkRatio: 0.02, blank: false },
  issues: [],
  ...rest,
})

/** A clean front, answers A, B and AC, unless told otherwise. */
export function front(given: Front = {}): PageReading {
  const { examNo = '10010001', barcode = null, absent = false, ink = 0.03 } = given
  const choices = { 1: 'A', 2: 'B', 3: 'AC', ...given.choices }
  const number = read('examNo', 'examNo', examNo === null ? [] : [...examNo])
  const unclear = examNo?.includes('?') === true
  return reading(1, {
    status: unclear ? 'doubtful' : 'ok',
    barcodes: [{ id: 'code', purpose: 'examNo', text: barcode }],
    fields: [
      unclear ? { ...number, doubtful: true, confidence: 0.4, reason: '第 3 位看不清' } : number,
      read('absent', 'absent', absent ? ['absent'] : []),
      read('misconduct', 'misconduct', []),
      ...Object.entries(choices).map(([no, letters]) =>
        read(`choice:${no}`, 'choice', [...letters]),
      ),
    ],
    regions: [region('17', ink)],
  })
}

const region = (key: string, inkRatio: number) => ({
  id: `block:${key}:0`,
  blockKey: key,
  part: 0,
  inkRatio,
  quadPx: [
    [15, 40],
    [195, 40],
    [195, 100],
    [15, 100],
  ] as [number, number][],
})

export const back = (ink = 0.02): PageReading => reading(2, { regions: [region('18', ink)] })

/** A page that could not be read. */
export const refused = (code: 'ANCHORS_MISSING' | 'PAGE_OF_OTHER_SHEET' | 'BLANK_PAGE') =>
  reading(1, {
    page: null,
    status: 'rejected',
    registration: null,
    quality: { sharpness: 0, contrast: 200, inkRatio: 0, blank: code === 'BLANK_PAGE' },
    issues: [{ code, message: `不能定位（${code}）`, blocking: true }],
  })

/** The same reading with a field changed. */
export const withField = (
  given: PageReading,
  id: string,
  change: Partial<FieldReading>,
): PageReading => ({
  ...given,
  fields: given.fields.map((one) => (one.id === id ? { ...one, ...change } : one)),
})

export const withIssue = (
  given: PageReading,
  code: PageReading['issues'][number]['code'],
): PageReading => ({ ...given, issues: [{ code, message: `提示（${code}）`, blocking: false }] })
