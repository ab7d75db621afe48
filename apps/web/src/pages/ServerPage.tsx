import { useRoute } from '@hengjuan/client/react'
import { settingList } from '@hengjuan/contracts'
import {
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { AuditTable } from '../features/audit/index.ts'
import { ChannelSettings, NoticeTimes, SignInSettings } from '../features/setting/index.ts'

const filters = { tab: filter.oneOf(['channels', 'signin', 'audit'], 'channels') }

/** `/MainPage/server`: what holds for the whole server. */
export function ServerPage() {
  const { values, set } = useUrlFilters(filters)
  return (
    <>
      <PageHeader
        title="运维"
        subtitle="整个服务器的对接与操作记录；只有系统管理员可以修改"
        actions={
          <Segmented
            label="页面"
            options={[
              { value: 'channels', label: '对接' },
              { value: 'signin', label: '登录' },
              { value: 'audit', label: '审计' },
            ]}
            value={values.tab}
            onChange={(tab) => set({ tab })}
          />
        }
      />
      {values.tab === 'channels' ? (
        <Panel>
          <Channels />
        </Panel>
      ) : values.tab === 'signin' ? (
        <Panel>
          <SignInSettings />
        </Panel>
      ) : (
        <Panel flush>
          <AuditTable all />
        </Panel>
      )}
    </>
  )
}

function Channels() {
  const { data, error, refetch } = useRoute(settingList, {
    query: { group: 'channel', scope: 'server' },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return (
    <>
      <ChannelSettings readings={data} onSaved={() => refetch()} />
      <NoticeTimes scope="server" />
    </>
  )
}
