import { Button } from '@blueprintjs/core'
import { useRefresh, useRoute } from '@hengjuan/client/react'
import { benchmarkScripts, type ReplyOf } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, formatMilli } from '@hengjuan/domain'
import {
  EmptyState,
  Panel,
  Pending,
  PickItem,
  PickList,
  type Status,
  StatusTag,
} from '@hengjuan/ui'
import { useState } from 'react'
import { PaperPane } from '../../marking-core/paper/PaperPane.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { PaperPicker } from './PaperPicker.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import css from './quality.module.css'
import columns from '../../../../pages/two-columns.module.css'

type ScriptsView = ReplyOf<typeof benchmarkScripts>
export type Script = ScriptsView['list'][number]

/** The benchmark scripts of a block: which there are, the paper, and what leaders give it. */
export function Benchmarks({ blockId }: { blockId: number }) {
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(benchmarkScripts, query)
  const refresh = useRefresh(benchmarkScripts)
  const images = usePaperImages(async () =>
    (await refetch()).data?.list.flatMap((script) => script.images),
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPicking, setIsPicking] = useState(false)
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={10} />
  const inUse = data.list.filter(({ state }) => state !== 'retired')
  const script = data.list.find(({ script_id }) => script_id === chosen) ?? inUse[0] ?? data.list[0]
  const add = (
    <Button intent="primary" onClick={() => setIsPicking(true)}>
      选取试卷
    </Button>
  )
  return (
    <div
      className={columns['columns']}
      style={{ '--first-column': '280px' } as React.CSSProperties}
    >
      <Panel
        title="标准卷"
        note={countText(inUse.length, data.list.length - inUse.length)}
        actions={data.list.length > 0 && add}
        flush
      >
        <PickList label="标准卷">
          {data.list.map((one) => (
            <PickItem
              key={one.script_id}
              isCurrent={one === script}
              onPick={() => setChosen(one.script_id)}
            >
              <strong>{one.secret_code}</strong>
              <StatusTag status={statusOf(one)}>{stateText(one)}</StatusTag>
              <small>{usageText(one)}</small>
            </PickItem>
          ))}
        </PickList>
        <p className={css['foot']}>{hintOf(data)}</p>
      </Panel>
      <Panel flush>
        {script ? (
          <div className={css['desk']} data-testid="benchmark-desk">
            <PaperPane parts={script.images} images={images} blockId={blockId} />
            <ScriptPanel
              key={`${script.script_id} ${script.state} ${script.definitive?.total_milli} ${script.marks.length}`}
              blockId={blockId}
              script={script}
              mayBeAlone={data.may_be_alone}
              onDone={() => void refresh()}
            />
          </div>
        ) : (
          <EmptyState size="large" title="还没有标准卷" action={add}>
            从已有试卷中选几份有代表性的，两位题组长各自独立评分，再商定标准分。作为种子卷的会混在试卷中发给阅卷教师。
          </EmptyState>
        )}
      </Panel>
      {isPicking && (
        <PaperPicker
          blockId={blockId}
          scripts={inUse}
          images={images}
          onClose={() => setIsPicking(false)}
          onPicked={setChosen}
          onTakenOut={() => setChosen(null)}
          onChanged={() => void refresh()}
        />
      )}
    </div>
  )
}

/** Those that were taken out again are no scripts, but stay in the list. */
const countText = (inUse: number, retired: number): string =>
  retired === 0 ? `${inUse} 份` : `${inUse} 份，停用 ${retired} 份`

const hintOf = ({ seed_every, tolerance_milli }: ScriptsView): string =>
  seed_every === 0
    ? '阅卷设置中没有开启种子卷'
    : `约每 ${seed_every} 份插入一份种子卷，与标准分相差 ${formatMilli(tolerance_milli)} 分以内为合格`

const statusOf = ({ state, definitive, is_overtaken }: Script): Status =>
  is_overtaken
    ? 'bad'
    : state === 'agreed'
      ? 'ok'
      : state === 'retired'
        ? 'idle'
        : definitive
          ? 'warn'
          : 'busy'

function stateText({ state, definitive, mark_count, is_overtaken }: Script): string {
  if (is_overtaken) return '标准分已失效'
  if (state === 'agreed') return `标准分 ${formatMilli(definitive?.total_milli ?? 0)}`
  if (state === 'retired') return '已停用'
  return definitive ? '待同意' : `已评 ${mark_count} 人`
}

function usageText({ kind, served, passed }: Script): string {
  const use = served > 0 ? `，已发 ${served} 人，合格 ${passed} 人` : ''
  return `${BENCHMARK_KINDS[kind]}${kind === 'discussion' ? '' : use}`
}
