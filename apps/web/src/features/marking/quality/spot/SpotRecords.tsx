import { Button, ButtonGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { spotCheckList } from '@hengjuan/contracts'
import { DataTable, EmptyState, ReasonButton, Segmented } from '@hengjuan/ui'
import css from './spot.module.css'
import { type SpotRecord, RESULT_NAMES, columns, pageText } from './spot-record-columns.tsx'
import { RECORD_RESULTS, type RecordResult, PAGE_ROWS } from './record-results.ts'

/** Checks made, newest first. What came of them opens the checks of which it came; a row opens its paper. */
export function SpotRecords(props: {
  query: { exam_id: number; subject_id?: number; block_id?: number; marker_id?: number }
  result: RecordResult
  onResult: (result: RecordResult) => void
  /** The first has the newest. */
  page: number
  onPage: (page: number) => void
  /** Widens the list to the whole exam; null where it is not narrowed. */
  onAll: (() => void) | null
  onOpen: (record: SpotRecord) => void
}) {
  const { result, page } = props
  const { data, error, refetch } = useRoute(spotCheckList, {
    query: { ...props.query, ...(result === '' ? {} : { result }), page, limit: PAGE_ROWS },
  })
  const { list, counts, total = 0 } = data ?? {}
  const made = counts && counts.agreed + counts.corrected + counts.rejected + counts.overruled
  return (
    <>
      {counts && (
        <div className={css['records']}>
          <Segmented
            label="抽查结果"
            options={RECORD_RESULTS.map((value) => ({
              value,
              label: RESULT_NAMES[value],
              count: value === '' ? (made ?? 0) : counts[value],
            }))}
            value={result}
            onChange={props.onResult}
          />
          <span role="status">
            {props.onAll && `按题块、教师筛选，共 ${made} 次抽查`}
            {total > PAGE_ROWS && pageText(page, total)}
          </span>
          {total > PAGE_ROWS && (
            <ButtonGroup>
              <ReasonButton
                size="small"
                reason={page <= 1 ? '已是最新的一页' : null}
                onClick={() => props.onPage(page - 1)}
              >
                较新的
              </ReasonButton>
              <ReasonButton
                size="small"
                reason={page * PAGE_ROWS >= total ? '没有更早的抽查了' : null}
                onClick={() => props.onPage(page + 1)}
              >
                较早的
              </ReasonButton>
            </ButtonGroup>
          )}
          {props.onAll && (
            <Button size="small" variant="minimal" onClick={props.onAll}>
              查看全部
            </Button>
          )}
        </div>
      )}
      <DataTable
        label="抽查记录"
        columns={columns}
        rows={list}
        rowKey={(row) => row.id}
        onOpenRow={props.onOpen}
        error={error}
        onRetry={() => void refetch()}
        empty={
          page > 1 ? (
            <EmptyState
              title="没有更早的抽查"
              action={<Button onClick={() => props.onPage(1)}>查看最新的抽查</Button>}
            />
          ) : result === '' ? (
            <EmptyState title="还没有抽查记录">在「抽查」中看过的评阅和结果会列在这里。</EmptyState>
          ) : (
            <EmptyState
              title={`没有「${RESULT_NAMES[result]}」的抽查`}
              action={<Button onClick={() => props.onResult('')}>查看全部结果</Button>}
            />
          )
        }
      />
    </>
  )
}
