import type { CalibrationGrade } from '@hengjuan/sheet/layout'
import { SimpleTable, StatusTag, Time } from '@hengjuan/ui'
import { type CalibrationRun, worstError } from './calibration-runs.ts'
import css from './print.module.css'

const PASSED = '校准通过，可以批量打印。'

/** What was measured before, printer by printer. */
export function CalibrationRuns({ runs }: { runs: readonly CalibrationRun[] }) {
  if (runs.length === 0) return <p className={css['quiet']}>还没有保存过校准结果。</p>
  return (
    <SimpleTable
      label="校准记录"
      columns={[
        { key: 'printer', title: '打印机', render: ({ printer }) => printer },
        { key: 'paper', title: '纸张', render: (run) => `${run.paper}，第 ${run.version} 版` },
        {
          key: 'verdict',
          title: '结论',
          render: ({ is_good }) => (
            <StatusTag status={is_good ? 'ok' : 'bad'}>{is_good ? '通过' : '未通过'}</StatusTag>
          ),
        },
        { key: 'error', title: '偏差', render: worstError },
        {
          key: 'at',
          title: '时间',
          render: (run) => (
            <>
              {run.graded_by} <Time at={run.graded_at} />
            </>
          ),
        },
      ]}
      rows={runs}
      rowKey={(run) => `${run.graded_at} ${run.printer}`}
    />
  )
}

export function Grade({ grade }: { grade: CalibrationGrade }) {
  if (grade.kind === 'unreadable')
    return (
      <p className={css['verdict']} data-bad role="alert">
        ✕ {grade.advice}
      </p>
    )
  const faults = grade.findings.filter(({ isGood }) => !isGood).length
  return (
    <>
      <p className={css['verdict']} data-bad={!grade.isGood || undefined}>
        {grade.isGood ? `✓ ${PASSED}` : `✕ 有 ${faults} 项不合格，请先处理再批量打印。`}
      </p>
      <table className={css['findings']}>
        <tbody>
          {grade.findings.map(({ what, isGood, seen, advice }) => (
            <tr key={what} data-bad={!isGood || undefined}>
              <td>{isGood ? '✓' : '✕'}</td>
              <td>
                {seen}
                {advice && <small>{advice}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
