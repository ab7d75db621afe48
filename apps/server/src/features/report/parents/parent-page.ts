import type { ReplyOf, studentScore } from '@hengjuan/contracts'
import {
  formatMilli,
  levelSteps,
  type ParentPoint,
  practiceOf,
  PRESENT,
  strengthsOf,
  attendanceLabel,
  type Attendance,
  type WeighedSubject,
} from '@hengjuan/domain'
import type { DocumentPart } from '@hengjuan/sheet'

/** What a page says beside the result. */
export interface PageWords {
  line: string
  contact: string
}

/** One student's result, and what the page is drawn from beside it. */
export interface ParentResult {
  told: ReplyOf<typeof studentScore>
  /** Standard scores in the order of the subjects; null where they may not be told. */
  z: readonly (number | null)[] | null
  subjects: readonly WeighedSubject[]
}

const SD = 1000

/** One A4 for the parents of a student: short sentences, no names of indices. @source reports P26 */
export function parentPage(result: ParentResult, words: PageWords): DocumentPart[] {
  const { told } = result
  const points = (title: string, list: readonly string[]): DocumentPart[] => [
    { kind: 'heading', level: 2, text: title },
    ...list.map((text): DocumentPart => ({ kind: 'text', text })),
  ]
  return [
    { kind: 'heading', level: 1, text: `${told.exam_name}　${told.name}` },
    {
      kind: 'text',
      isNote: true,
      text: `${told.school_name} · ${told.class_name} · 考号 ${told.exam_no} · 成绩版本 v${told.version}`,
    },
    ...(told.policy_banner === null
      ? []
      : [{ kind: 'text' as const, isNote: true, text: told.policy_banner }]),
    { kind: 'figures', figures: figuresOf(told) },
    ...chartOf(result),
    ...points('做得好的', strengthLines(strengthsOf(result.subjects))),
    ...points('可以多练的', practiceLines(practiceOf(result.subjects))),
    ...points('老师的话', [words.line.trim() || '＿'.repeat(40)]),
    ...points('怎么看这一页', [howToRead(told)]),
    { kind: 'text', isNote: true, text: `联系：${words.contact.trim() || '请联系班主任'}` },
  ]
}

function figuresOf(told: ParentResult['told']) {
  const total =
    told.total_milli === undefined
      ? []
      : [
          {
            label: told.partial ? '总分（有缺考）' : '总分',
            text: `${milli(told.total_milli)} / ${formatMilli(told.total_full_milli)}`,
          },
        ]
  return [
    ...total,
    ...told.subjects.map((subject) => ({
      label: subject.subject_name,
      text:
        subject.attendance !== PRESENT
          ? attendanceLabel(subject.attendance as Attendance)
          : [
              ...(subject.total_milli === undefined ? [] : [milli(subject.total_milli)]),
              ...(subject.level == null ? [] : [subject.level]),
            ].join('　') || '—',
    })),
  ]
}

const milli = (value: number | null): string => (value === null ? '—' : formatMilli(value))

/** One bar a subject: against all who sat it, the share of its marks, or the step that its level is. */
function chartOf({ told, z }: ParentResult): DocumentPart[] {
  const labels = told.subjects.map(({ subject_name }) => subject_name)
  const base = { kind: 'bars' as const, xTitle: '科目', labels }
  if (z !== null)
    return [
      {
        kind: 'chart',
        chart: {
          ...base,
          title: '各科在全体考生中的位置（0 为平均，向上为高于平均）',
          yTitle: '位置',
          figure: 'index',
          series: [{ name: '位置', values: z }],
        },
      },
    ]
  if (told.form === 'levels') return levelChart(told, base)
  return [
    {
      kind: 'chart',
      chart: {
        ...base,
        title: '各科得到的分数占满分的比例',
        yTitle: '比例',
        figure: 'rate',
        series: [
          {
            name: '比例',
            values: told.subjects.map(({ total_milli, full_milli }) =>
              total_milli == null || full_milli === 0 ? null : total_milli / full_milli,
            ),
          },
        ],
      },
    },
  ]
}

/** Levels as steps; none where no scheme has them together. */
function levelChart(
  { subjects }: ParentResult['told'],
  base: { kind: 'bars'; xTitle: string; labels: string[] },
): DocumentPart[] {
  const codes = subjects.map(({ level }) => level ?? null)
  const steps = levelSteps([...new Set(codes.filter((code) => code !== null))])
  if (!steps) return []
  return [
    {
      kind: 'chart',
      chart: {
        ...base,
        title: '各科的等级',
        yTitle: '等级',
        figure: 'count',
        steps,
        series: [
          {
            name: '等级',
            values: codes.map((code) => (code === null ? null : steps.indexOf(code) + 1)),
          },
        ],
      },
    },
  ]
}

const numbersOf = ({ subject, numbers }: ParentPoint) => `${subject}：第 ${numbers.join('、')} 题`

const strengthLines = (list: readonly ParentPoint[]): string[] =>
  list.length === 0
    ? ['这次没有可以比较的题目。']
    : list.map((one) =>
        one.isUnusual
          ? `${numbersOf(one)}做对了，班里做对的同学不多。`
          : `${numbersOf(one)}都做对了。`,
      )

const practiceLines = (list: readonly ParentPoint[]): string[] =>
  list.length === 0
    ? ['各题都拿到了满分，保持就好。']
    : list.map((one) =>
        one.isUnusual
          ? `${numbersOf(one)}没有拿满，班里多数同学拿到了，先弄懂这几题。`
          : `${numbersOf(one)}没有拿满，这些题较难，可以请老师讲一讲。`,
      )

/** From the error of the papers: within it, two results are not different. */
function howToRead({ subjects, form }: ParentResult['told']): string {
  if (form === 'levels')
    return '等级表示在年级中的大致位置，相邻两个等级之间的差别可能只是一两道题。请看题目，不要只看等级。'
  const errors = subjects.flatMap(({ sem_milli, subject_name }) =>
    sem_milli == null ? [] : [`${subject_name} ±${Math.round(sem_milli / SD)} 分`],
  )
  return errors.length === 0
    ? '一次考试只反映一次的情况。请看题目，不要只看分数。'
    : `同样的水平再考一次，分数也会有高低：${errors.join('、')}以内的差异没有意义。请看题目，不要只看分数。`
}
