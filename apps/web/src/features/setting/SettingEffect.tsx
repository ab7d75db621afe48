import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList, type InputOf, type ReplyOf, reportConfigPreview } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  FilterField,
  Panel,
  type SimpleColumn,
  SimpleTable,
  SkeletonLines,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import css from './setting.module.css'

type Draft = Omit<InputOf<typeof reportConfigPreview>['body'], 'exam_id'>
type Effect = ReplyOf<typeof reportConfigPreview>
type Subject = Effect['subjects'][number]

const RATES = [
  ['excellent', '优秀'],
  ['good', '良好'],
  ['pass', '及格'],
  ['low', '低分'],
] as const

const columns: SimpleColumn<Subject>[] = [
  { key: 'subject', title: '科目', render: (row) => row.subject_name },
  { key: 'present', title: '实考', align: 'right', render: (row) => row.present },
  ...RATES.map(([rate, title]): SimpleColumn<Subject> => ({
    key: rate,
    title: `${title}人数`,
    align: 'right',
    render: ({ before, after }) => changed(before[rate], after[rate]),
  })),
]

/** One number, or from what to what. */
const changed = (before: number, after: number) =>
  before === after ? (
    before
  ) : (
    <strong>
      {before} → {after}
    </strong>
  )

/** What the settings, with what is not saved yet, do to a released exam. @source reports P20 */
export function SettingEffect(props: {
  draft: Draft
  gradeId: number | undefined
  examId: number | undefined
}) {
  const { draft, gradeId } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const exams = useRoute(examList, {
    query: { published: true, limit: 50, ...(gradeId ? { grade_id: gradeId } : {}) },
  })
  const examId = props.examId ?? chosen ?? exams.data?.list[0]?.exam_id
  const effect = useRoute(
    reportConfigPreview,
    { body: { exam_id: examId ?? 0, ...draft } },
    { enabled: examId !== undefined, placeholderData: keepPreviousData },
  )
  if (exams.data?.list.length === 0 && props.examId === undefined)
    return (
      <Panel title="效果预览">
        <EmptyState title="还没有发布成绩的考试">发布一场考试后，这里显示设置的效果。</EmptyState>
      </Panel>
    )
  return (
    <Panel
      title="效果预览"
      note="按上面的内容，含还没有保存的修改；已保存的显示一个数，有变化的显示前后"
    >
      {props.examId === undefined && exams.data && (
        <FilterField label="考试">
          <HTMLSelect
            value={examId}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            options={exams.data.list.map(({ exam_id, name }) => ({ value: exam_id, label: name }))}
          />
        </FilterField>
      )}
      {effect.error ? (
        <ErrorState error={effect.error} onRetry={() => void effect.refetch()} />
      ) : !effect.data ? (
        <SkeletonLines lines={4} />
      ) : (
        <>
          <SimpleTable
            label="各科四率人数"
            columns={columns}
            rows={effect.data.subjects}
            rowKey={(row) => row.subject_name}
          />
          <p className={css['effectLines']}>上线：{linesText(effect.data.lines)}</p>
        </>
      )}
    </Panel>
  )
}

function linesText({ before, after }: Effect['lines']): string {
  const words = (lines: Effect['lines']['before']) =>
    lines
      .map(({ name, total_milli, on }) => `${name} ${formatMilli(total_milli)} 分 ${on} 人`)
      .join('，') || '没有分数线'
  return words(before) === words(after) ? words(before) : `${words(before)} → ${words(after)}`
}
