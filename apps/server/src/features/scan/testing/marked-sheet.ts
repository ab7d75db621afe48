import type { Database } from '@hengjuan/db'
import type { DigitFieldReading, FieldReading, OmrTemplate, PageReading } from '@hengjuan/domain'
import { type ScanExam, SUBJECT } from './scan-exam.ts'
import { back, front, template } from './readings.ts'

const cell = (xMm: number) => ({ xMm, yMm: 110, widthMm: 8, heightMm: 9 })
const bubble = (value: string, column: number, xMm: number) => ({
  value,
  label: value,
  column,
  xMm,
  yMm: 110,
  widthMm: 5,
  heightMm: 3,
})

/** The plain sheet with a score bar for block 17 and boxes for handwritten digits for block 18. */
export const markedTemplate: OmrTemplate = {
  ...template,
  pages: template.pages.map((page) =>
    page.page === 1
      ? {
          ...page,
          fields: [
            ...page.fields,
            {
              id: 'score:17',
              kind: 'score',
              direction: 'horizontal',
              multiple: false,
              shape: 'rect',
              outlined: true,
              group: 'score:17',
              fullMilli: 12_000,
              bubbles: [
                bubble('10', 0, 50),
                ...Array.from({ length: 10 }, (_, at) => bubble(String(at), 1, 62 + at * 6)),
                bubble('0.5', 2, 130),
              ],
            },
          ],
        }
      : {
          ...page,
          digitFields: [
            {
              id: 'score:18',
              blockKey: '18',
              decimals: 0,
              fullMilli: 10_000,
              cells: [cell(50), cell(60)],
            },
          ],
        },
  ),
}

type Bar = Pick<FieldReading, 'values' | 'state' | 'doubtful' | 'reason'>

/** The same with a bar for what both marks come to on the first page. */
export const totalledTemplate: OmrTemplate = {
  ...markedTemplate,
  pages: markedTemplate.pages.map((page) => ({
    ...page,
    fields: page.fields.flatMap((field) =>
      field.id === 'score:17'
        ? [field, { ...field, id: 'score:total', group: 'score:total', fullMilli: 22_000 }]
        : field,
    ),
  })),
}

/** Pages as `markedPages` gives them, with what was read of the total. */
export const withTotal = (pages: readonly PageReading[], total: Bar): PageReading[] =>
  pages.map((page) => ({
    ...page,
    fields: page.fields.flatMap((field) =>
      field.id === 'score:17' ? [field, { ...field, id: 'score:total', ...total }] : field,
    ),
  }))

/** A bar that was read without doubt. */
export const clear = (points: string): Bar => ({
  values: [points],
  state: 'clear',
  doubtful: false,
  reason: '',
})

/** A bar that a person must look at. */
export const doubt = (reason: string, ...values: string[]): Bar => ({
  values,
  state: values.length > 0 ? 'clear' : 'blank',
  doubtful: true,
  reason,
})

/** Both pages of candidate 10010001, with what was read of the marks. */
export function markedPages(
  bar: Bar,
  digits: Pick<DigitFieldReading, 'text' | 'scoreMilli'>,
  given: Parameters<typeof front>[0] = {},
): PageReading[] {
  const page = front(given)
  return [
    {
      ...page,
      fields: [
        ...page.fields,
        {
          id: 'score:17',
          kind: 'score',
          confidence: bar.doubtful ? 0.4 : 0.99,
          bubbles: [
            { value: '10', column: 0, darkness: 0, coverage: 0, filled: 0, xPx: 50, yPx: 110 },
            { value: '7', column: 1, darkness: 0.8, coverage: 0.9, filled: 1, xPx: 104, yPx: 110 },
          ],
          ...bar,
        },
      ],
    },
    {
      ...back(given.ink),
      digits: [
        {
          id: 'score:18',
          blockKey: '18',
          confidence: 0.93,
          cells: [...digits.text].map((digit, at) => ({
            digit,
            confidence: 0.95,
            xPx: 50 + at * 10,
            yPx: 110,
          })),
          ...digits,
        },
      ],
    },
  ]
}

/**
 * Blocks 17 (12 points, in halves) and 18 (two points of 5, whole); nothing else counts in the subject.
 *
 * @returns the ids of their questions
 */
export async function seedMarkedBlocks(
  db: Database,
  exam: ScanExam,
): Promise<{ seventeen: number; eighteen: number }> {
  await db.deleteFrom('question').where('exam_id', '=', exam.examId).execute()
  const add = async (key: string, fullMilli: number, points: { full: number; step: number }[]) => {
    const { id: blockId } = await db
      .insertInto('block')
      .values({
        exam_id: exam.examId,
        subject_id: SUBJECT,
        block_key: key,
        name: `第${key}题`,
        sort: Number(key),
        full_milli: fullMilli,
        mark_mode: 0,
        alloc_mode: 1,
        tolerance_milli: 0,
        compare_scope: 'total',
        combine: 'mean',
        round_step_milli: 0,
        round_mode: 'half_up',
        double_ratio: 100,
        salt: 'salt',
        status: 'open',
        avoid_own_class: 0,
        blind_third: 1,
        settings: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: questionId } = await db
      .insertInto('question')
      .values({
        exam_id: exam.examId,
        subject_id: SUBJECT,
        no: key,
        sort: Number(key),
        type: 6,
        full_milli: fullMilli,
        block_id: blockId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('score_point')
      .values(
        points.map(({ full, step }, sort) => ({
          block_id: blockId,
          question_id: questionId,
          name: `(${sort + 1})`,
          sort,
          full_milli: full,
          step_milli: step,
        })),
      )
      .execute()
    return questionId
  }
  return {
    seventeen: await add('17', 12_000, [{ full: 12_000, step: 500 }]),
    eighteen: await add('18', 10_000, [
      { full: 5000, step: 1000 },
      { full: 5000, step: 1000 },
    ]),
  }
}
