import { expect, test } from 'vitest'
import {
  areaSentences,
  choiceSentences,
  levelSentences,
  ownSentences,
  questionDetailSentences,
  questionSplitSentences,
  rankBandSentences,
  segmentSentences,
  stepSentences,
} from './sentences-of-groups.ts'
import {
  bookSentences,
  criticalSentences,
  excellentSentences,
  versionSentences,
} from './sentences-of-people.ts'

/* Rows hold what a sentence reads and nothing else. */
const group = (name: string) => ({ kind: 'class' as const, id: 1, name, is_own: false })
const est = (v: number, lo: number, hi: number, n: number) => ({
  v,
  lo,
  hi,
  n,
  shown: 'ok' as const,
})
const texts = (sentences: readonly { text: string }[]) => sentences.map(({ text }) => text)
const as = (rows: unknown) => rows as never

const segments = [
  { label: '90–100', count: 6, cumulative: 6 },
  { label: '80–90', count: 12, cumulative: 18 },
  { label: '70–80', count: 7, cumulative: 25 },
  { label: '0–70', count: 5, cumulative: 30 },
]
const bands = [
  { label: '1–30 名', count: 30, by_group: [18, 12] },
  { label: '31–100 名', count: 70, by_group: [32, 38] },
] as unknown as Parameters<typeof rankBandSentences>[0]
const sides = [{ name: '1班' }, { name: '2班' }]

