import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { classDelete, classDetail, classSave, schoolStudents } from '@hengjuan/contracts'
import { classLabel } from '@hengjuan/domain'
import {
  ConfirmDialog,
  QueryView,
  Row,
  Segmented,
  SideDrawer,
  SimpleTable,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { ClassForm } from './ClassForm.tsx'
import { ClassMembers } from './ClassMembers.tsx'
import type { ClassRow } from './ClassTable.tsx'
import { ClassTeachers } from './ClassTeachers.tsx'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'

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
            props.mayReadStudents && <Students row={row} />
          ))}
        {tab === 'teachers' && (
          <ClassTeachers key={JSON.stringify(row.teachers)} row={row} mayManage={mayManage} />
        )}
        {tab === 'years' && <Years classId={row.class_id} />}
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

function Students({ row }: { row: ClassRow }) {
  const students = useRoute(schoolStudents, { query: { class_id: row.class_id } })
  return (
    <QueryView
      query={students}
      isEmpty={(list) => list.length === 0}
      empty={
        <p>
          这个班还没有学生。<Link to="/ClassesManager/students">去添加或导入学生</Link>
        </p>
      }
    >
      {(list) => (
        <>
          <SimpleTable
            label={`${row.name}的学生`}
            columns={[
              { key: 'name', title: '姓名', render: ({ name }) => name },
              { key: 'no', title: '学号', render: ({ student_no }) => student_no },
              { key: 'gender', title: '性别', render: ({ gender }) => gender || '–' },
              { key: 'combo', title: '选科', render: ({ combo }) => combo ?? '–' },
            ]}
            rows={list}
            rowKey={({ student_id }) => student_id}
          />
          <Link to={`/ClassesManager/students?class_id=${row.class_id}`}>在学生页打开</Link>
        </>
      )}
    </QueryView>
  )
}

function Years({ classId }: { classId: number }) {
  const detail = useRoute(classDetail, { query: { class_id: classId } })
  return (
    <QueryView query={detail}>
      {({ exams, years }) => (
        <>
          <SimpleTable
            label="参加过的考试"
            columns={[
              { key: 'name', title: '考试', render: ({ name }) => name },
              { key: 'date', title: '日期', render: ({ start_date }) => start_date },
              {
                key: 'count',
                title: '考生',
                align: 'right',
                render: ({ candidates }) => candidates,
              },
              {
                key: 'state',
                title: '成绩',
                render: ({ published }) => (
                  <StatusTag status={published ? 'ok' : 'idle'}>
                    {published ? '已发布' : '未发布'}
                  </StatusTag>
                ),
              },
            ]}
            rows={exams}
            rowKey={({ exam_id }) => exam_id}
            empty="还没有参加过考试"
          />
          <SimpleTable
            label="历年名称"
            columns={[
              { key: 'year', title: '学年', render: ({ year }) => `${year}-${year + 1}` },
              { key: 'grade', title: '年级', render: ({ grade_name }) => grade_name },
              { key: 'name', title: '名称', render: ({ name }) => name },
            ]}
            rows={years}
            rowKey={({ year }) => year}
            empty="升级之后，这里保留每个学年的年级和名称"
          />
        </>
      )}
    </QueryView>
  )
}
