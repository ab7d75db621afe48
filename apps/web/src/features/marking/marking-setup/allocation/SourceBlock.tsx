import { HTMLSelect } from '@blueprintjs/core'
import type { Block } from './AllocationRow.tsx'

/** The block whose allocation is taken over. */
export const SourceBlock = (props: {
  sources: readonly Block[]
  fromId: number | null
  onChoose: (id: number | null) => void
}) => (
  <HTMLSelect
    aria-label="复制自题块"
    value={props.fromId ?? ''}
    options={[
      { value: '', label: '请选择' },
      ...props.sources.map(({ block_id, block_name, markers }) => ({
        value: block_id,
        label: `${block_name}（${markers.length} 名教师）`,
      })),
    ]}
    onChange={({ currentTarget }) =>
      props.onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))
    }
  />
)
