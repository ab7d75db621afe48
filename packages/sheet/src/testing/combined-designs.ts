import { milli } from '@hengjuan/domain'
import type { QuestionType, SheetDesign, SheetQuestion } from '@hengjuan/domain'

const CHOICE_STEM = `已知集合 A={x | x²-3x+2≤0}，B={x | 1<x<5}，则“x∈A”是“x∈B”的（　　）。请根据 Venn 图，结合第 2026 号材料判断
A. 充分不必要条件
B. 必要不充分条件
C. 充要条件
D. 既不充分也不必要条件`
const ESSAY_STEM = `在△ABC 中，内角 A、B、C 所对的边分别为 a、b、c，且 2b·cosC=2a-c。
（1）求角 B 的大小；
（2）若 b=2，求△ABC 面积的最大值，并说明取得最大值时三角形的形状（写出推导过程）。`

const one = (no: number, type: QuestionType, more: Partial<SheetQuestion> = {}): SheetQuestion => ({
  no: String(no),
  type,
  fullMilli: milli(5),
  ...more,
})

const choices = Array.from({ length: 8 }, (_, index) =>
  one(index + 1, index === 7 ? 99 : 1, { stem: CHOICE_STEM, optionCount: 4 }),
)
const essays = [
  one(9, 4, { stem: ESSAY_STEM, blockKey: 'q9', heightMm: 60 }),
  one(10, 4, { stem: ESSAY_STEM, blockKey: 'q10', heightMm: 90 }),
]
/** Every other way to answer, with a text and without, in turn. */
const others = [
  one(11, 13, { stem: '函数 y=sin x 的最小正周期是 2π。' }),
  one(12, 13),
  one(13, 3, { stem: '抛物线 y²=4x 的焦点坐标为____，准线方程为____。', blockKey: 'f', blanks: 2 }),
  one(14, 3, { blockKey: 'f' }),
  one(15, 10, { stem: ESSAY_STEM, blockKey: 'o', optionalGroup: { id: 'A', choose: 1 } }),
  one(16, 10, { stem: CHOICE_STEM, blockKey: 'o', optionalGroup: { id: 'A', choose: 1 } }),
  one(17, 4, { stem: ESSAY_STEM, blockKey: 's', heightMm: 40 }),
  one(18, 4, { stem: ESSAY_STEM, blockKey: 's', heightMm: 40, joinsPrevious: true }),
  one(19, 12, { stem: '把左边的词与右边的意思配对。', blockKey: 'm', blanks: 5 }),
  one(20, 11, { stem: '阅读下面的材料，根据要求写作。', blockKey: 'w', gridCells: 300 }),
]

const looks: [string, Partial<SheetDesign>, SheetQuestion[]][] = [
  ['A4 1', { paper: 'A4', columns: 1 }, essays],
  ['A4 2', { paper: 'A4', columns: 2, numberStyle: 'barcode' }, essays],
  ['A3 3 digits', { paper: 'A3', columns: 3, scoreEntry: 'digits', sealLine: true }, others],
  ['16K 1 bars', { paper: '16K', columns: 1, scoreEntry: 'bars' }, others],
]

/** Sheets on which the questions themselves stand (题卡合一). */
export const combinedDesigns: { name: string; design: SheetDesign }[] = looks.map(
  ([name, look, answered], index) => ({
    name: `combined ${name}`,
    design: {
      id: `combined-${index}`,
      sheetCode: 50_001 + index * 37,
      schoolName: '第一中学',
      title: '期末考试',
      subjectName: '数学',
      paper: 'A4',
      maxPages: 6,
      examNoDigits: 8,
      numberStyle: 'bubble',
      notices: ['请在各题下方的作答处作答。'],
      ...look,
      sections: [
        { title: '一、选择题', questions: choices },
        { title: '二、解答题', questions: answered },
      ],
    },
  }),
)
