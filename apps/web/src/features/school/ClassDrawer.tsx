import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { classDelete, classSave } from '@hengjuan/contracts'
import { classLabel } from '@hengjuan/domain'
import { ConfirmDialog, Row, Segmented, SideDrawer, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ClassForm } from './ClassForm.tsx'
import { ClassMembers } from './ClassMembers.tsx'
import type { ClassRow } from './ClassTable.tsx'
import { ClassTeachers } from './ClassTeachers.tsx'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'
import { ClassStudents } from './ClassStudents.tsx'
import { ClassYears } from './ClassYears.tsx'

const TABS = [
  { value: 'students', label: '学生' },
  { value: 'teachers', label: '教师' },
  { value: 'years', label: '考试与历年' },
] as const

/** One class: its students, teachers, exams and names of former years. */
export function ClassDrawer(props: {
  row: ClassRow
  mayManage: boolean
  mayReadStudents: boolean
  onClose: () => void
}) {
  const { row, mayManage, onClose } = props
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('students')
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const refresh = useRefreshSchool()
  const title = classLabel(row.grade_id, row.name)
  const remove = useCall(classDelete, {
    onSuccess: ({ closed }) => {
      toast.done(closed ? `已停用 ${title}` : `已删除 ${title}`)
      onClose()
      return refresh()
    },
  })
  const reopen = useCall(classSave, {
    onSuccess: () => {
      toast.done(`已恢复 ${title}`)
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const isExamined = row.last_exam !== null
  return (
    <SideDrawer isOpen title={title} size={640} onClose={onClose}>
      <div className={css['drawer']}>
        <Row ends>
          <Segmented label="班级内容" options={TABS} value={tab} onChange={setTab} />
          {mayManage && (
            <Row>
              {row.closed ? (
                <Button
                  loading={reopen.isPending}
                  onClick={() => reopen.mutate({ body: { class_id: row.class_id, closed: false } })}
                >
                  恢复
                </Button>
              ) : (
                <Button onClick={() => setDialog('delete')}>{isExamined ? '停用' : '删除'}</Button>
              )}
              <Button onClick={() => setDialog('edit')}>修改</Button>
            </Row>
          )}
        </Row>
        {tab === 'students' &&
          (row.kind === 'teaching' ? (
            <ClassMembers row={row} mayManage={mayManage} />
          ) : (
            props.mayReadStudents && <ClassStudents row={row} />
          ))}
        {tab === 'teachers' && (
          <ClassTeachers key={JSON.stringify(row.teachers)} row={row} mayManage={mayManage} />
        )}
        {tab === 'years' && <ClassYears classId={row.class_id} />}
      </div>
      {dialog === 'edit' && (
        <ClassForm
          row={row}
          kind={row.kind}
          gradeId={row.grade_id}
          onClose={() => setDialog(null)}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title={isExamined ? '停用班级' : '删除班级'}
        effect={
          isExamined
            ? `将停用 ${title}：不再出现在名单里，过去的考试和报表不变，可以恢复。`
            : `将删除 ${title}。`
        }
        confirmText={isExamined ? '停用班级' : '删除班级'}
        isDestructive
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ body: { class_id: row.class_id, close: isExamined } })}
        onClose={() => {
          remove.reset()
          setDialog(null)
        }}
      />
    </SideDrawer>
  )
}
