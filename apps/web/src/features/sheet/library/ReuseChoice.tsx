import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { sheetList } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { EmptyState, ErrorState, Panel, SearchField, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import css from './library.module.css'
import { ReuseDialog } from './ReuseDialog.tsx'
import type { SheetRow } from './SheetCard.tsx'

const SHOWN = 8

/** Sheets of the same subject that another exam used, to begin with. */
export function ReuseChoice(props: {
  into: { examId: number; subjectId: number }
  onDone: () => Promise<unknown>
}) {
  const { into } = props
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<SheetRow | null>(null)
  const query = {
    subject_id: into.subjectId,
    limit: SHOWN,
    ...(keyword ? { keyword } : {}),
  }
  const sheets = useRoute(sheetList, { query }, { placeholderData: keepPreviousData })
  return (
    <Panel
      title="或复用已有的答题卡"
      note="同一学科，最近修改的在前"
      actions={<SearchField value={keyword} onChange={setKeyword} placeholder="搜索名称或考试" />}
    >
      {sheets.error && !sheets.data ? (
        <ErrorState error={sheets.error} onRetry={() => void sheets.refetch()} />
      ) : !sheets.data ? (
        <SkeletonLines lines={3} />
      ) : sheets.data.list.length === 0 ? (
        <EmptyState title={keyword ? '没有符合的答题卡' : '这个学科还没有用过的答题卡'} />
      ) : (
        <table className={css['changes']}>
          <tbody>
            {sheets.data.list.map((sheet) => (
              <tr key={sheet.sheet_id}>
                <td>
                  <strong>{sheet.name}</strong>{' '}
                  {sheet.is_template && <StatusTag status="ok">模板</StatusTag>}
                </td>
                <td>
                  {sheet.paper} {sheet.page_count} 面 · {sheet.question_count} 题 ·{' '}
                  {formatMilli(sheet.full_milli)} 分
                </td>
                <td>{sheet.exam_name ?? '没有用于考试'}</td>
                <td>
                  <Button size="small" onClick={() => setChosen(sheet)}>
                    复用…
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen && (
        <ReuseDialog
          sheet={chosen}
          into={into}
          onClose={() => setChosen(null)}
          onDone={props.onDone}
        />
      )}
    </Panel>
  )
}
