import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, type staffDetail, staffEndSessions } from '@hengjuan/contracts'
import { DescriptionList, Row, SimpleTable, StatusTag, Time, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { LeaveDialog } from './LeaveDialog.tsx'
import { StaffForm } from './StaffForm.tsx'
import { rolesText } from './StaffTable.tsx'
import { useRefreshSchool } from './use-school.ts'

export type Detail = ReplyOf<typeof staffDetail>

export function StaffFacts({ detail }: { detail: Detail }) {
  const { staff, sessions, blocks } = detail
  const [dialog, setDialog] = useState<'edit' | 'leave' | null>(null)
  const refresh = useRefreshSchool()
  const end = useCall(staffEndSessions, {
    onSuccess: ({ ended }) => {
      toast.done(`已结束 ${ended} 处登录`)
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <>
      <Row ends>
        <StatusTag status={staff.disabled ? 'idle' : 'ok'}>
          {staff.disabled ? '已停用' : '启用'}
        </StatusTag>
        <Row>
          {!staff.disabled && <Button onClick={() => setDialog('leave')}>办理离职</Button>}
          <Button onClick={() => setDialog('edit')}>修改</Button>
        </Row>
      </Row>
      <DescriptionList
        items={[
          ['账号', staff.account],
          ['工号', staff.staff_no ?? '未填'],
          ['手机', staff.phone ?? '未绑定'],
          ['身份', rolesText(staff)],
          staff.disabled_reason === null ? null : ['停用原因', staff.disabled_reason],
          [
            '上次登录',
            staff.last_sign_in === null ? '从未登录' : <Time key="at" at={staff.last_sign_in} />,
          ],
        ]}
      />
      <h3>任课</h3>
      <SimpleTable
        label="任课"
        columns={[
          { key: 'class', title: '班级', render: ({ class_name }) => class_name },
          { key: 'subject', title: '科目', render: ({ subject_name }) => subject_name },
        ]}
        rows={staff.teaching}
        rowKey={({ class_id, subject_id }) => `${class_id} ${subject_id}`}
        empty="没有任课"
      />
      <h3>正在进行的阅卷</h3>
      <SimpleTable
        label="正在进行的阅卷"
        columns={[
          {
            key: 'block',
            title: '题块',
            render: (one) => (
              <Link to={`/changeMarker?block_id=${one.block_id}`}>
                {one.exam_name} {one.block_name}
              </Link>
            ),
          },
          {
            key: 'duty',
            title: '职责',
            render: ({ duty }) => (duty === 'leader' ? '题组长' : '阅卷'),
          },
          { key: 'marked', title: '已阅', align: 'right', render: ({ marked }) => marked },
          { key: 'hand', title: '在手', align: 'right', render: ({ in_hand }) => in_hand },
        ]}
        rows={blocks}
        rowKey={({ block_id, duty }) => `${block_id} ${duty}`}
        empty="没有进行中的阅卷任务"
      />
      <Row ends>
        <h3>登录的设备</h3>
        {sessions.length > 0 && (
          <Button
            size="small"
            loading={end.isPending}
            onClick={() => end.mutate({ body: { user_id: staff.user_id } })}
          >
            全部结束
          </Button>
        )}
      </Row>
      <SimpleTable
        label="登录的设备"
        columns={[
          { key: 'label', title: '设备', render: ({ label }) => label },
          { key: 'begun', title: '登录', render: ({ begun_at }) => <Time at={begun_at} /> },
          {
            key: 'seen',
            title: '最近使用',
            render: ({ last_seen_at }) => <Time at={last_seen_at} />,
          },
        ]}
        rows={sessions}
        rowKey={({ begun_at, label }) => `${begun_at} ${label}`}
        empty="现在没有登录"
      />
      {dialog === 'edit' && <StaffForm row={staff} onClose={() => setDialog(null)} />}
      {dialog === 'leave' && <LeaveDialog detail={detail} onClose={() => setDialog(null)} />}
    </>
  )
}
