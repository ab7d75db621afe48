import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import {
  OWN_METRICS,
  OWN_ROWS,
  type OwnMetric,
  ownTemplates,
  type ReplyOf,
} from '@hengjuan/contracts'
import { ErrorState, Panel, SimpleTable, SkeletonLines, Time } from '@hengjuan/ui'
import { useState } from 'react'
import { RemoveTemplate } from './RemoveTemplate.tsx'

type Template = ReplyOf<typeof ownTemplates>[number]

/** Every table of one's own that the school keeps: what is in it, whose it is, and removing one. @source reports P20 */
export function TemplateList() {
  const { data, error, refetch } = useRoute(ownTemplates, {})
  const [removed, setRemoved] = useState<Template | null>(null)
  return (
    <Panel title="自定义报表模板" note="在「自定义」报表里组好一张表后存为模板，全校可用">
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : (
        <SimpleTable
          label="自定义报表模板"
          columns={[
            { key: 'name', title: '名称', render: ({ name }) => name },
            { key: 'by', title: '按', render: ({ by }) => OWN_ROWS[by] },
            { key: 'metrics', title: '指标', render: ({ metrics }) => metricNames(metrics) },
            { key: 'index', title: '综合指数', render: indexText },
            { key: 'owner', title: '保存人', render: ({ owner_name }) => owner_name },
            { key: 'version', title: '版本', render: ({ version }) => `第 ${version} 版` },
            { key: 'at', title: '最近修改', render: (row) => <Time at={row.changed_at} /> },
            {
              key: 'acts',
              title: '',
              render: (row) =>
                row.may_change && (
                  <Button
                    size="small"
                    variant="minimal"
                    aria-label={`删除模板：${row.name}`}
                    onClick={() => setRemoved(row)}
                  >
                    删除
                  </Button>
                ),
            },
          ]}
          rows={data}
          rowKey={({ template_id }) => template_id}
          empty="还没有模板。打开一场考试的「自定义」报表，选好指标后点「存为模板」。"
        />
      )}
      {removed && <RemoveTemplate template={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

/** One that is no longer known is shown by its code. */
const metricNames = (codes: string): string =>
  codes
    .split(',')
    .map((code) => (Object.hasOwn(OWN_METRICS, code) ? OWN_METRICS[code as OwnMetric].name : code))
    .join('、')

const indexText = ({ formula, index_name: name }: Template): string =>
  formula === '' ? '' : `${name || '综合指数'} = ${formula}`
