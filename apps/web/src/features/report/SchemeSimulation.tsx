import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import {
  type LevelBound,
  type ReplyOf,
  reportConfigGet,
  reportConfigSave,
  type reportStudentLevels,
  type StudentLevelRow,
} from '@hengjuan/contracts'
import { figureText, type GradeSchemeId, gradeSchemeOf } from '@hengjuan/domain'
import {
  Panel,
  ReasonButton,
  sentenceOf,
  type SimpleColumn,
  SimpleTable,
  toast,
} from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../session/session-store.ts'
import css from './report.module.css'
import { useReportFilters } from './use-report-filters.ts'

type Reply = ReplyOf<typeof reportStudentLevels>

const rawText = ({ raw_lo_milli: lo, raw_hi_milli: hi }: LevelBound): string =>
  lo === null ? '—' : `${figureText(lo, 'milli')}–${figureText(hi, 'milli')}`

const boundColumns: SimpleColumn<LevelBound>[] = [
  { key: 'subject', title: '科目', render: (row) => row.subject_name },
  { key: 'level', title: '等级', render: ({ level }) => level },
  {
    key: 'target',
    title: '应有',
    align: 'right',
    render: ({ target }) => figureText(target, 'index'),
  },
  { key: 'count', title: '实有', align: 'right', render: ({ count }) => count },
  { key: 'raw', title: '原始分', align: 'right', render: rawText },
  { key: 'warn', title: '留意', render: ({ warn }) => warn },
]

/** What a scheme would do to this exam: sizes, raw bounds with warnings, ten students; and its saving. @source reports P09 */
export function SchemeSimulation(props: {
  reply: Reply
  isTrying: boolean
  rules: ReactNode
  onSaved: () => void
}) {
  const { simulation, scheme, subjects, has_converted: hasConverted, converted } = props.reply
  if (!simulation) return null
  const sampleColumns: SimpleColumn<StudentLevelRow>[] = [
    { key: 'name', title: '学生', render: (row) => row.student_name },
    { key: 'class', title: '班级', render: (row) => row.class_name },
    {
      key: 'total',
      title: '原始总分',
      align: 'right',
      render: (row) => figureText(row.total_score, 'milli'),
    },
    ...(hasConverted
      ? [
          {
            key: 'converted',
            title: '赋分总分',
            align: 'right' as const,
            render: (row: StudentLevelRow) => figureText(row.converted_total, 'milli'),
          },
        ]
      : []),
    ...subjects.map(({ subject_id, subject_name }, index): SimpleColumn<StudentLevelRow> => ({
      key: `subject ${subject_id}`,
      title: subject_name,
      align: 'right',
      render: ({ subjects: cells }) => {
        const cell = cells[index]
        const raw = figureText(cell?.score, 'milli')
        const to = converted.includes(subject_id)
          ? ` → ${figureText(cell?.converted, 'milli')}`
          : ''
        return cell?.level ? `${raw} ${cell.level}${to}` : raw
      },
    })),
  ]
  return (
    <Panel
      title={`模拟：${scheme.name}`}
      note={`${simulation.n} 人；${scheme.rules}。不改已发布的成绩`}
      actions={<SaveScheme id={scheme.id} {...props} />}
    >
      <div className={css['stack']}>
        <div className={css['filters']}>{props.rules}</div>
        {simulation.warnings.map((text) => (
          <p key={text} role="status" className={css['banner']}>
            {text}
          </p>
        ))}
        {simulation.bounds.length > 0 && (
          // Its rows are reached by the arrows where they do not all fit.
          // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
          <section className={css['targets']} aria-label="各级人数与分界线" tabIndex={0}>
            <SimpleTable
              label="各科各级人数与原始分界线"
              columns={boundColumns}
              rows={simulation.bounds}
              rowKey={(row) => `${row.subject_id} ${row.level}`}
            />
          </section>
        )}
        <SimpleTable
          label="样例：从第一名到最后一名均匀取十人"
          columns={sampleColumns}
          rows={simulation.samples}
          rowKey={(row) => row.candidate_id}
        />
      </div>
    </Panel>
  )
}

/** Makes the scheme that is tried that of the exam, from its next release on. */
function SaveScheme(props: { id: string; isTrying: boolean; onSaved: () => void }) {
  const { examId } = useReportFilters()
  const { call } = useCaller()
  const mayConfigure = useMay('report.configure')
  const save = useMutation<void, CallError>({
    mutationFn: async () => {
      const scheme = gradeSchemeOf(props.id)
      const { settings } = await call(reportConfigGet, { query: { exam_id: examId } })
      if (!scheme) return
      const { tie, cut, degenerate } = scheme
      await call(reportConfigSave, {
        body: {
          exam_id: examId,
          reason: '采用模拟过的等级方案',
          versions: Object.fromEntries(settings.map(({ key, version }) => [key, version])),
          level_scheme: props.id.split(':')[0] as GradeSchemeId,
          level_rules: { tie, cut, degenerate },
        },
      })
    },
    onSuccess: () => {
      toast.done('已保存；下一次发布起按这个方案')
      props.onSaved()
    },
    onError: (error) => toast.error(sentenceOf(error)),
  })
  if (!mayConfigure) return null
  return props.isTrying ? (
    <Button intent="primary" loading={save.isPending} onClick={() => save.mutate()}>
      保存为本场方案（下次发布起生效）
    </Button>
  ) : (
    <ReasonButton reason="现在显示的就是本次成绩的方案；换一个方案或规则再保存">
      保存为本场方案
    </ReasonButton>
  )
}
