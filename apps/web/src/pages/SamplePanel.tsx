import { HTMLSelect, Switch } from '@blueprintjs/core'
import { Panel } from '@hengjuan/ui'
import { emptySample, SampleBuilder, sampleInAddress, sampleOf } from '../features/marking/index.ts'
import type { Block } from './SpotCheckTabs.tsx'
import type { InExam } from './spot-check-filters.ts'

/** Which readings are drawn: of what block, of whom, of what kind, and whether blind. */
export function SamplePanel(props: InExam & { block: Block; blocks: readonly Block[] }) {
  const { examId, values, onSet, block } = props
  return (
    <Panel title="样本" flush>
      <div style={{ padding: '0 16px' }}>
        <HTMLSelect
          fill
          aria-label="题块"
          value={block.block_id}
          onChange={({ currentTarget }) =>
            onSet({ ...sampleInAddress(emptySample), block_id: Number(currentTarget.value) })
          }
          options={props.blocks.map((row) => ({
            value: row.block_id,
            label: `${row.subject_name} · ${row.block_name}`,
          }))}
        />
      </div>
      <SampleBuilder
        examId={examId}
        blockId={block.block_id}
        form={sampleOf(values)}
        onChange={(form) => onSet(sampleInAddress(form))}
        recordsOf={(markerId) =>
          `/spot-check?exam_id=${examId}&block_id=${block.block_id}&marker_id=${markerId}&tab=record`
        }
      />
      <div style={{ padding: '8px 16px 0' }}>
        <Switch
          checked={values.blind === 1}
          label="盲查：先给分再看教师给分"
          onChange={({ currentTarget }) => onSet({ blind: currentTarget.checked ? 1 : 0 })}
        />
      </div>
    </Panel>
  )
}
