import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { schoolSubjects, sheetList } from '@hengjuan/contracts'
import { ANSWER_SHEET_TYPES, GRADES } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  filter,
  FilterBar,
  PageHeader,
  Panel,
  SearchField,
  Segmented,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ImportSheetDialog, SheetCards } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'
import { type OpenDialog, SheetDialogs } from './SheetDialogs.tsx'
import { FilterChoice } from './FilterChoice.tsx'
import { useSheetActs } from './use-sheet-acts.ts'

const SHELVES = [
  { value: 'all', label: '全部' },
  { value: 'template', label: '模板' },
  { value: 'shared', label: '全校共享' },
] as const
const filters = {
  keyword: filter.text(),
  subject_id: filter.id(),
  grade_id: filter.id(),
  type: filter.id(),
  shelf: filter.oneOf(['all', 'template', 'shared'], 'all'),
}
const LIMIT = 60

/** `/MainPage/answer-sheet-center`: the library of sheets: found, looked at, reused, shared, locked, deleted. */
export function AnswerSheetCenterPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const mayDesign = useMay('sheet.design')
  const [open, setOpen] = useState<OpenDialog>(null)
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  const subjects = useRoute(schoolSubjects, {})
  const { keyword, subject_id, grade_id, type: sheetType, shelf } = values
  const query = {
    limit: LIMIT,
    ...(keyword ? { keyword } : {}),
    ...(subject_id === null ? {} : { subject_id }),
    ...(grade_id === null ? {} : { grade_id }),
    ...(sheetType === null ? {} : { type: sheetType }),
    ...(shelf === 'template' ? { is_template: true } : {}),
    ...(shelf === 'shared' ? { is_shared: true } : {}),
  }
  const sheets = useRoute(sheetList, { query }, { placeholderData: keepPreviousData })
  const { refresh, act } = useSheetActs(setOpen)
  return (
    <>
      <PageHeader
        title="答题卡库"
        actions={mayDesign && <Button onClick={() => setImporting(true)}>导入答题卡</Button>}
        subtitle="全校的答题卡与模板；新的答题卡在考试的「答题卡」页设计，或从这里复用"
      >
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={sheets.data && `共 ${sheets.data.total} 份`}
        >
          <Segmented
            label="范围"
            options={SHELVES}
            value={shelf}
            onChange={(next) => set({ shelf: next })}
          />
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="搜索名称、考试或设计者"
          />
          <FilterChoice
            label="学科"
            value={subject_id}
            onChange={(next) => set({ subject_id: next })}
            options={(subjects.data ?? []).map((one) => [one.subject_id, one.name])}
          />
          <FilterChoice
            label="年级"
            value={grade_id}
            onChange={(next) => set({ grade_id: next })}
            options={Object.entries(GRADES).map(([id, { label }]) => [Number(id), label])}
          />
          <FilterChoice
            label="类型"
            value={sheetType}
            onChange={(next) => set({ type: next })}
            options={Object.entries(ANSWER_SHEET_TYPES).map(([id, label]) => [Number(id), label])}
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
            {isSet
              ? '请减少筛选条件，或换一个词搜索。'
              : '打开一场考试的「答题卡」页，从样例开始设计。'}
          </EmptyState>
        </Panel>
      ) : (
        <SheetCards sheets={sheets.data.list} mayDesign={mayDesign} onAct={act} />
      )}
      {isImporting && (
        <ImportSheetDialog
          onClose={() => setImporting(false)}
          onImported={(id, type) => void navigate(`/adjust-coord/0/0/${type}/0/0?sheet_id=${id}`)}
        />
      )}
      <SheetDialogs
        open={open}
        mayDesign={mayDesign}
        refresh={refresh}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
