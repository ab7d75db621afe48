import { paperReport } from '@hengjuan/contracts'
import { MIN_CANDIDATES_FOR_INDICES, QUESTION_TYPES } from '@hengjuan/domain'
import {
  feldtInterval,
  figuresOf,
  ITEM_FLAGS,
  itemFlags,
  type ItemTable,
  itemTable,
  scoreColumn,
  subjectDiscrimination,
} from '@hengjuan/stats'
import { keptBackIn, type ReportContext } from '../kit/context.ts'
import { besideItems } from '../kit/dif.ts'
import { equatingOf } from '../kit/equate.ts'
import { itemMap, specTable } from '../kit/paper-map.ts'
import { served } from '../kit/served-report.ts'

/** 试卷质量. @source reports P13; domain rules 11 */
export const paper = served(paperReport, (context, query) => {
  const { version, visible, withoutMeans } = context
  const { manifest } = version
  const plan = (query.plan ?? USUAL_PLAN).split(':').map(Number)
  const rows = context.subjects.map((place) => {
    const { id, name, fullMilli, questions } = manifest.subjects[place]!
    const column = scoreColumn(version, id)
    const figures = figuresOf(column, visible)
    const isKept = keptBackIn(context, column).whole
    const isOpen = !isKept && !withoutMeans
    const isEnough = isOpen && figures.present >= MIN_CANDIDATES_FOR_INDICES
    const table = itemTable(version, place, visible)
    const { alpha, semMilli, difficulty } = table.paper
    // As many as α is of: one that everybody was given is still a part of the paper.
    const counted = questions.filter(({ status }) => status !== 'void')
    const interval =
      alpha === null || !isEnough ? null : feldtInterval(alpha, table.paper.n, counted.length)
    const beside = besideItems(context, place)
    const flagged = isOpen
      ? table.rows
          .filter((item) => itemFlags(item, beside(item)).flags.length > 0)
          .map(({ question }) => question.no)
      : []
    const sum = (isObjective: boolean): number =>
      questions.reduce(
        (all, { objective, fullMilli: full }) => all + (objective === isObjective ? full : 0),
        0,
      )
    const indices = {
      difficulty: isEnough ? difficulty : null,
      distinction: isOpen ? subjectDiscrimination(version, place, visible) : null,
      alpha: isEnough ? alpha : null,
    }
    return {
      subject: { subject_id: id, subject_name: name, full_milli: fullMilli },
      n: figures.present,
      items: questions.length,
      objective_milli: sum(true),
      subjective_milli: sum(false),
      mean_milli: isOpen ? figures.meanMilli : null,
      sd_share: isOpen && figures.sdMilli !== null ? figures.sdMilli / fullMilli : null,
      skewness: isEnough ? figures.skewness : null,
      difficulty: indices.difficulty,
      distinction: indices.distinction,
      alpha: {
        v: indices.alpha,
        lo: interval?.lo ?? null,
        hi: interval?.hi ?? null,
        n: table.paper.n,
        shown: isKept ? ('suppressed' as const) : isEnough ? ('ok' as const) : ('few' as const),
      },
      sem_milli: isEnough ? semMilli : null,
      ...bandsOf(table, isEnough),
      off_plan: offPlan(bandsOf(table, isEnough), plan),
      flagged: flagged.length,
      flag_text: flagged.join('、'),
      verdict: verdictOf(indices),
      suppressed: isKept,
    }
  })
  const { subject } = context.column
  const isOpenSubject = subject !== null && !withoutMeans
  const spec = isOpenSubject ? specTable(context, subject, visible) : null
  return {
    suppressed: rows.filter(({ suppressed }) => suppressed).length,
    notes: [
      ...aboutSubject(context, spec !== null),
      ...(withoutMeans ? ['义务教育阶段：区域身份不显示均分、难度与信度'] : []),
    ],
    body: {
      rows,
      plan,
      item_map: isOpenSubject ? itemMap(context, subject) : null,
      spec,
      questions: isOpenSubject ? questionsOf(context, subject) : [],
      equating: isOpenSubject ? equatingOf(context, subject, query.anchors ?? '') : null,
    },
  }
})

