import type { blankBlockList, ReplyOf } from '@hengjuan/contracts'
import { EmptyState, Panel, Segmented } from '@hengjuan/ui'
import { CheckedSheet, checkedKinds, ContactSheet } from '../features/marking/index.ts'
import { NO_SUCH_BLOCK } from './BlockLinks.tsx'
import type { BlankValues } from './blank-filters.ts'

/** The answers of a block that look blank, or those that were checked. */
export function BlankPanel(props: {
  block: ReplyOf<typeof blankBlockList>['list'][number] | undefined
  /** The block of the address is no more. */
  isGone: boolean
  show: BlankValues['show']
  page: number
  onSet: (part: Partial<BlankValues>) => void
}) {
  const { block, isGone, show } = props
  return (
    <Panel
      title={block ? `${block.subject_name} · ${block.block_name}` : '疑似空白卷'}
      note={block && `满分 ${block.full_milli / 1000} 分`}
      actions={
        block && (
          <Segmented
            label="显示"
            options={[
              { value: 'waiting', label: `待核查 ${block.waiting}` },
              ...checkedKinds(block, show).map(({ kind, label, text }) => ({
                value: kind,
                label: `${label} ${text}`,
              })),
            ]}
            value={show}
            onChange={(next) => props.onSet({ block_id: block.block_id, show: next })}
          />
        )
      }
      flush
    >
      {block && show !== 'waiting' ? (
        <CheckedSheet
          key={`${block.block_id} ${show}`}
          blockId={block.block_id}
          kind={show}
          page={props.page}
          onPage={(page) => props.onSet({ page })}
        />
      ) : block ? (
        <ContactSheet key={block.block_id} block={block} />
      ) : isGone ? (
        <div role="alert">
          <EmptyState size="large" title="没有这个题块">
            {NO_SUCH_BLOCK}。
          </EmptyState>
        </div>
      ) : (
        <EmptyState size="large" title="没有可核查的题块">
          划分题块并上传答题卡后，疑似空白的作答会出现在这里。
        </EmptyState>
      )}
    </Panel>
  )
}
