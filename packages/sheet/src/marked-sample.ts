import { milli } from '@hengjuan/domain'
import type { SheetDesign, SheetQuestion } from '@hengjuan/domain'

const essay = (no: number, points: number, heightMm: number): SheetQuestion => ({
  no: String(no),
  type: 4,
  fullMilli: milli(points),
  blockKey: String(no),
  heightMm,
  scorePoints: [{ name: `第${no}题`, fullMilli: milli(points), stepMilli: milli(0.5) }],
})

/**
 * A sheet that is marked by hand and scanned afterwards (先阅后扫): two variants of the paper, a
 * misconduct box, and above every block the boxes for its mark.
 */
export const markedSampleDesign: SheetDesign = {
  id: 'sample-marked-v1',
  sheetCode: 40964,
  schoolName: '衡水市示范中学',
  title: '2026—2027学年第一学期月考',
  subjectName: '物理',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: [
    '选择题用2B铅笔填涂，非选择题用0.5毫米黑色签字笔作答。',
    '请按照题号在各题的答题区域内作答，分数格由阅卷教师填写。',
  ],
  misconduct: true,
  paperVariants: 2,
  scoreEntry: 'digits',
  sections: [
    {
      title: '一、选择题（本大题共10小题，每小题4分，共40分）',
      questions: Array.from({ length: 10 }, (_, index) => ({
        no: String(index + 1),
        type: index < 7 ? (1 as const) : (2 as const),
        fullMilli: milli(4),
        optionCount: 4,
      })),
    },
    {
      title: '二、实验题（本大题共2小题，共15分）',
      questions: [11, 12].map((no, index) => ({
        no: String(no),
        type: 3 as const,
        fullMilli: milli(index === 0 ? 6 : 9),
        blockKey: '11-12',
        blanks: index === 0 ? 3 : 4,
      })),
    },
    {
      title: '三、计算题（本大题共3小题，共45分）',
      questions: [essay(13, 12, 60), essay(14, 15, 70), essay(15, 18, 80)],
    },
  ],
}
