import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { staffExport, staffList } from '@hengjuan/contracts'
import { DownloadButton, EmptyState, ListPage, Pager, useServerTable } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ImportDialog } from '../features/import/index.ts'
import {
  SchoolTabs,
  type Slip,
  SlipsDialog,
  staffSlips,
  StaffActs,
  StaffDrawer,
  StaffForm,
  StaffTable,
  useRefreshSchool,
} from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'
import { NoStaff } from './NoStaff.tsx'
import { staffFilters, StaffFilters } from './StaffFilters.tsx'

/** `/ClassesManager/staff`: the people of the school with what they may do. */
export function SchoolStaffPage() {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(staffFilters)
  const mayManage = useMay('staff.manage')
  const mayExplain = useMay('account.manage')
  const [isAdding, setAdding] = useState(false)
  const [slips, setSlips] = useState<readonly Slip[] | null>(null)
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const refresh = useRefreshSchool()
  const { user_id: _open, import: _import, disabled, ...rest } = query
  const asked = { ...rest, disabled: disabled === 'true' }
  const staff = useRoute(
    staffList,
    { query: { ...paged, ...asked } },
    { placeholderData: keepPreviousData },
  )
  const rows = staff.data?.list
  const ticked = rows?.filter(({ user_id }) => keys.has(user_id)) ?? []
  return (
    <ListPage
      title="学校管理"
      state={staff.data && `${staff.data.total} 名教职工`}
      actions={
        mayManage && (
          <>
            <DownloadButton route={staffExport} input={{ query: asked }}>
              导出
            </DownloadButton>
            <Button onClick={() => set({ import: '1' })}>导入</Button>
            <Button intent="primary" onClick={() => setAdding(true)}>
              添加教师
            </Button>
          </>
        )
      }
      tabs={<SchoolTabs />}
      isFiltered={isSet}
      onReset={reset}
      filters={<StaffFilters values={values} onSet={set} onState={() => setKeys(new Set())} />}
      pager={staff.data && <Pager {...pager} total={staff.data.total} unit="人" />}
      over={
        <>
          {values.user_id !== null && mayManage && (
            <StaffDrawer
              userId={values.user_id}
              mayExplain={mayExplain}
              onClose={() => set({ user_id: null })}
            />
          )}
          {values.import === '1' && mayManage && (
            <ImportDialog
              kind="staff"
              onDone={() => void refresh()}
              onAccounts={(accounts) => setSlips(staffSlips(accounts))}
              onClose={() => set({ import: '' })}
            />
          )}
          {isAdding && (
            <StaffForm onAdded={(slip) => setSlips([slip])} onClose={() => setAdding(false)} />
          )}
          {slips && !isAdding && (
            <SlipsDialog slips={slips} title="教师账号" onClose={() => setSlips(null)} />
          )}
        </>
      }
    >
      {mayManage && <StaffActs rows={ticked} onDone={() => setKeys(new Set())} />}
      <StaffTable
        rows={rows}
        error={staff.error}
        onRetry={() => void staff.refetch()}
        onOpen={(row) => mayManage && set({ user_id: row.user_id })}
        currentKey={values.user_id}
        {...(mayManage ? { selection: { keys, onChange: setKeys } } : {})}
        empty={
          isSet ? (
            <EmptyState title="没有符合条件的教师">请调整筛选条件，或清除筛选后重试。</EmptyState>
          ) : (
            <NoStaff mayManage={mayManage} onImport={() => set({ import: '1' })} />
          )
        }
      />
    </ListPage>
  )
}
