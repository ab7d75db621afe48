import { Dialog, DialogBody } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { sheetDelete, sheetDetail, sheetList, sheetLock } from '@hengjuan/contracts'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  filter,
  FilterBar,
  PageHeader,
  Panel,
  SearchField,
  SkeletonLines,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SheetCards, SheetPreview, type SheetRow } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { keyword: filter.text() }
const LIMIT = 60

/** `/MainPage/answer-sheet-center`: the sheets of the school. */
export function AnswerSheetCenterPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const mayDesign = useMay('sheet.design')
  const cache = useQueryClient()
  const [open, setOpen] = useState<SheetRow | null>(null)
  const [doomed, setDoomed] = useState<SheetRow | null>(null)
  const query = { limit: LIMIT, ...(values.keyword ? { keyword: values.keyword } : {}) }
  const sheets = useRoute(sheetList, { query }, { placeholderData: keepPreviousData })
  const refresh = () => cache.invalidateQueries({ queryKey: [sheetList.path] })
  const lock = useCall(sheetLock, { onSuccess: refresh, onError: toast.error })
  const remove = useCall(sheetDelete, {
    onSuccess: () => {
      setDoomed(null)
      toast.done('已删除答题卡')
      return refresh()
    },
  })
  return (
    <>
      <PageHeader title="答题卡中心" subtitle="全校的答题卡；新的答题卡在考试的「答题卡」页设计">
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={sheets.data && `共 ${sheets.data.total} 份`}
        >
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="搜索答题卡名称"
          />
        </FilterBar>
      </PageHeader>
      {sheets.error && !sheets.data ? (
        <ErrorState size="large" error={sheets.error} onRetry={() => void sheets.refetch()} />
      ) : !sheets.data ? (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      ) : sheets.data.list.length === 0 ? (
        <Panel>
          <EmptyState size="large" title={isSet ? '没有符合条件的答题卡' : '还没有答题卡'}>
            {isSet ? '请换一个名称搜索。' : '打开一场考试的「答题卡」页，从样例开始设计。'}
          </EmptyState>
        </Panel>
      ) : (
        <SheetCards
          sheets={sheets.data.list}
          mayDesign={mayDesign}
          onOpen={setOpen}
          onLock={({ sheet_id, locked }) => lock.mutate({ body: { sheet_id, locked: !locked } })}
          onDelete={setDoomed}
        />
      )}
      <Dialog
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        title={open?.name}
        style={{ width: 'min(1080px, 94vw)' }}
      >
        <DialogBody>{open && <Preview sheetId={open.sheet_id} />}</DialogBody>
      </Dialog>
      <ConfirmDialog
        isOpen={doomed !== null}
        title="删除答题卡"
        effect={`将删除「${doomed?.name ?? ''}」`}
        confirmText="删除 1 份答题卡"
        isDestructive
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => {
          setDoomed(null)
          remove.reset()
        }}
        onConfirm={() => doomed && remove.mutate({ body: { sheet_id: doomed.sheet_id } })}
      >
        {doomed?.exam_name
          ? `「${doomed.exam_name}」的这个科目将回到没有答题卡的状态，题块、答案和阅卷设置一并删除。`
          : '删除后不能恢复。'}
      </ConfirmDialog>
    </>
  )
}

function Preview({ sheetId }: { sheetId: number }) {
  const { data, error, refetch } = useRoute(sheetDetail, {
    query: { sheet_id: sheetId, geometry: false },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <SheetPreview pages={data.svg_pages} /> : <SkeletonLines lines={10} />
}
