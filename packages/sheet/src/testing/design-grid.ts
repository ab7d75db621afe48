import { isObjectiveType, milli, QUESTION_TYPES } from '@hengjuan/domain'
import type { QuestionType, SheetDesign, SheetQuestion, SheetSection } from '@hengjuan/domain'
import { combinedDesigns } from './combined-designs.ts'

const NOTICES = ['请用2B铅笔填涂选择题。', '非选择题用黑色签字笔作答，不得超出答题区域。']

function questions(from: number, count: number, type: QuestionType, more: Partial<SheetQuestion>) {
  return Array.from({ length: count }, (_, index): SheetQuestion => ({
    no: String(from + index),
    type,
    fullMilli: milli(5),
    ...more,
  }))
}

/** Question tables that stress different parts of the layout; `most` options fit into a column. */
const mixesOf = (most: number, inRow: number): Record<string, SheetSection[]> => ({
  choices: [
    { title: '一、选择题', questions: questions(1, 60, 1, { optionCount: 4 }) },
    { title: '二、多选题', questions: questions(61, 7, 2, { optionCount: 5 }) },
  ],
  wide: [
    {
      title: '一、选择题',
      questions: [
        ...questions(1, 6, 1, { optionCount: most }),
        ...questions(7, 4, 99, { optionCount: 2 }),
        ...questions(11, 11, 13, {}),
      ],
    },
    { title: '二、填空题', questions: questions(22, 5, 3, { blockKey: 'fill', blanks: 3 }) },
  ],
  essays: [
    { title: '一、填空题', questions: questions(1, 6, 3, { blockKey: 'fill', heightMm: 50 }) },
    {
      title: '二、解答题',
      questions: [
        ...questions(7, 1, 4, { blockKey: 'q7', heightMm: 90 }),
        ...questions(8, 1, 4, { blockKey: 'q8', partsMm: [60, 45, 30] }),
        ...questions(9, 1, 6, { blockKey: 'q9', heightMm: 50, breakBefore: 'column' }),
        ...questions(10, 1, 9, { blockKey: 'q9', heightMm: 50, joinsPrevious: true }),
        ...questions(11, 1, 4, { blockKey: 'q11', heightMm: 55.5, exactHeight: true }),
      ],
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
  matching: [
    {
      title: '一、配对',
      questions: [
        ...questions(1, 1, 12, { blockKey: 'match', blanks: 7 }),
        ...questions(2, 1, 14, { blockKey: 'link', blanks: 5 }),
        ...questions(3, 1, 14, { blockKey: 'link', blanks: 14 }),
        ...questions(4, 1, 15, { blockKey: 'sort', blanks: 20 }),
        ...questions(5, 2, 3, { blockKey: 'fill' }),
      ],
    },
    {
      title: '二、并排',
      questions: Array.from({ length: 5 }, (_, index) => ({
        ...questions(7 + index, 1, 4, { blockKey: `b${index}`, heightMm: 40 + index * 5 })[0]!,
        ...(index % inRow > 0 ? { besidePrevious: true } : {}),
      })),
    },
  ],
  composition: [
    { title: '一、选择题', questions: questions(1, 5, 1, {}) },
    {
      title: '二、作文',
      questions: questions(6, 1, 11, { blockKey: 'essay', gridCells: 620, countEvery: 200 }),
    },
  ],
  english: [
    { title: '一、选择题', questions: questions(1, 23, 1, { optionCount: 3 }) },
    { title: '二、写作', questions: questions(24, 1, 7, { blockKey: 'w', gridCells: 20 }) },
    { title: '', questions: questions(25, 2, 16, { blockKey: 's' }) },
  ],
  types: Object.keys(QUESTION_TYPES).map((key, index) => {
    const type = Number(key) as QuestionType
    const cells = type === 11 ? { gridCells: 300 } : {}
    const own = isObjectiveType(type) ? {} : { blockKey: `t${type}`, ...cells }
    const isNewPage = index === 6 ? { breakBefore: 'page' as const } : {}
    return {
      title: `第${index + 1}部分　${QUESTION_TYPES[type]}`,
      questions: questions(index + 1, 1, type, { ...own, ...isNewPage }),
    }
  }),
})

/** A red square of 8 pixels: stands for the crest of a school. */
const CREST =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mNYJSeHFTEMLQkAmxI5gY/rfW8AAAAASUVORK5CYII='

/** Marks in head and margins and places for the mark, so that every combination meets every paper. */
const extras: Partial<SheetDesign>[] = [
  {},
  { misconduct: true, sealLine: true },
  { paperVariants: 2, scoreEntry: 'bars', crest: CREST },
  { misconduct: true, paperVariants: 4, scoreEntry: 'digits' },
  { scoreEntry: 'bars', totalEntry: true, misconduct: true, sealLine: true, crest: CREST },
  { folded: true, paperVariants: 3 },
  { folded: true, sealLine: true },
]

const PAPER_COLUMNS = [
  ['A4', 1],
  ['A4', 2],
  ['A3', 1],
  ['A3', 2],
  ['A3', 3],
  ['8K', 1],
  ['8K', 2],
  ['8K', 3],
  ['16K', 1],
  ['16K', 2],
] as const

/** How many answer areas a column holds side by side. */
function rowOf(paper: string, columns: number): number {
  if (columns === 1) return 3
  if (columns === 2) return paper === 'A4' || paper === '16K' ? 1 : 3
  return 2
}

/**
 * Papers and columns x number styles x question tables: 240 designs, with exam numbers of 4 to 12 digits
 * and, in turn, marks in head and margins, folds and places for the marker.
 */
const gridOfPapers: { name: string; design: SheetDesign }[] = PAPER_COLUMNS.flatMap(
  ([paper, columns], at) =>
    (['bubble', 'barcode', 'both'] as const).flatMap((numberStyle, style) =>
      Object.entries(mixesOf(columns === 2 && paper !== 'A3' ? 9 : 12, rowOf(paper, columns))).map(
        ([mix, sections], index) => {
          const extra = extras[(index * 2 + style * 3 + at) % extras.length]!
          const isFlat = columns === 1 || paper === 'A4' || paper === '16K'
          const { folded: _folded, ...flat } = extra
          // Frames in a row have no strip for the mark above them.
          const { scoreEntry: _entry, totalEntry: _total, ...unmarked } = isFlat ? flat : extra
          return {
            name: `${paper} ${columns} ${numberStyle} ${mix}`,
            design: {
              id: `${paper}-${columns}-${numberStyle}-${mix}`,
              sheetCode: (at * 523 + index * 7919 + style * 104729 + 5) % 65536,
              schoolName: '第一中学',
              title: '期末考试',
              subjectName: '综合',
              paper,
              columns,
              maxPages: 6,
              examNoDigits: 4 + ((index * 3 + style * 2 + at) % 9),
              numberStyle,
              notices: NOTICES,
              sections,
              ...(mix === 'matching' ? unmarked : isFlat ? flat : extra),
            },
          }
        },
      ),
    ),
)

/** The papers with all that may be asked, and sheets that carry their questions. */
export const designGrid: { name: string; design: SheetDesign }[] = [
  ...gridOfPapers,
  ...combinedDesigns,
]
