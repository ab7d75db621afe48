import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, studentConsent, studentDetail, studentTransfer } from '@hengjuan/contracts'
import { classLabel, isUnderFourteen, STUDENT_STATES } from '@hengjuan/domain'
import {
  DescriptionList,
  QueryView,
  Row,
  SideDrawer,
  SimpleTable,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { StudentForm } from './StudentForm.tsx'
import { useRefreshSchool } from './use-school.ts'

type Detail = ReplyOf<typeof studentDetail>

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
      <Consent detail={detail} mayManage={mayManage} />
      {detail.transfer && <Transfer transfer={detail.transfer} />}
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

/** What the guardian agreed to; the school notes what came on paper. */
function Consent({ detail, mayManage }: { detail: Detail; mayManage: boolean }) {
  const refresh = useRefreshSchool()
  const note = useCall(studentConsent, {
    onSuccess: (_, { body }) => {
      toast.done(body.action === 'record' ? '已登记监护人同意' : '已撤回监护人同意')
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const { guardian_consent: given, student } = detail
  const isYoung = isUnderFourteen(student.grade_id)
  if (!isYoung && !given) return null
  const set = (action: 'record' | 'withdraw') =>
    note.mutate({ body: { student_ids: [student.student_id], action } })
  return (
    <p>
      监护人同意：
      {given ? (
        <>
          {given.by}，第 {given.version} 版（
          <Time at={given.at} />）
        </>
      ) : (
        '还没有'
      )}{' '}
      {mayManage && (
        <Button
          size="small"
          loading={note.isPending}
          onClick={() => set(given ? 'withdraw' : 'record')}
        >
          {given ? '撤回' : '登记纸质同意书'}
        </Button>
      )}
    </p>
  )
}

function Transfer({ transfer }: { transfer: NonNullable<Detail['transfer']> }) {
  const refresh = useRefreshSchool()
  const undo = useCall(studentTransfer, {
    onSuccess: () => {
      toast.done('已撤销转学')
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const { direction, school_name: school, code } = transfer
  return (
    <p>
      {direction === 'in'
        ? `由 ${school ?? '其他学校'} 转入`
        : transfer.taken_at === null
          ? '已办理转出，等待对方学校接收'
          : `已转到 ${school ?? '其他学校'}`}
      {code !== null && (
        <>
          ，转学码 <span className={css['code']}>{code}</span>
        </>
      )}
      （<Time at={transfer.taken_at ?? transfer.at} />）
      {transfer.can_undo && (
        <Button
          size="small"
          loading={undo.isPending}
          onClick={() =>
            undo.mutate({ body: { action: 'undo', transfer_id: transfer.transfer_id } })
          }
        >
          撤销转学
        </Button>
      )}
    </p>
  )
}
