import { isObjectiveType, milli } from '@hengjuan/domain'
import type { QuestionType, SheetDesign, SheetQuestion } from '@hengjuan/domain'
import { questionsOf } from './marking-blocks.ts'

export type SampleSubject = 'chinese' | 'mathematics' | 'english'

/** Right answers of the objective questions by printed number: letters in printed order. */
export type SampleKey = Record<string, string[]>

const NOTICES = [
  '答题前，考生先将自己的姓名、班级、考场、座位号和准考证号填写清楚。',
  '选择题部分必须使用2B铅笔填涂；非选择题部分必须使用0.5毫米黑色字迹的签字笔书写，字体工整、笔迹清楚。',
  '请按照题号顺序在各题目的答题区域内作答，超出答题区域书写的答案无效。',
  '保持卡面清洁，不要折叠、不要弄破，不准使用涂改液、修正带。',
]

const COMMON = {
  schoolName: '衡水市示范中学',
  title: '2026—2027学年第一学期期中考试',
  examNoDigits: 8,
  notices: NOTICES,
} as const

/** Numbered questions of one kind, each worth `points`. */
function run(
  from: number,
  to: number,
  type: QuestionType,
  points: number,
  more: Partial<SheetQuestion> = {},
): SheetQuestion[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    no: String(from + index),
    type,
    fullMilli: milli(points),
    ...(isObjectiveType(type) ? { optionCount: type === 13 ? 2 : 4 } : {}),
    ...more,
  }))
}

const one = (
  no: number,
  type: QuestionType,
  points: number,
  blockKey: string,
  more: Partial<SheetQuestion> = {},
): SheetQuestion => ({ no: String(no), type, fullMilli: milli(points), blockKey, ...more })

const chinese: SheetDesign = {
  ...COMMON,
  notices: [...COMMON.notices],
  id: 'sample-chinese-v1',
  sheetCode: 40961,
  subjectName: '语文',
  paper: 'A3',
  numberStyle: 'both',
  sections: [
    {
      title: '一、选择题（本大题共12小题，每小题3分，共36分）',
      questions: run(1, 12, 1, 3),
    },
    {
      title: '二、名篇名句默写（本大题共6分）',
      questions: [one(13, 3, 6, '13', { blanks: 6 })],
    },
    {
      title: '三、文言文阅读（本大题共14分）',
      questions: [
        one(14, 10, 8, '14', {
          scorePoints: [
            { name: '第14题（1）', fullMilli: milli(4), stepMilli: milli(1) },
            { name: '第14题（2）', fullMilli: milli(4), stepMilli: milli(1) },
          ],
        }),
        one(15, 10, 6, '15'),
      ],
    },
    {
      title: '四、现代文阅读（本大题共20分）',
      questions: [one(16, 10, 6, '16-17'), one(17, 10, 6, '16-17'), one(18, 10, 8, '18')],
    },
    {
      title: '五、选做题（从第19、20题中任选一题作答，10分）',
      questions: run(19, 20, 10, 10, {
        blockKey: '19-20',
        optionalGroup: { id: 'A', choose: 1 },
      }),
    },
    {
      title: '六、语言文字运用（本大题共4分）',
      questions: [one(21, 10, 4, '21')],
    },
    {
      title: '七、作文（本大题共60分）',
      questions: [one(22, 11, 60, '22', { gridCells: 1200 })],
    },
  ],
}

const mathematics: SheetDesign = {
  ...COMMON,
  notices: [...COMMON.notices],
  id: 'sample-mathematics-v1',
  sheetCode: 40962,
  subjectName: '数学',
  paper: 'A3',
  numberStyle: 'bubble',
  sections: [
    {
      title: '一、单项选择题（本大题共8小题，每小题5分，共40分）',
      questions: run(1, 8, 1, 5),
    },
    {
      title: '二、多项选择题（本大题共4小题，每小题5分，共20分）',
      questions: run(9, 12, 2, 5),
    },
    {
      title: '三、填空题（本大题共4小题，每小题5分，共20分）',
      questions: run(13, 16, 3, 5, { blockKey: '13-16' }),
    },
    {
      title: '四、解答题（本大题共6小题，共70分。解答应写出文字说明、证明过程或演算步骤）',
      questions: [
        one(17, 4, 10, '17', {
          heightMm: 122,
          scorePoints: [
            { name: '第17题（1）', fullMilli: milli(4), stepMilli: milli(1) },
            { name: '第17题（2）', fullMilli: milli(6), stepMilli: milli(1) },
          ],
        }),
        one(18, 4, 12, '18', { heightMm: 122 }),
        ...[19, 20, 21, 22].map((no) => one(no, 4, 12, String(no), { heightMm: 240 })),
      ],
    },
  ],
}

const english: SheetDesign = {
  ...COMMON,
  notices: [...COMMON.notices],
  id: 'sample-english-v1',
  sheetCode: 40963,
  subjectName: '英语',
  paper: 'A4',
  numberStyle: 'bubble',
  sections: [
    {
      title: '第一部分　听力（共20小题，每小题1.5分，共30分）',
      questions: run(1, 20, 1, 1.5, { optionCount: 3 }),
    },
    {
      title: '第二部分　阅读（21—35题每小题2.5分，36—40题判断正误，每小题2分，共47.5分）',
      questions: [
        ...run(21, 30, 1, 2.5),
        ...run(31, 35, 1, 2.5, { optionCount: 7 }),
        ...run(36, 40, 13, 2),
      ],
    },
    {
      title: '第三部分　完形填空（共15小题，每小题1.5分，共22.5分）',
      questions: run(41, 55, 1, 1.5),
    },
    {
      title: '第四部分　语法填空（共10小题，每小题1.5分，共15分）',
      questions: run(56, 65, 3, 1.5, { blockKey: '56-65' }),
    },
    {
      title: '第五部分　翻译（共2小题，每小题5分，共10分）',
      questions: run(66, 67, 17, 5, { blockKey: '66-67' }),
    },
    {
      title: '第六部分　书面表达（共25分）',
      questions: [one(68, 7, 25, '68', { gridCells: 14 })],
    },
  ],
}

/** Three complete sheets, 150 points each, as the demonstration school uses them. */
export const sampleDesigns: Record<SampleSubject, SheetDesign> = { chinese, mathematics, english }

/** Answer keys of the samples. */
export const sampleKeys: Record<SampleSubject, SampleKey> = {
  chinese: keyOf(chinese, 'CBDACABDBCAD'),
  mathematics: keyOf(mathematics, 'BCADDBAC', ['AC', 'BCD', 'ABD', 'BC']),
  english: keyOf(english, 'BACCABCABBACABCBACBADBCACDBABDEGBFCABAABCADBDCABDACBDAC'),
}

/** Letters one by one for single choices, then the sets of the multiple choices. */
function keyOf(design: SheetDesign, letters: string, sets: string[] = []): SampleKey {
  const objective = questionsOf(design).filter(({ type }) => isObjectiveType(type))
  const answers = [...letters, ...sets]
  return Object.fromEntries(objective.map(({ no }, index) => [no, [...answers[index]!]]))
}
