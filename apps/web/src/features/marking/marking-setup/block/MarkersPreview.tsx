import type { markersImport, ReplyOf } from '@hengjuan/contracts'
import { type Status, StatusTag } from '@hengjuan/ui'
import css from './setup.module.css'

export type Report = ReplyOf<typeof markersImport>

type Row = Report['rows'][number]

const RESULTS: Record<Row['result'], { status: Status; label: string }> = {
  add: { status: 'ok', label: '新增' },
  change: { status: 'warn', label: '修改' },
  same: { status: 'idle', label: '不变' },
  error: { status: 'bad', label: '有误' },
}

const DUTIES: Record<Row['duty'], string> = { marker: '阅卷教师', leader: '题组长' }

/** Rows with errors first, as those are what has to be done; then by the table. */
export function MarkersPreview({ report }: { report: Report }) {
  const rows = report.rows.toSorted(
    (a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.row - b.row,
  )
  return (
    <>
      <ul className={css['importBlocks']}>
        {report.blocks.map((block) => (
          <li key={block.block_id}>
            <strong>{block.block_name}</strong> 新增 {block.added}，修改 {block.changed}，其余{' '}
            {block.kept} 人不变{block.note !== '' && `；${block.note}`}
            {block.problem !== '' && <StatusTag status="bad">{block.problem}</StatusTag>}
          </li>
        ))}
      </ul>
      <div className={css['importRows']}>
        <table className={css['table']}>
          <thead>
            <tr>
              {['行', '结果', '题块', '教师', '账号', '学校', '职责', '任务量或比例', '说明'].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td className={css['figure']}>{row.row}</td>
                <td>
                  <StatusTag status={RESULTS[row.result].status}>
                    {RESULTS[row.result].label}
                  </StatusTag>
                </td>
                <td>{row.block_name}</td>
                <td>{row.teacher}</td>
                <td>{row.account}</td>
                <td>{row.school}</td>
                <td>{DUTIES[row.duty]}</td>
                <td className={css['figure']}>{row.quota ?? ''}</td>
                <td className={css['importNote']}>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