/** Every question of the subject chosen, with what deserves a look. @source reports P13, R21 */
function questionsOf(context: ReportContext, subject: number) {
  const { version, visible, tags, column } = context
  const beside = besideItems(context, subject)
  return itemTable(version, subject, visible).rows.map((item) => {
    const { question } = item
    const { flags, isTentative } = itemFlags(item, beside(item))
    return {
      question_id: question.id,
      no: question.no,
      type_name: QUESTION_TYPES[question.type],
      points: [...(tags[column.subjectId]?.[question.no] ?? [])],
      full_milli: question.fullMilli,
      difficulty: item.difficulty,
      distinction: item.discrimination,
      r_rest: item.itemRest,
      alpha_without: item.alphaWithout,
      flags: flags.map((code) =>
        isTentative ? `${ITEM_FLAGS[code]}（供参考）` : ITEM_FLAGS[code],
      ),
    }
  })
}

/** What the subject chosen shows, or what is needed for it. */
function aboutSubject({ column, tags }: ReportContext, hasSpec: boolean): string[] {
  if (column.subject === null) return ['选定一科后显示双向细目表、题目地图与等值']
  return [
    hasSpec
      ? '双向细目表按答题卡上标注的知识点，一题有几个知识点时在每个里各计一次；能力层次没有标注，列用题型'
      : tags[column.subjectId]
        ? '这科的题目没有标注知识点：在答题卡的题目里填写知识点后显示双向细目表'
        : '这科没有在本系统制作的答题卡，没有知识点标注，不显示双向细目表',
    `等值：选择对比的考试并声明两卷相同的题（至少 5 道且占 20% 的分值，两次各 200 人以上，与全卷相关 0.6 以上）`,
  ]
}

/** Easy, medium and hard as they should be. @source reports P13 */
const USUAL_PLAN = '3:5:2'

function offPlan(bands: ReturnType<typeof bandsOf>, plan: readonly number[]) {
  const planned = plan.reduce((sum, one) => sum + one, 0)
  if (bands.easy.den === 0 || planned === 0) return null
  const off = (key: 'easy' | 'medium' | 'hard', at: number): number =>
    bands[key].num / bands[key].den - (plan[at] ?? 0) / planned
  return { easy: off('easy', 0), medium: off('medium', 1), hard: off('hard', 2) }
}

/** Points in easy, medium and hard questions. @source domain rules 11 */
function bandsOf({ rows }: ItemTable, isEnough: boolean) {
  const sums = { easy: 0, medium: 0, hard: 0 }
  for (const { difficulty, question } of rows) {
    if (difficulty === null || !isEnough) continue
    sums[difficulty >= 0.7 ? 'easy' : difficulty >= 0.4 ? 'medium' : 'hard'] += question.fullMilli
  }
  const den = sums.easy + sums.medium + sums.hard
  return {
    easy: { num: sums.easy, den },
    medium: { num: sums.medium, den },
    hard: { num: sums.hard, den },
  }
}

/** The bands of the rules in words, from the figures alone. */
function verdictOf(of: {
  difficulty: number | null
  distinction: number | null
  alpha: number | null
}): string {
  const { difficulty: p, distinction: d, alpha } = of
  return [
    p === null ? '' : p >= 0.7 ? '整卷偏易' : p < 0.4 ? '整卷偏难' : '难度适中',
    d === null
      ? ''
      : d >= 0.4
        ? '区分很好'
        : d >= 0.3
          ? '区分良好'
          : d >= 0.2
            ? '区分一般'
            : '区分不足',
    alpha === null ? '' : alpha >= 0.75 ? '信度良好' : alpha < 0.64 ? '信度不足' : '信度一般',
  ]
    .filter((text) => text !== '')
    .join('，')
}
