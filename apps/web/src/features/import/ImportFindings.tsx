import type { ImportReport } from '@hengjuan/contracts'
import { Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import { valuesOf } from './import-rules.ts'
import { ImportProblems } from './ImportProblems.tsx'
import { ImportRows } from './ImportRows.tsx'
import { KIND_WORDS } from './import-kinds.ts'
import type { ImportSession } from './use-import.ts'
import css from './import.module.css'

type Tab = 'errors' | 'warnings' | 'changed' | 'missing'

/** What the table comes to: counts, what is wrong, and who changes from what to what. */
export function ImportFindings(props: {
  report: ImportReport
  session: ImportSession
  removes: ReadonlySet<number>
  onRemoves: (ids: ReadonlySet<number>) => void
}) {
  const { report, session } = props
  const { counts, errors, warnings } = report
  const { unit, removeWord = '移出' } = KIND_WORDS[report.kind]
  const [chosen, setChosen] = useState<Tab | null>(null)
  const all: { value: Tab; label: string; count: number }[] = [
    { value: 'errors', label: '错误', count: counts.errors },
    { value: 'warnings', label: '提醒', count: counts.warnings },
    { value: 'changed', label: '变化', count: counts.added + counts.changed },
    { value: 'missing', label: '表中没有', count: counts.missing },
  ]
  const tabs = all.filter(({ value, count }) => value === 'changed' || count > 0)
  const tab = tabs.find(({ value }) => value === chosen)?.value ?? tabs[0]?.value ?? 'changed'
  return (
    <>
      <p className={css['counts']} role="status">
        共 <b>{counts.rows}</b> 行：新增 <b>{counts.added}</b>，修改 <b>{counts.changed}</b>
        {counts.back > 0 && `（其中恢复 ${counts.back}）`}，不变 <b>{counts.unchanged}</b>
        {counts.missing > 0 && (
          <>
            ；系统中有、表中没有 <b>{counts.missing}</b> {unit}
          </>
        )}
        {counts.errors > 0 && (
          <strong className={css['bad']}>
            ✕ {counts.bad_rows > 0 && `${counts.bad_rows} 行有 `}
            {counts.errors} 处错误
          </strong>
        )}
      </p>
      {tabs.length > 1 && (
        <Segmented label="核对结果" options={tabs} value={tab} onChange={setChosen} />
      )}
      <div className={css['finding']}>
        {tab === 'errors' || tab === 'warnings' ? (
          <ImportProblems
            problems={tab === 'errors' ? errors : warnings}
            total={counts[tab]}
            isBusy={session.isBusy}
            onFix={(fixes) => session.map({ values: valuesOf(fixes) })}
          />
        ) : tab === 'missing' ? (
          <>
            <p className={css['hint']}>
              这些{unit === '人' ? '人' : '行'}
              在系统中，但不在表格里，保持原样；能{removeWord}的可以勾选，默认不勾选。
            </p>
            <ImportRows
              key="missing"
              report={report}
              filter="missing"
              empty="没有"
              ticked={{ ids: props.removes, onChange: props.onRemoves }}
            />
          </>
        ) : (
          <ImportRows
            key="changed"
            report={report}
            filter="changed"
            empty="与系统中的相同，没有变化"
          />
        )}
      </div>
    </>
  )
}
