import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { studentExport, studentList } from '@hengjuan/contracts'
import { DownloadButton, EmptyState, ListPage, Pager, useServerTable } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ImportDialog } from '../features/import/index.ts'
import {
  ConsentDialog,
  SchoolTabs,
  StudentActs,
  StudentDrawer,
  StudentForm,
  StudentTable,
  TransferInDialog,
  useRefreshSchool,
} from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'
import { studentFilters, StudentFilters } from './StudentFilters.tsx'
import { NoStudents } from './NoStudents.tsx'

/** `/ClassesManager/students`: the students of the school, and what is done with many of them. */
export function SchoolStudentsPage() {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(studentFilters)
  const mayManage = useMay('student.manage')
  const refresh = useRefreshSchool()
  const maySet = useMay('school.manage')
  const [dialog, setDialog] = useState<'new' | 'in' | 'consent' | null>(null)
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const { student_id: _open, import: _import, ...asked } = query
  const students = useRoute(
    studentList,
    { query: { ...paged, ...asked } },
    { placeholderData: keepPreviousData },
  )
  const rows = students.data?.list
  const ticked = rows?.filter(({ student_id }) => keys.has(student_id)) ?? []
  const { combo: _combo, account: _account, ...exported } = asked
  return (
    <ListPage
      title="学校管理"
      state={students.data && `${students.data.total} 名学生`}
      actions={
        mayManage && (
          <>
            <DownloadButton route={studentExport} input={{ query: exported }}>
              导出
            </DownloadButton>
            {maySet && <Button onClick={() => setDialog('consent')}>监护人同意…</Button>}
            <Button onClick={() => setDialog('in')}>凭码转入</Button>
            <Button onClick={() => set({ import: '1' })}>导入</Button>
            <Button intent="primary" onClick={() => setDialog('new')}>
              添加学生
            </Button>
          </>
        )
      }
      tabs={<SchoolTabs />}
      isFiltered={isSet}
      onReset={reset}
      filters={<StudentFilters values={values} onSet={set} />}
      pager={students.data && <Pager {...pager} total={students.data.total} unit="人" />}
      over={
        <>
          {values.student_id !== null && (
            <StudentDrawer
              studentId={values.student_id}
              mayManage={mayManage}
              onClose={() => set({ student_id: null })}
            />
          )}
          {dialog === 'new' && (
            <StudentForm
              {...(values.class_id === null ? {} : { classId: values.class_id })}
              onClose={() => setDialog(null)}
            />
          )}
          {dialog === 'consent' && <ConsentDialog onClose={() => setDialog(null)} />}
          {dialog === 'in' && <TransferInDialog onClose={() => setDialog(null)} />}
          {values.import === '1' && mayManage && (
            <ImportDialog
              kind="student"
              onDone={() => void refresh()}
              onClose={() => set({ import: '' })}
            />
          )}
        </>
      }
    >
      {mayManage && <StudentActs rows={ticked} onDone={() => setKeys(new Set())} />}
      <StudentTable
        rows={rows}
        error={students.error}
        onRetry={() => void students.refetch()}
        onOpen={(row) => set({ student_id: row.student_id })}
        currentKey={values.student_id}
        {...(mayManage ? { selection: { keys, onChange: setKeys } } : {})}
        empty={
          isSet ? (
            <EmptyState title="没有符合条件的学生">请调整筛选条件，或清除筛选后重试。</EmptyState>
          ) : (
            <NoStudents mayManage={mayManage} onImport={() => set({ import: '1' })} />
          )
        }
      />
    </ListPage>
  )
}
