import {
  cellText,
  fullTitle,
  studentReport,
  type StudentRow,
  visibleColumns,
} from '@hengjuan/contracts'
import type { ReplyOf, reportStudents } from '@hengjuan/contracts'
import { formatMilli, meanOf, sdOf } from '@hengjuan/domain'
import { SideDrawer } from '@hengjuan/ui'
import css from './report.module.css'

type Reply = ReplyOf<typeof reportStudents>

/** One student: every figure of the row, and where the total stands among those listed. */
export function StudentDrawer(props: {
  reply: Reply
  row: StudentRow | null
  onClose: () => void
}) {
  const { row, reply } = props
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(520px, 90vw)"
      title={row ? `${row.student_name} · ${row.class_name}` : ''}
    >
      {row && (
        <div className={css['drawer']}>
          <Facts reply={reply} row={row} />
          <Subjects reply={reply} row={row} />
        </div>
      )}
    </SideDrawer>
  )
}

const IDENTITY = ['exam_no', 'student_name', 'class_name', 'school_name']

function Facts({ reply, row }: { reply: Reply; row: StudentRow }) {
  const columns = visibleColumns(studentReport.columns(reply), reply.rank_types).filter(
    ({ key, group }) => !IDENTITY.includes(key) && group === '总分',
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
  const columns = visibleColumns(studentReport.columns(reply), reply.rank_types)
  const titles = [
    ...new Set(columns.filter(({ key }) => key.includes(':')).map(({ title }) => title)),
  ]
  return (
    <table className={css['options']}>
      <caption>各科（Z 为与所列学生相比高出几个标准差）</caption>
      <thead>
        <tr>
          <th scope="col">科目</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">客观 / 主观</th>
          <th scope="col">Z</th>
        </tr>
      </thead>
      <tbody>
        {reply.subjects.map(({ subject_id, subject_name }, index) => {
          const own = columns.filter(
            (column) => column.group === subject_name && column.key.includes(`:${subject_id}`),
          )
          const cell = row.subjects[index]
          return (
            <tr key={subject_id}>
              <th scope="row">{subject_name}</th>
              {own.map((column) => (
                <td key={column.key} title={fullTitle(column)}>
                  {cellText(column, row) || '—'}
                </td>
              ))}
              <td>
                {pointsText(cell?.objective_score)} / {pointsText(cell?.subjective_score)}
              </td>
              <td>{zText(reply, index, cell?.score ?? null)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
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
