import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, settingSave, settingVersions } from '@hengjuan/contracts'
import { ErrorState, SideDrawer, SkeletonLines, Time, toast } from '@hengjuan/ui'
import type { Reading, SettingScopeInput } from './SettingRow.tsx'
import css from './setting.module.css'

/** Every version of a setting at one scope; any of them can be taken again. */
export function SettingHistory(props: {
  reading: Reading
  at: SettingScopeInput
  isOpen: boolean
  onClose: () => void
  onChanged: (saved: ReplyOf<typeof settingSave>) => void
  words: (value: unknown) => string
}) {
  const { reading, at } = props
  const versions = useRoute(
    settingVersions,
    { query: { key: reading.key, ...at } },
    // Another version is another list.
    { enabled: props.isOpen, staleTime: 0, refetchOnMount: 'always' },
  )
  const take = useCall(settingSave, {
    onSuccess: (saved) => {
      props.onChanged(saved)
      props.onClose()
      toast.done(`「${reading.label}」已取回，成为第 ${saved.version} 版`)
    },
    onError: (error) => toast.error(error),
  })
  return (
    <SideDrawer
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={`${reading.label}：历史版本`}
      size="440px"
    >
      {versions.error && (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {!versions.data && !versions.error && <SkeletonLines lines={6} />}
      <ol className={css['history']}>
        {versions.data?.map((one) => (
          <li key={one.version}>
            <strong>第 {one.version} 版</strong>
            <span>
              {one.value === null ? '恢复默认' : props.words(one.value)}
              <small>
                {one.by_name ?? '系统'} <Time at={one.at} /> · {one.reason}
              </small>
            </span>
            {one.version === reading.version ? (
              <small>当前</small>
            ) : (
              <Button
                size="small"
                loading={take.isPending}
                onClick={() =>
                  take.mutate({
                    body: {
                      key: reading.key,
                      ...at,
                      version: reading.version,
                      from_version: one.version,
                      reason: `取回第 ${one.version} 版`,
                    },
                  })
                }
              >
                取回
              </Button>
            )}
          </li>
        ))}
      </ol>
    </SideDrawer>
  )
}
