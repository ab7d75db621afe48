import { useRoute } from '@hengjuan/client/react'
import { userPermission } from '@hengjuan/contracts'
import { QueryView, SimpleTable, StatusTag } from '@hengjuan/ui'

/** What the person may do, and why. */
export function StaffRights({ userId }: { userId: number }) {
  const rights = useRoute(userPermission, { query: { user_id: userId } })
  return (
    <QueryView query={rights}>
      {({ role_name, permissions }) => (
        <>
          <p>按第一个身份「{role_name}」列出；切换身份后权限随之变化。</p>
          <SimpleTable
            label="权限"
            columns={[
              { key: 'label', title: '权限', render: ({ label }) => label },
              {
                key: 'granted',
                title: '',
                render: ({ granted }) => (
                  <StatusTag status={granted ? 'ok' : 'idle'}>{granted ? '有' : '没有'}</StatusTag>
                ),
              },
              { key: 'because', title: '为什么', render: ({ because }) => because },
            ]}
            rows={permissions}
            rowKey={({ code }) => code}
          />
        </>
      )}
    </QueryView>
  )
}
