import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examAdmins, type ReplyOf } from '@hengjuan/contracts'
import { EXAM_ADMIN_MAY } from '@hengjuan/domain'
import { EmptyState, ErrorState, Panel, SimpleTable, SkeletonLines, Time } from '@hengjuan/ui'
import { useState } from 'react'
import { AdminsDialog } from './AdminsDialog.tsx'
import { subjectWords } from './chosen-admins.ts'

export type ExamAdmin = ReplyOf<typeof examAdmins>['admins'][number]
export interface AdminSubject {
  subject_id: number
  subject_name: string
}

/** Who may do more in this exam than their role may, and the way to name somebody. */
export function ExamAdmins(props: {
  schoolId: number
  examId: number
  subjects: readonly AdminSubject[]
}) {
  const { schoolId, examId, subjects } = props
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useRoute(examAdmins, { params: { schoolId, examId } })
  return (
    <Panel
      title="阅卷管理员"
      note="只在这场考试、所选科目内有所给的权限，不改变本人的身份"
      flush={Boolean(data?.admins.length)}
      actions={
        data && (
          <Button onClick={() => setOpen(true)}>
            {data.admins.length === 0 ? '添加阅卷管理员…' : '修改阅卷管理员…'}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={3} />
      ) : data.admins.length === 0 ? (
        <EmptyState title="还没有阅卷管理员">
          可以请任课教师等负责这场考试的阅卷设置、监管或发布，不必改变他们的身份。
        </EmptyState>
      ) : (
        <SimpleTable
          label="阅卷管理员"
          columns={[
            { key: 'name', title: '姓名', width: 140, render: ({ name }) => name },
            { key: 'school', title: '学校', render: ({ school_name }) => school_name },
            {
              key: 'subjects',
              title: '科目',
              render: ({ subject_ids }) => subjectWords(subject_ids, subjects),
            },
            {
              key: 'may',
              title: '权限',
              render: ({ may }) => may.map((one) => EXAM_ADMIN_MAY[one].label).join('、'),
            },
            {
              key: 'by',
              title: '设置',
              width: 220,
              render: ({ added_by_name, added_at }) => (
                <>
                  {added_by_name} <Time at={added_at} />
                </>
              ),
            },
          ]}
          rows={data.admins}
          rowKey={({ user_id }) => user_id}
        />
      )}
      {isOpen && data && (
        <AdminsDialog
          {...props}
          admins={data.admins}
          seen={data.seen}
          onReload={() => void refetch()}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  )
}
