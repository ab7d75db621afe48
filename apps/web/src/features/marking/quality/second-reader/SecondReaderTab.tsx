import { HTMLSelect } from '@blueprintjs/core'
import { routeKey, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, secondReaderExport, secondReaderPanel } from '@hengjuan/contracts'
import { DownloadButton, EmptyState, ErrorState, Panel, SkeletonLines } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../../session/session-store.ts'
import { AgreementTiles } from './AgreementTiles.tsx'
import { BatchLog } from './BatchLog.tsx'
import { Disagreements } from './Disagreements.tsx'
import { PointAgreement } from './PointAgreement.tsx'
import { SwitchPanel } from './SwitchPanel.tsx'
import css from './second-reader.module.css'

export type PanelView = ReplyOf<typeof secondReaderPanel>

/** Scores come in while the leader looks. */
const EVERY_MS = 30_000

/**
 * A program that reads a block beside its markers: whether it does, how far it is, how it agrees with the
 * final marks, and where it does not.
 *
 * @source domain rules 7.6
 */
export function SecondReaderTab({ blockId }: { blockId: number }) {
  const maySetup = useMay('marking.setup')
  const client = useQueryClient()
  const [readerId, setReaderId] = useState<number | null>(null)
  const query = { block_id: blockId, ...(readerId === null ? {} : { reader_id: readerId }) }
  const { data, error, refetch } = useRoute(
    secondReaderPanel,
    { query },
    { refetchInterval: EVERY_MS, placeholderData: (before) => before },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['waiting']}>
        <SkeletonLines lines={8} />
      </div>
    )
  const refresh = () => client.invalidateQueries({ queryKey: routeKey(secondReaderPanel) })
  return (
    <div className={css['page']}>
      <SwitchPanel blockId={blockId} view={data} maySetup={maySetup} onChanged={refresh} />
      {data.reader_id === null ? (
        <Panel>
          <EmptyState title="还没有对照评分">
            对照评分由登记过的评阅程序（AI 等）给出，只供参考，不计入成绩、任务量和教师统计。
            {maySetup
              ? '评阅程序登记后，在上方选择即可开启。'
              : '需要时请考试管理员或学科组长开启。'}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Panel
            title="与终评分的一致情况"
            note={`总分相差超过 ${data.tolerance_milli / 1000} 分${data.points.length > 0 ? '，或一个给分点相差超过它的误差阈值，' : ''}为分歧`}
            actions={
              <>
                {data.readers.length > 1 && (
                  <HTMLSelect
                    aria-label="查看哪个评阅程序"
                    options={data.readers.map((reader) => ({
                      value: reader.reader_id,
                      label: `${reader.name} ${reader.version}`,
                    }))}
                    value={data.reader_id}
                    onChange={({ currentTarget }) => setReaderId(Number(currentTarget.value))}
                  />
                )}
                <DownloadButton route={secondReaderExport} input={{ query: { block_id: blockId } }}>
                  导出评分记录
                </DownloadButton>
              </>
            }
            footer={footerOf(data)}
          >
            <AgreementTiles view={data} />
            <PointAgreement points={data.points} />
          </Panel>
          <div className={css['tables']}>
            <Disagreements blockId={blockId} view={data} />
            <BatchLog view={data} />
          </div>
        </>
      )}
    </div>
  )
}

function footerOf({ shown, changed_after, agreement, outdated }: PanelView): string {
  const bands =
    agreement.band_milli === null ? '' : `QWK 按每 ${agreement.band_milli / 1000} 分一段计算；`
  const old = outdated > 0 ? `${outdated} 份的图像已更换，原来的对照评分不再使用；` : ''
  const told =
    shown === 0
      ? '还没有教师看过 AI 参考'
      : `教师提交后看过 AI 参考 ${shown} 份，其中 ${changed_after} 份随后由本人改分`
  return `${bands}SMD 用总体方差；${old}${told}。`
}
