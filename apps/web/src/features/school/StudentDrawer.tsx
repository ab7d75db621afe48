import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, studentDetail } from '@hengjuan/contracts'
import { classLabel, STUDENT_STATES } from '@hengjuan/domain'
import {
  DescriptionList,
  QueryView,
  Row,
  SideDrawer,
  SimpleTable,
  StatusTag,
  Time,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { StudentConsent } from './StudentConsent.tsx'
import { StudentForm } from './StudentForm.tsx'
import { StudentTransfer } from './StudentTransfer.tsx'

export type Detail = ReplyOf<typeof studentDetail>

/** One student: what is known, exams, changes. */
export function StudentDrawer(props: {
  studentId: number
  mayManage: boolean
  onClose: () => void
}) {
  const detail = useRoute(studentDetail, { query: { student_id: props.studentId } })
  const name = detail.data?.student.name ?? '学生'
  return (
    <SideDrawer isOpen title={name} size={600} onClose={props.onClose}>
      <div className={css['drawer']}>
        <QueryView query={detail}>
          {(data) => <Content detail={data} mayManage={props.mayManage} />}
        </QueryView>
      </div>
    </SideDrawer>
  )
}

function Content({ detail, mayManage }: { detail: Detail; mayManage: boolean }) {
  const { student, exams, history } = detail
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Row ends>
        <StatusTag status={student.state === 'in' ? 'ok' : 'idle'}>
          {STUDENT_STATES[student.state]}
        </StatusTag>
        {mayManage && <Button onClick={() => setEditing(true)}>修改</Button>}
      </Row>
      <DescriptionList
        items={[
          ['学号', student.student_no],
          ['班级', classLabel(student.grade_id, student.class_name)],
          ['性别', student.gender || '未填'],
          ['选科', student.combo ?? '未选'],
          student.teaching_classes.length === 0
            ? null
            : [
                '教学班',
                student.teaching_classes
                  .map(({ subject_name, name }) => `${subject_name} ${name}`)
                  .join('、'),
              ],
          ['家长手机', detail.guardian_phone ?? '未填'],
          detail.registry_no === null ? null : ['学籍号', detail.registry_no],
          ['查询账号', student.account ?? '未开通'],
        ]}
      />
      <StudentConsent detail={detail} mayManage={mayManage} />
      {detail.transfer && <StudentTransfer transfer={detail.transfer} />}
      <h3>参加过的考试</h3>
      <SimpleTable
        label="参加过的考试"
        columns={[
          { key: 'name', title: '考试', render: ({ name }) => name },
          { key: 'date', title: '日期', width: 104, render: ({ start_date }) => start_date },
          { key: 'class', title: '当时班级', width: 104, render: ({ class_name }) => class_name },
          { key: 'no', title: '考号', render: ({ exam_no }) => exam_no },
          {
            key: 'subjects',
            title: '科目',
            width: 60,
            align: 'right',
            render: ({ subjects, absent }) =>
              absent > 0 ? `${subjects}（缺考 ${absent}）` : subjects,
          },
          {
            key: 'state',
            title: '成绩',
            width: 76,
            render: ({ published }) => (published ? '已发布' : '未发布'),
          },
        ]}
        rows={exams}
        rowKey={({ exam_id }) => exam_id}
        empty="还没有参加过考试"
      />
      {mayManage && (
        <>
          <h3>变动记录</h3>
          {history.length === 0 && <p className={css['muted']}>还没有变动</p>}
          <ul className={css['history']}>
            {history.map((one, at) => (
              <li key={at}>
                {one.action_label}
                {one.fields.length > 0 &&
                  `：${one.fields
                    .map(({ label, before, after }) =>
                      before === null
                        ? `${label} ${after ?? ''}`
                        : `${label} ${before} → ${after ?? '（空）'}`,
                    )
                    .join('；')}`}
                <small>
                  {one.by_name ?? '系统'} <Time at={one.at} />
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {isEditing && <StudentForm row={student} onClose={() => setEditing(false)} />}
    </>
  )
}
