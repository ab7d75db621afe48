import { useRoute } from '@hengjuan/client/react'
import { homeSummary } from '@hengjuan/contracts'
import { ErrorState, Panel, SkeletonLines, StatTile, StatTiles } from '@hengjuan/ui'

const count = (value: number) => value.toLocaleString('zh-CN')

/** The figures of the school or of what the role reaches. */
export function HomeFigures() {
  const { data, error, refetch } = useRoute(homeSummary, {})
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data)
    return (
      <Panel>
        <SkeletonLines lines={3} />
      </Panel>
    )
  const { open_exceptions: open } = data
  return (
    <StatTiles>
      <StatTile
        label="进行中的考试"
        value={count(data.exams_running)}
        unit="场"
        note={`共 ${count(data.exams)} 场`}
      />
      <StatTile
        label="学生"
        value={count(data.students)}
        unit="人"
        note={`${count(data.classes)} 个班级`}
      />
      <StatTile label="已扫描答题卡" value={count(data.scanned_sheets)} unit="张" />
      <StatTile
        label="待处理异常"
        value={count(open)}
        unit="条"
        status={open > 0 ? 'warn' : 'ok'}
      />
      <StatTile
        label="阅卷"
        value={count(data.units_final)}
        unit="份"
        note={`共 ${count(data.units_total)} 份`}
      />
    </StatTiles>
  )
}
