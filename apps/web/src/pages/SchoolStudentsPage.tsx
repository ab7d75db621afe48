import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { studentExport, studentList } from '@hengjuan/contracts'
import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import {
  DownloadButton,
  EmptyState,
  filter,
  ListPage,
  NullableSelect,
  Pager,
  SearchField,
  useServerTable,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { WhyNot } from '../features/explain/index.ts'
import { ImportDialog } from '../features/import/index.ts'
import {
  ConsentDialog,
  SchoolTabs,
  StudentActs,
  StudentDrawer,
  StudentForm,
  StudentTable,
  TransferInDialog,
  useClassOptions,
  useGrades,
  useRefreshSchool,
} from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'

const STATES = Object.entries(STUDENT_STATES).map(([value, label]) => ({
  value: value as StudentState,
  label,
}))
const filters = {
  keyword: filter.text(),
  grade_id: filter.id(),
  class_id: filter.id(),
  state: filter.oneOf(['', ...STATES.map(({ value }) => value)], ''),
  combo: filter.text(),
  account: filter.oneOf(['', 'with', 'without'], ''),
  student_id: filter.id(),
  import: filter.oneOf(['', '1'], ''),
}
const ACCOUNTS = [
  { value: 'with', label: '已开通' },
  { value: 'without', label: '未开通' },
] as const

/** `/ClassesManager/students`: the students of the school, and what is done with many of them. */
export function SchoolStudentsPage() {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(filters)
  const mayManage = useMay('student.manage')
  const grades = useGrades()
  const classes = useClassOptions()
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
      filters={
        <>
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="姓名、拼音首字母或学号"
          />
          <NullableSelect
            label="年级"
            value={values.grade_id}
            options={grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))}
            onChange={(grade_id) => set({ grade_id, class_id: null })}
          />
          <NullableSelect
            label="班级"
            value={values.class_id}
            options={classes.filter(
              ({ gradeId }) => values.grade_id === null || gradeId === values.grade_id,
            )}
            onChange={(class_id) => set({ class_id })}
          />
          <NullableSelect
            label="状态"
            none="在读"
            value={values.state || null}
            options={STATES.filter(({ value }) => value !== 'in')}
            onChange={(state) => set({ state: state ?? '' })}
          />
          <NullableSelect
            label="查询账号"
            value={values.account || null}
            options={ACCOUNTS}
            onChange={(account) => set({ account: account ?? '' })}
          />
        </>
      }
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
            <EmptyState
              size="large"
              title="还没有学生"
              action={
                mayManage ? (
                  <Button intent="primary" onClick={() => set({ import: '1' })}>
                    导入学生名单
                  </Button>
                ) : (
                  <WhyNot what={['student.read']} />
                )
              }
            >
              用表格导入年级、班级、学号和姓名，没有的班级会一并新建；也可以逐个添加。
            </EmptyState>
          )
        }
      />
    </ListPage>
  )
}
