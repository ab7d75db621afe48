import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList, type InputOf, type ReplyOf, reportConfigPreview } from '@hengjuan/contracts'
import { figureText, formatMilli, RANK_TYPES } from '@hengjuan/domain'
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
          <dl className={css['effects']}>
            {factsOf(effect.data).map(({ name, before, after }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {before === after ? (
                    before
                  ) : (
                    <>
                      {before} → <strong>{after}</strong>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <RoleRanks roles={effect.data.ranks} />
        </>
      )}
    </Panel>
  )
}

/** Everything else that a setting changes in this exam, in words. */
function factsOf(effect: Effect): { name: string; before: string; after: string }[] {
  const told = <Of,>(name: string, of: { before: Of; after: Of }, words: (of: Of) => string) => ({
    name,
    before: words(of.before),
    after: words(of.after),
  })
  return [
    told('上线', effect.lines, linesWords),
    told('单科线（最高一条线）', effect.subject_lines, (lines) =>
      lines
        .map(({ subject_name, line_milli: line }) => `${subject_name} ${figureText(line, 'milli')}`)
        .join('，'),
    ),
    told(
      '分数段',
      effect.segments,
      ({ width, bands, most }) => `每 ${width} 分一段，有人的 ${bands} 段，最多的一段 ${most} 人`,
    ),
    told('临界生', effect.concerned, ({ near }) =>
      near.map(({ line, push, hold }) => `${line} 线下 ${push} 人、线上 ${hold} 人`).join('，'),
    ),
    told('尖子生', effect.concerned, ({ top }) => `前 ${top} 名`),
    ...effect.levels.map((of) =>
      told(`${of.subject_name}等级`, of, (levels) =>
        levels.map(({ code, count }) => `${code} ${count} 人`).join('，'),
      ),
    ),
  ]
}

const linesWords = (lines: Effect['lines']['before']): string =>
  lines
    .map(({ name, total_milli, on }) => `${name} ${formatMilli(total_milli)} 分 ${on} 人`)
    .join('，') || '没有分数线'

const typesText = (types: Effect['ranks'][number]['before']): string =>
  types.map((type) => RANK_TYPES[type]).join('、') || '不显示名次'

/** Who sees which ranks of this exam. */
const RoleRanks = ({ roles }: { roles: Effect['ranks'] }) => (
  <SimpleTable
    label="各角色看到的名次"
    columns={[
      { key: 'role', title: '角色', render: ({ role_name }) => role_name },
      {
        key: 'ranks',
        title: '看到的名次',
        render: ({ before, after }) =>
          typesText(before) === typesText(after) ? (
            typesText(before)
          ) : (
            <>
              {typesText(before)} → <strong>{typesText(after)}</strong>
            </>
          ),
      },
    ]}
    rows={roles}
    rowKey={({ role }) => role}
  />
)
