import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { schoolClasses } from '@hengjuan/contracts'
import { gradeLabel, holdsText } from '@hengjuan/domain'
import { EmptyState, ListPage, ReasonButton, useServerTable } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ClassDrawer,
  ClassForm,
  ClassTable,
  GradeList,
  SchoolTabs,
  SplitDialog,
  useGrades,
} from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'
import { NoClasses } from './NoClasses.tsx'
import { classFilters, ClassFilters } from './ClassFilters.tsx'

/** `/ClassesManager`: the classes of the school, grade by grade. */
export function SchoolClassesPage() {
  const { values, set, reset, isSet } = useServerTable(classFilters)
  const mayManage = useMay('school.manage')
  const mayReadStudents = useMay('student.read')
  const grades = useGrades()
  const [dialog, setDialog] = useState<'new' | 'split' | null>(null)
  const classes = useRoute(
    schoolClasses,
    { query: { kind: values.kind, with_closed: values.closed === '1' } },
    { placeholderData: keepPreviousData },
  )
  const rows = classes.data?.filter(
    (row) =>
      (values.grade_id === null || row.grade_id === values.grade_id) &&
      [row.name, row.class_teacher ?? '', ...row.teachers.map(({ name }) => name)].some((text) =>
        holdsText(text, values.keyword),
      ),
  )
  const open = classes.data?.find(({ class_id }) => class_id === values.class_id)
  const isTeaching = values.kind === 'teaching'
  const students = rows?.reduce((sum, { student_count }) => sum + student_count, 0) ?? 0
  return (
    <ListPage
      title="学校管理"
      state={rows && `${rows.length} 个班，${students} 名学生`}
      actions={
        mayManage && (
          <>
            {!isTeaching && (
              <ReasonButton
                reason={values.grade_id === null ? '请先在左侧选择一个年级' : null}
                onClick={() => setDialog('split')}
              >
                重新分班
              </ReasonButton>
            )}
            <Button intent="primary" onClick={() => setDialog('new')}>
              {isTeaching ? '新建教学班' : '新建班级'}
            </Button>
          </>
        )
      }
      tabs={<SchoolTabs />}
      isFiltered={isSet}
      onReset={reset}
      filters={<ClassFilters values={values} mayManage={mayManage} onSet={set} />}
      over={
        <>
          {open && (
            <ClassDrawer
              row={open}
              mayManage={mayManage}
              mayReadStudents={mayReadStudents}
              onClose={() => set({ class_id: null })}
            />
          )}
          {dialog === 'new' && (
            <ClassForm
              kind={values.kind}
              gradeId={values.grade_id}
              onClose={() => setDialog(null)}
            />
          )}
          {dialog === 'split' && values.grade_id !== null && (
            <SplitDialog
              gradeId={values.grade_id}
              classes={rows?.length ?? 1}
              onClose={() => setDialog(null)}
            />
          )}
        </>
      }
    >
      <GradeList grades={grades} value={values.grade_id} onChange={(grade_id) => set({ grade_id })}>
        <ClassTable
          kind={values.kind}
          rows={rows}
          error={classes.error}
          onRetry={() => void classes.refetch()}
          onOpen={(row) => set({ class_id: row.class_id })}
          currentKey={values.class_id}
          empty={
            isSet ? (
              <EmptyState title="没有符合条件的班级">
                {values.grade_id !== null && `${gradeLabel(values.grade_id)}没有这样的班级。`}
                请调整筛选条件。
              </EmptyState>
            ) : (
              <NoClasses isTeaching={isTeaching} mayManage={mayManage} />
            )
          }
        />
      </GradeList>
    </ListPage>
  )
}
