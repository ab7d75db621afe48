import { milli } from '@hengjuan/domain'
import type { QuestionType, SheetDesign, SheetQuestion, SheetSection } from '@hengjuan/domain'

const NOTICES = ['请用2B铅笔填涂选择题。', '非选择题用黑色签字笔作答，不得超出答题区域。']

function questions(from: number, count: number, type: QuestionType, more: Partial<SheetQuestion>) {
  return Array.from({ length: count }, (_, index): SheetQuestion => ({
    no: String(from + index),
    type,
    fullMilli: milli(5),
    ...more,
  }))
}

/** Question tables that stress different parts of the layout. */
const mixes: Record<string, SheetSection[]> = {
  choices: [
    { title: '一、选择题', questions: questions(1, 60, 1, { optionCount: 4 }) },
    { title: '二、多选题', questions: questions(61, 7, 2, { optionCount: 5 }) },
  ],
  wide: [
    {
      title: '一、选择题',
      questions: [
        ...questions(1, 6, 1, { optionCount: 12 }),
        ...questions(7, 4, 99, { optionCount: 2 }),
        ...questions(11, 11, 13, {}),
      ],
    },
    { title: '二、填空题', questions: questions(22, 5, 3, { blockKey: 'fill', blanks: 3 }) },
  ],
  essays: [
    { title: '一、填空题', questions: questions(1, 6, 3, { blockKey: 'fill' }) },
    {
      title: '二、解答题',
      questions: questions(7, 3, 4, { heightMm: 90 }).map((question) => ({
        ...question,
        blockKey: `q${question.no}`,
      })),
    },
  ],
  optional: [
    { title: '一、判断题', questions: questions(1, 8, 13, {}) },
    {
      title: '二、选做题（任选两题）',
      questions: questions(9, 4, 10, {
        blockKey: 'option',
        optionalGroup: { id: 'B', choose: 2 },
      }),
    },
    { title: '三、翻译', questions: questions(13, 3, 17, { blockKey: 'translate' }) },
  ],
  composition: [
    { title: '一、选择题', questions: questions(1, 5, 1, {}) },
    { title: '二、作文', questions: questions(6, 1, 11, { blockKey: 'essay', gridCells: 620 }) },
  ],
  english: [
    { title: '一、选择题', questions: questions(1, 23, 1, { optionCount: 3 }) },
    { title: '二、写作', questions: questions(24, 1, 7, { blockKey: 'w', gridCells: 20 }) },
    { title: '', questions: questions(25, 2, 16, { blockKey: 's' }) },
  ],
}

/** Head marks and places for the mark, so that every combination meets every paper. */
const extras: Partial<SheetDesign>[] = [
  {},
  { misconduct: true },
  { paperVariants: 2, scoreEntry: 'bars' },
  { misconduct: true, paperVariants: 4, scoreEntry: 'digits' },
  { scoreEntry: 'bars', misconduct: true },
]

/**
 * Papers x number styles x question mixes: 36 designs, with exam numbers of 4 to 12 digits and, in turn,
 * marks in the head and places for the marker.
 */
export const designGrid: { name: string; design: SheetDesign }[] = (['A4', 'A3'] as const).flatMap(
  (paper) =>
    (['bubble', 'barcode', 'both'] as const).flatMap((numberStyle, style) =>
      Object.entries(mixes).map(([mix, sections], index) => ({
        name: `${paper} ${numberStyle} ${mix}`,
        design: {
          id: `${paper}-${numberStyle}-${mix}`,
          sheetCode: (index * 7919 + style * 104729 + 5) % 65536,
          schoolName: '第一中学',
          title: '期末考试',
          subjectName: '综合',
          paper,
          examNoDigits: 4 + ((index * 3 + style * 2) % 9),
          numberStyle,
          notices: NOTICES,
          sections,
          ...extras[(index + style * 2 + (paper === 'A3' ? 1 : 0)) % extras.length],
        },
      })),
    ),
)