test.for([
  [
    'segments',
    segmentSentences(segments, '语文', 'section'),
    [
      '语文人数最多的一段是 80–90：12 人，占 30 人的 40%。',
      '从高分数起，到 80–90 一段累计 18 人，过半（60%）。',
    ],
  ],
  ['segments of few', segmentSentences(segments.slice(0, 2), '语文', 'section'), []],
  [
    'bands of ranks',
    rankBandSentences(bands, sides, [0.5, 0.5], 'section_rank'),
    [
      '1–30 名的 30 人中1班有 18 人，按人数应有 15 人。',
      '1–30 名的 30 人中2班有 12 人，按人数应有 15 人。',
    ],
  ],
  [
    'bands as expected',
    rankBandSentences([{ ...bands[0]!, by_group: [15, 15] }], sides, [0.5, 0.5], 'section_rank'),
    [],
  ],
  [
    'levels',
    levelSentences(
      as([
        { group: group('1班'), n: 40, upper: { num: 20, den: 40 }, is_reference: false },
        { group: group('2班'), n: 40, upper: { num: 12, den: 40 }, is_reference: false },
        { group: group('全年级'), n: 80, upper: { num: 32, den: 80 }, is_reference: true },
      ]),
      'level_unit',
    ),
    [
      '前两级占比最高的是1班（50%，20/40 人），全部为 40%。',
      '前两级占比最低的是2班（30%，12/40 人）。',
    ],
  ],
  [
    'steps with targets',
    stepSentences(
      as([
        {
          group: group('1班'),
          n: 40,
          cells: [{ on: 5, target: 9, rate: { num: 5, den: 40 } }],
          is_reference: false,
        },
        {
          group: group('全年级'),
          n: 80,
          cells: [{ on: 12, target: 15, rate: { num: 12, den: 80 } }],
          is_reference: true,
        },
      ]),
      [{ name: '特控线' }],
      'line_type2',
    ),
    [
      '特控线上线 12 人，占总分完整的 80 人的 15%。',
      '特控线离目标最远的是1班：上线 5 人，目标 9 人，差 4 人。',
    ],
  ],
  [
    'area: what was added, and how much lies between schools',
    areaSentences(
      as({
        level: 'school',
        entry: { exam_name: '九月月考' },
        icc: 0.124,
        rows: [
          {
            group: group('甲校'),
            schools: 1,
            figures: { mean_milli: null, present: 60 },
            delta: {},
            value_added: est(0.2559, 0.1674, 0.3443, 60),
          },
          {
            group: group('乙校'),
            schools: 1,
            figures: { mean_milli: null, present: 60 },
            delta: {},
            value_added: est(-0.0794, -0.1679, 0.009, 60),
          },
        ],
      }),
      'area',
    ),
    [
      '与九月月考起点相近的学生相比，甲校本次 Z 高 0.26（区间 +0.17 至 +0.34，60 人）。',
      '2 所学校之间的差异占考生总差异的 12.4%。',
    ],
  ],
  [
    'a standardised index: only rows whose band leaves the middle',
    ownSentences(
      as([
        { group: group('1班'), index: 64.7, index_band: { lo: 58, hi: 71.4 }, n: 45 },
        { group: group('2班'), index: 50.8, index_band: { lo: 45, hi: 56 }, n: 44 },
      ]),
      { name: '综合指数', isStandard: true },
      'grade_from',
    ),
    ['1班的综合指数为 64.70（区间 58.00–71.40），高于各行平均 50。'],
  ],
  [
    'an index by a formula: its ends',
    ownSentences(
      as([
        { group: group('1班'), index: 0.82, index_band: null, n: 45 },
        { group: group('2班'), index: 0.61, index_band: null, n: 44 },
        { group: group('3班'), index: 0.1, index_band: null, n: 4 },
      ]),
      { name: '综合指数', isStandard: false },
      'grade_from',
    ),
    ['综合指数最高的是1班（0.82，45 人），最低的是2班（0.61，44 人）。'],
  ],
  [
    'questions by class: apart by more than the error',
    questionDetailSentences(
      as([
        {
          no: '8',
          cells: [
            { n: 40, rate: { num: 280, den: 400 }, se: 0.05 },
            { n: 40, rate: { num: 220, den: 400 }, se: 0.05 },
          ],
        },
        {
          no: '5',
          cells: [
            { n: 40, rate: { num: 300, den: 400 }, se: 0.04 },
            { n: 40, rate: { num: 240, den: 400 }, se: 0.04 },
          ],
        },
        {
          no: '3',
          cells: [
            { n: 40, rate: { num: 320, den: 400 }, se: 0.04 },
            { n: 40, rate: { num: 200, den: 400 }, se: 0.05 },
          ],
        },
      ]),
      sides,
      'question_detail',
    ),
    [
      '第 3 题各班相差最大：1班 80%（40 人），2班 50%（40 人），相差 30.00 个百分点（误差 ±12.55）。',
      '其次是第 5 题：1班 75%（40 人），2班 60%（40 人），相差 15.00 个百分点（误差 ±11.09）。',
    ],
  ],
  [
    'options',
    choiceSentences(
      as([
        { no: '5', option: 'B', n: 40, count: 12, flag: '得分偏高' },
        { no: '5', option: '未答', n: 40, count: 2, flag: '' },
      ]),
      'question_choice',
    ),
    ['第 5 题需要留意：B 项得分偏高。', '未答最多的是第 5 题：2 人，共 40 人。'],
  ],
  [
    'groups of people in a question, with DIF',
    questionSplitSentences(
      as([
        { no: '1', gap: est(0.4, 0.2, 0.6, 27), dif: { klass: 'A' } },
        { no: '2', gap: est(0.05, -0.1, 0.2, 27), dif: { klass: 'C' } },
      ]),
      [{ n: 27 }, { n: 46 }, { n: 27 }],
      '甲校 与其余学校',
      'question_split',
    ),
    [
      '高低分组相差最小的是第 2 题，得分率相差 5 个百分点（100 人）。',
      '甲校 与其余学校：第 2 题的 DIF 为 C 级，总分相同的人答对的机会不同。',
    ],
  ],
  [
    'near a line',
    criticalSentences(
      as({
        list: [{ within_error: true }, { within_error: false }],
        total: 2,
        line: { name: '本科线' },
        watched: false,
        below: 10,
        above: 5,
        counts: { push: 1, hold: 1 },
        histogram: [{ count: 60 }],
      }),
      'concerned_critical',
    ),
    [
      '本科线线下 10 分以内 1 人，线上不到 5 分 1 人。',
      '其中 1 人的差距小于测量误差（所列 2 人），一次考试难以区分在线上还是线下。',
    ],
  ],
  [
    'the best: a class whose interval leaves the share of all',
    excellentSentences(
      {
        top: 20,
        compared: { exam_name: '九月月考' },
        moves: { stayed: 12, entered: 8, fell: 8 },
        counts: [
          { group: group('1班'), n: 16, share: est(0.4, 0.264, 0.554, 40) },
          { group: group('2班'), n: 4, share: est(0.1, 0.04, 0.231, 40) },
        ],
      },
      'concerned_excellent',
    ),
    [
      '1班有 16 人在前 20 名，占本班 40%（区间 26.4%–55.4%），所列各班合计为 25%。',
      '2班有 4 人在前 20 名，占本班 10%（区间 4%–23.1%），所列各班合计为 25%。',
      '与九月月考相比：保持 12 人，新进 8 人，跌出 8 人。',
    ],
  ],
  [
    'versions, R18',
    versionSentences(
      {
        from_version: 1,
        changed: 2,
        rank_changed: 2,
        rank_kind: 'school',
        mean_before_milli: 478_750,
        mean_after_milli: 470_200,
        footer: { version: 2 },
      },
      'version_diff',
    ),
    ['v1 到 v2：2 人成绩变化，2 人名次变化。', '均分由 478.75 变为 470.2。'],
  ],
  [
    'versions without ranks',
    versionSentences(
      {
        from_version: 1,
        changed: 2,
        rank_changed: 0,
        rank_kind: null,
        mean_before_milli: null,
        mean_after_milli: null,
        footer: { version: 2 },
      },
      'version_diff',
    ),
    ['v1 到 v2：2 人成绩变化。'],
  ],
  [
    'mistakes of a class',
    bookSentences(
      as({
        total: 2,
        list: [
          { class_id: 1, no: '3', common: true, class_rate: { num: 40, den: 100 } },
          { class_id: 1, no: '7', common: true, class_rate: { num: 30, den: 100 } },
        ],
      }),
      'book',
    ),
    ['共性错题 2 道，得分率最低的是第 7 题（班级得分率 30%）。'],
  ],
] as const)('sentences of %s', ([, sentences, expected]) => {
  expect(texts(sentences)).toEqual(expected)
})
