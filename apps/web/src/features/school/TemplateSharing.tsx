import { Switch } from '@blueprintjs/core'
import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import { settingList, settingSave } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { place } from './template-place.ts'

/** Whether others may look at the own settings. */
export function TemplateSharing() {
  const settings = useRoute(settingList, { query: place })
  const { call } = useCaller()
  const cache = useQueryClient()
  const reading = settings.data?.find(({ key }) => key === 'school.sharing')
  if (!reading) return null
  const isShared = (reading.value as { shared: boolean }).shared
  const change = async () => {
    try {
      await call(settingSave, {
        body: {
          key: reading.key,
          scope: 'school',
          version: reading.version,
          value: { shared: !isShared },
          reason: isShared ? '不再允许参照' : '允许参照',
        },
      })
    } catch (error) {
      toast.error(error)
    }
    await cache.invalidateQueries({ queryKey: routeKey(settingList) })
  }
  return (
    <Switch
      checked={isShared}
      label="允许同区县学校参照本校的科目和设置（不含人员和成绩）"
      onChange={() => void change()}
    />
  )
}
