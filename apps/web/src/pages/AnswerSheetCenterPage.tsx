import { Button, Dialog, DialogBody, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import {
  schoolSubjects,
  sheetDetail,
  sheetInfo,
  sheetList,
  sheetLock,
  sheetShare,
  sheetTemplate,
} from '@hengjuan/contracts'
import { ANSWER_SHEET_TYPES, GRADES } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  filter,
  FilterBar,
  FilterField,
  PageHeader,
  Panel,
  SearchField,
  Segmented,
  SkeletonLines,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  DeleteDialog,
  ImportSheetDialog,
  InfoDialog,
  LockDialog,
  ReuseDialog,
  SheetCards,
  SheetPreview,
  type SheetAct,
  type SheetRow,
} from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'

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

type OpenDialog = { act: SheetAct; sheet: SheetRow } | null

/** `/MainPage/answer-sheet-center`: the library of sheets: found, looked at, reused, shared, locked, deleted. */
export function AnswerSheetCenterPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const mayDesign = useMay('sheet.design')
  const cache = useQueryClient()
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
  const refresh = () =>
    Promise.all(
      [sheetList, sheetInfo].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
    )
  const options = { onSuccess: refresh, onError: toast.error }
  const lock = useCall(sheetLock, options)
  const template = useCall(sheetTemplate, options)
  const share = useCall(sheetShare, options)
  const act = (name: SheetAct, sheet: SheetRow): void => {
    const { sheet_id } = sheet
    if (name === 'template')
      template.mutate({ body: { sheet_id, is_template: !sheet.is_template } })
    else if (name === 'share') share.mutate({ body: { sheet_id, is_shared: !sheet.is_shared } })
    else if (name === 'lock' && sheet.locked) lock.mutate({ body: { sheet_id, locked: false } })
    else setOpen({ act: name, sheet })
  }
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
          <Choice
            label="学科"
            value={subject_id}
            onChange={(next) => set({ subject_id: next })}
            options={(subjects.data ?? []).map((one) => [one.subject_id, one.name])}
          />
          <Choice
            label="年级"
            value={grade_id}
            onChange={(next) => set({ grade_id: next })}
            options={Object.entries(GRADES).map(([id, { label }]) => [Number(id), label])}
          />
          <Choice
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
      <Dialogs open={open} mayDesign={mayDesign} refresh={refresh} onClose={() => setOpen(null)} />
    </>
  )
}

function Choice(props: {
  label: string
  value: number | null
  options: readonly (readonly [number, string])[]
  onChange: (value: number | null) => void
}) {
  return (
    <FilterField label={props.label}>
      <HTMLSelect
        value={props.value ?? ''}
        onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value) || null)}
        options={[
          { value: '', label: '全部' },
          ...props.options.map(([value, label]) => ({ value, label })),
        ]}
      />
    </FilterField>
  )
}

function Dialogs(props: {
  open: OpenDialog
  mayDesign: boolean
  refresh: () => Promise<unknown>
  onClose: () => void
}) {
  const { open, refresh, onClose } = props
  if (!open) return null
  const { sheet } = open
  switch (open.act) {
    case 'open':
      return (
        <Dialog isOpen onClose={onClose} title={sheet.name} style={{ width: 'min(1080px, 94vw)' }}>
          <DialogBody>
            <Preview sheetId={sheet.sheet_id} />
          </DialogBody>
        </Dialog>
      )
    case 'info':
      return (
        <InfoDialog sheet={sheet} mayDesign={props.mayDesign} onClose={onClose} onDone={refresh} />
      )
    case 'reuse':
      return (
        <ReuseDialog
          sheet={sheet}
          onClose={onClose}
          onDone={() => {
            toast.done(`已复用「${sheet.name}」`)
            return refresh()
          }}
        />
      )
    case 'lock':
      return <LockDialog sheet={sheet} onClose={onClose} onDone={refresh} />
    case 'delete':
      return <DeleteDialog sheet={sheet} onClose={onClose} onDone={refresh} />
    default:
      return null
  }
}

function Preview({ sheetId }: { sheetId: number }) {
  const { data, error, refetch } = useRoute(sheetDetail, {
    query: { sheet_id: sheetId, geometry: false },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <SheetPreview pages={data.svg_pages} /> : <SkeletonLines lines={10} />
}
