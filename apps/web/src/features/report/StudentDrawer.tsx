import { cellText, studentReport, type StudentRow, visibleColumns } from '@hengjuan/contracts'
import type { ReplyOf, reportStudents } from '@hengjuan/contracts'
import { formatMilli, meanOf, sdOf } from '@hengjuan/domain'
import { SideDrawer, type SimpleColumn, SimpleTable } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './report.module.css'

type Reply = ReplyOf<typeof reportStudents>

/** One student: every figure of the row, and where the total stands among those listed. */
export function StudentDrawer(props: {
  reply: Reply
  row: StudentRow | null
  /** How the student stood in exams before. */
  renderTrend: (studentId: number) => ReactNode
  onClose: () => void
}) {
  const { row, reply } = props
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(720px, 94vw)"
      title={row ? `${row.student_name} · ${row.class_name}` : ''}
    >
      {row && (
        <div className={css['drawer']}>
          <Facts reply={reply} row={row} />
          <Subjects reply={reply} row={row} />
          <section>
            <p className={css['quiet']}>趋势</p>
            {props.renderTrend(row.student_id)}
          </section>
        </div>
      )}
    </SideDrawer>
  )
}

const IDENTITY = ['exam_no', 'student_name', 'class_name', 'school_name']

function Facts({ reply, row }: { reply: Reply; row: StudentRow }) {
  const progress = reply.compared ? `与${reply.compared.exam_name}比` : ''
  const columns = visibleColumns(studentReport.columns(reply), reply.rank_types).filter(
    ({ key, group }) => !IDENTITY.includes(key) && (group === '总分' || group === progress),
  )
  return (
    <dl className={css['facts']}>
      <div>
        <dt>考号</dt>
        <dd>{row.exam_no}</dd>
      </div>
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>{cellText(column, row) || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each subject with its place beside the others listed, by Z. */
function Subjects({ reply, row }: { reply: Reply; row: StudentRow }) {
  const shown = visibleColumns(studentReport.columns(reply), reply.rank_types)
  const rows = reply.subjects.map(({ subject_id, subject_name }, index) => ({
    subject_id,
    subject_name,
    index,
    own: shown.filter(({ key, group }) => group === subject_name && key.includes(`:${subject_id}`)),
    cell: row.subjects[index],
  }))
  type Line = (typeof rows)[number]
  const titles = [...new Set(rows.flatMap(({ own }) => own.map(({ title }) => title)))]
  const columns: SimpleColumn<Line>[] = [
    { key: 'subject', title: '科目', render: ({ subject_name }) => subject_name },
    ...titles.map((title): SimpleColumn<Line> => ({
      key: title,
      title,
      align: 'right',
      render: ({ own }) => {
        const column = own.find((one) => one.title === title)
        return column ? cellText(column, row) || '—' : '—'
      },
    })),
    {
      key: 'parts',
      title: '客观 / 主观',
      align: 'right',
      render: ({ cell }) =>
        `${pointsText(cell?.objective_score)} / ${pointsText(cell?.subjective_score)}`,
    },
    {
      key: 'z',
      title: 'Z',
      align: 'right',
      render: ({ index, cell }) => zText(reply, index, cell?.score ?? null),
    },
  ]
  return (
    <section>
      <p className={css['quiet']}>各科（Z 为与所列学生相比高出几个标准差）</p>
      <SimpleTable
        label="各科成绩"
        columns={columns}
        rows={rows}
        rowKey={({ subject_id }) => subject_id}
        empty="没有可见的科目"
      />
    </section>
  )
}

const pointsText = (milli: number | null | undefined): string =>
  milli === null || milli === undefined ? '—' : formatMilli(milli)

function zText({ list }: Reply, index: number, score: number | null): string {
  const scores = list.flatMap(({ subjects }) => subjects[index]?.score ?? [])
  const [mean, sd] = [meanOf(scores), sdOf(scores)]
  if (score === null || mean === null || !sd) return '—'
  const z = (score - mean) / sd
  return `${z > 0 ? '+' : ''}${z.toFixed(2)}`
}
