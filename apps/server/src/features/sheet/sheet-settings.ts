import type { Db, Tables } from '@hengjuan/db'
import { isObjectiveType, QUESTION_TYPES, type QuestionType } from '@hengjuan/domain'
import { sampleDesigns, sampleKeys, type SampleSubject } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import { draftOf } from './draft.ts'

const NUMBER_STYLES = [
  { value: 'bubble', label: '填涂考号' },
  { value: 'barcode', label: '粘贴条形码' },
  { value: 'both', label: '填涂和条形码' },
]
const DEFAULT_DIGITS = 8
/** Two points of five for an incomplete multiple choice, the usual rule. */
const MISSING_SHARE = 0.4

/** What a designer starts from; titles are those of the exam when there is one. */
export async function sheetSettingsOf(
  db: Db,
  exam: Selectable<Tables['exam']> | null,
): Promise<{
  papers: string[]
  number_styles: typeof NUMBER_STYLES
  question_types: { type: number; label: string; objective: boolean }[]
  exam_no_digits: number
  notices: string[]
  samples: ReturnType<typeof sampleOf>[]
}> {
  const digits = exam ? await digitsOf(db, exam.id) : DEFAULT_DIGITS
  return {
    papers: ['A4', 'A3', '8K', '16K'],
    number_styles: NUMBER_STYLES,
    question_types: Object.entries(QUESTION_TYPES).map(([type, label]) => ({
      type: Number(type),
      label,
      objective: isObjectiveType(Number(type) as QuestionType),
    })),
    exam_no_digits: digits,
    notices: [...sampleDesigns.mathematics.notices],
    samples: (Object.keys(sampleDesigns) as SampleSubject[]).map((code) =>
      sampleOf(code, exam?.name ?? null, digits),
    ),
  }
}

/** Digits of the numbers that the candidates have; they must fit on the sheet. */
async function digitsOf(db: Db, examId: number): Promise<number> {
  const row = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .select('exam_no')
    .orderBy('id')
    .executeTakeFirst()
  return row?.exam_no.length ?? DEFAULT_DIGITS
}

function sampleOf(code: SampleSubject, examName: string | null, digits: number) {
  const sample = sampleDesigns[code]
  const multiple = sample.sections
    .flatMap(({ questions }) => questions)
    .filter(({ type }) => type === 2)
  return {
    code,
    name: `${sample.subjectName}（${sample.paper}，满分 150 分）`,
    design: {
      ...draftOf(sample),
      title: examName ?? sample.title,
      examNoDigits: digits,
    },
    keys: sampleKeys[code],
    rules: Object.fromEntries(
      multiple.map(({ no, fullMilli }) => [no, { missing_milli: fullMilli * MISSING_SHARE }]),
    ),
  }
}
