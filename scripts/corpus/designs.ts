import { milli } from '@hengjuan/domain'
import type { QuestionType, SheetDesign, SheetQuestion } from '@hengjuan/domain'
import { markedSampleDesign, sampleDesigns } from '@hengjuan/sheet'

/** A sheet of the corpus and the resolution at which it is scanned. */
export interface CorpusDesign {
  name: string
  dpi: number
  design: SheetDesign
  /** Share of its corpus, relative to the others. */
  weight: number
  /** Is it marked before it is scanned? Such sheets are a corpus of their own. */
  isMarked: boolean
}

let lastNumber = 0

/** Numbered objective questions; `first` starts the numbering of a sheet. */
function run(count: number, type: QuestionType, optionCount: number, isFirst = false) {
  if (isFirst) lastNumber = 0
  return Array.from({ length: count }, (): SheetQuestion => ({
    no: String(++lastNumber),
    type,
    fullMilli: milli(2),
    optionCount,
  }))
}

const essay = (blockKey: string, heightMm: number): SheetQuestion => ({
  no: String(++lastNumber),
  type: 10,
  fullMilli: milli(12),
  blockKey,
  heightMm,
})

function made(
  id: string,
  sheetCode: number,
  more: Pick<SheetDesign, 'paper' | 'examNoDigits' | 'numberStyle' | 'sections'>,
): SheetDesign {
  return {
    id: `corpus-${id}`,
    sheetCode,
    schoolName: '青山中学',
    title: '2026年秋季学期质量监测',
    subjectName: '综合',
    notices: ['请用2B铅笔填涂，修改时用橡皮擦干净。', '保持卡面清洁，不要折叠。'],
    ...more,
  }
}

const SINGLE = 1
const MULTIPLE = 2
const TRUE_FALSE = 13

const a4Quiz = made('a4-quiz', 50001, {
  paper: 'A4',
  examNoDigits: 4,
  numberStyle: 'bubble',
  sections: [{ title: '一、单项选择题', questions: run(60, SINGLE, 4, true) }],
})
const a4Mixed = made('a4-mixed', 50002, {
  paper: 'A4',
  examNoDigits: 12,
  numberStyle: 'bubble',
  sections: [
    { title: '一、单项选择题', questions: run(20, SINGLE, 5, true) },
    { title: '二、多项选择题', questions: run(15, MULTIPLE, 6) },
    { title: '三、判断题', questions: run(15, TRUE_FALSE, 2) },
    { title: '四、简答题', questions: [essay('51', 50)] },
  ],
})
const a4Barcode = made('a4-barcode', 50003, {
  paper: 'A4',
  examNoDigits: 10,
  numberStyle: 'barcode',
  sections: [
    { title: '一、听力', questions: run(30, SINGLE, 3, true) },
    { title: '二、单项选择题', questions: run(20, SINGLE, 4) },
    { title: '三、写作', questions: [essay('51', 90)] },
  ],
})
const a4Both = made('a4-both', 50004, {
  paper: 'A4',
  examNoDigits: 9,
  numberStyle: 'both',
  sections: [
    { title: '一、单项选择题', questions: run(25, SINGLE, 4, true) },
    { title: '二、选词填空', questions: run(10, SINGLE, 7) },
  ],
})
const a3Wide = made('a3-wide', 50005, {
  paper: 'A3',
  examNoDigits: 8,
  numberStyle: 'bubble',
  sections: [
    { title: '一、单项选择题', questions: run(80, SINGLE, 4, true) },
    { title: '二、多项选择题', questions: run(20, MULTIPLE, 5) },
    { title: '三、解答题', questions: [essay('101', 100), essay('102', 100)] },
  ],
})

const sheet = (design: SheetDesign, weight: number, dpi = 200): CorpusDesign => ({
  name: `${design.id} ${dpi} dpi`,
  dpi,
  design,
  weight,
  isMarked: false,
})
const marked = (design: SheetDesign, weight: number, dpi = 200): CorpusDesign => ({
  ...sheet(design, weight, dpi),
  isMarked: true,
})

const markedBars: SheetDesign = {
  ...markedSampleDesign,
  id: 'corpus-marked-bars',
  sheetCode: 50006,
  scoreEntry: 'bars',
}
const markedDigits: SheetDesign = {
  ...markedSampleDesign,
  id: 'corpus-marked-digits',
  sheetCode: 50007,
  scoreEntry: 'digits',
}

/**
 * Sheets of both sizes, with two to seven options, four to twelve digits, with bubbles and barcodes; and
 * sheets that are marked before they are scanned, with bars or boxes for the marks.
 */
export const corpusDesigns: CorpusDesign[] = [
  sheet(sampleDesigns.english, 5),
  sheet(sampleDesigns.english, 1, 150),
  sheet(sampleDesigns.english, 1, 300),
  sheet(sampleDesigns.mathematics, 1),
  sheet(sampleDesigns.chinese, 1),
  sheet(a4Quiz, 4),
  sheet(a4Mixed, 4),
  sheet(a4Mixed, 1, 150),
  sheet(a4Barcode, 2),
  sheet(a4Both, 2),
  sheet(a3Wide, 2),
  marked(markedBars, 3),
  marked(markedBars, 1, 150),
  marked(markedBars, 1, 300),
  marked(markedDigits, 3),
  marked(markedDigits, 1, 300),
]
