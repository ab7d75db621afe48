import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { flaggedPapers, type ReplyOf } from '@hengjuan/contracts'
import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { EmptyState, Panel, Pending } from '@hengjuan/ui'
import { useState } from 'react'
import { PaperPane } from '../../marking-core/paper/PaperPane.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { FlaggedList } from './FlaggedList.tsx'
import { FlaggedSide } from './FlaggedSide.tsx'
import css from './quality.module.css'
import columns from '../../../../pages/two-columns.module.css'

/** More than a leader looks through in one block. */
const MOST = 500

/** What readers found worth keeping: excellent, typical and doubtful papers, without whose they are. */
export function Collection({ blockId }: { blockId: number }) {
  const [flag, setFlag] = useState<PaperFlag | ''>('')
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useRoute(flaggedPapers, {
    query: { block_id: blockId, limit: MOST, ...(flag === '' ? {} : { flag }) },
  })
  const images = usePaperImages(async () =>
    (await refetch()).data?.list.flatMap((one) => one.images),
  )
  const paper = data?.list.find(({ unit_id }) => unit_id === chosen) ?? data?.list[0]
  return (
    <div
      className={columns['columns']}
      style={{ '--first-column': '280px' } as React.CSSProperties}
    >
      <Panel
        title="收藏"
        actions={
          <HTMLSelect
            aria-label="标记"
            value={flag}
            onChange={({ currentTarget: { value } }) => setFlag(value as PaperFlag | '')}
            options={[{ value: '', label: '全部标记' }, ...(data?.counts ?? []).map(flagOption)]}
          />
        }
        flush
      >
        <FlaggedList
          // Under another flag nothing is ticked.
          key={flag}
          blockId={blockId}
          list={data?.list ?? []}
          current={paper}
          onChoose={setChosen}
        />
        <p className={css['foot']}>
          {data ? `共 ${data.total} 份；不显示考生身份` : error ? '没有读到' : '正在读取'}
        </p>
      </Panel>
      <Panel flush>
        {!data ? (
          <Pending size="large" error={error} refetch={refetch} lines={10} inset />
        ) : paper ? (
          <div className={css['desk']} data-testid="collection-desk">
            <PaperPane parts={paper.images} images={images} blockId={blockId} />
            <FlaggedSide key={paper.unit_id} blockId={blockId} paper={paper} />
          </div>
        ) : (
          <EmptyState size="large" title="还没有收藏的试卷">
            阅卷教师标记为优秀卷、典型卷、典型错误或存疑的试卷会出现在这里，可以选作标准卷，或发布为报表中的作答示例。
          </EmptyState>
        )}
      </Panel>
    </div>
  )
}

const flagOption = ({ flag, count }: ReplyOf<typeof flaggedPapers>['counts'][number]) => ({
  value: flag,
  label: `${PAPER_FLAGS[flag]} ${count}`,
})
