import type { SheetDesign } from '@hengjuan/domain'
import { milli } from '@hengjuan/domain'
import type { DegradationName } from './degradations/catalogue.ts'

/** A small sheet with two sides, so that many cases take little room. */
export const DRILL: SheetDesign = {
  id: 'sample-drill-v1',
  sheetCode: 40972,
  schoolName: '衡水市示范中学',
  title: '2026—2027学年第一学期随堂检测',
  subjectName: '综合',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: ['选择题必须使用2B铅笔填涂，保持卡面清洁。'],
  sections: [
    { title: '一、单项选择题', questions: questions(1, 24, 1, 4) },
    { title: '二、多项选择题', questions: questions(25, 32, 2, 5) },
    { title: '三、判断题', questions: questions(33, 40, 13, 2) },
    {
      title: '四、简答题',
      questions: [
        // Too high for the front: that stays nearly white, and the back has something to show through.
        { no: '41', type: 10, fullMilli: milli(20), blockKey: '41', heightMm: 220 },
      ],
    },
  ],
}

function questions(from: number, to: number, type: 1 | 2 | 13, optionCount: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    no: String(from + index),
    type,
    fullMilli: milli(2),
    optionCount,
  }))
}

/**
 * One scan for each trouble: its name, how strong it is, and what the folder is called; of the small
 * sheet, or of an A3 one where the trouble grows with the paper.
 */
export const degradedCases: readonly (readonly [
  folder: string,
  name: DegradationName,
  strength: number,
  paper?: 'A3',
])[] = [
  ['marks-at-25pct', 'markContrast', 3],
  ['hb-pencil', 'pencil', 2],
  ['ball-pen', 'ballPen', 2],
  ['gel-pen-sloppy', 'gelPen', 2],
  ['red-pen-grey-scan', 'redPen', 2],
  ['red-pen-colour-scan', 'redPenInColour', 1],
  ['faint-everywhere', 'faintEverywhere', 2],
  ['circled-answers', 'circled', 1],
  ['marks-overflowing', 'overflowing', 2],
  ['erased-and-refilled', 'erasedRefilled', 2],
  ['unmarked-form', 'unmarkedForm', 1],
  ['grey-paper', 'greyPaper', 2],
  ['show-through', 'showThrough', 2],
  ['rough-paper', 'roughPaper', 1],
  ['colour-scan', 'colourScan', 2],
  ['red-card-colour-scan', 'redCard', 1],
  ['two-marks-missing', 'markMissing', 2],
  ['corner-folded-over-mark', 'foldedOver', 1],
  ['punched-hole-near-mark', 'punchedHole', 2],
  ['staple-near-mark', 'staple', 2],
  ['blob-beside-mark', 'blob', 2],
  ['crease', 'crease', 2],
  ['dirt', 'dirt', 2],
  ['double-feed', 'doubleFeed', 2],
  ['streak-3px', 'streak', 2],
  ['roller-streaks', 'rollerStreaks', 1],
  ['back-in-front', 'backInFront', 1],
  ['skew-10deg', 'rotation', 3],
  ['sideways-90deg', 'quarterTurn', 2],
  ['sideways-270deg', 'quarterTurn', 3],
  ['printed-at-95pct', 'printScale', 2],
  ['scanned-at-3pct-off', 'scanScale', 3],
  ['stretched-2pct', 'stretch', 2],
  ['lower-half-slower', 'slowFeed', 2],
  ['slip-1mm', 'slip', 2],
  ['perspective-2pct', 'perspective', 2],
  ['phone-on-dark-table', 'phone', 2],
  ['angled-feed-clipped-corner', 'angledFeed', 2],
  ['shift-5mm', 'shift', 2],
  ['black-background', 'blackBackground', 2],
  ['light-falling-off', 'lightFall', 2],
  ['shadow', 'shadow', 1],
  ['dark-scan', 'darkScan', 2],
  ['overexposed', 'saturation', 2],
  ['low-contrast', 'lowContrast', 2],
  ['blurred', 'blur', 3],
  ['half-resolution', 'halfResolution', 2],
  ['salt-and-pepper', 'saltAndPepper', 1],
  ['dither', 'dither', 2],
  ['bilevel', 'bilevel', 1],
  ['jpeg-quality-5', 'jpeg', 3],
  ['shift-8mm', 'shift', 3],
  ['a3-skew-10deg', 'rotation', 3, 'A3'],
  ['a3-phone-on-dark-table', 'phone', 3, 'A3'],
  ['torn-corner', 'tornCorner', 2],
  ['white-background', 'whiteBackground', 2],
  ['noise', 'noise', 2],
]
