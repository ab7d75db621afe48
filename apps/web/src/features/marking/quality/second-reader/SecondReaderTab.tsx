import { HTMLSelect } from '@blueprintjs/core'
import { useRefresh, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, secondReaderExport, secondReaderPanel } from '@hengjuan/contracts'
import {
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  Panel,
  Pending,
  Time,
} from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../../../session/session-store.ts'
import { AgreementTiles } from './AgreementTiles.tsx'
import { Disagreements } from './Disagreements.tsx'
import { PointAgreement } from './PointAgreement.tsx'
import { type Props, SwitchForm } from './SwitchForm.tsx'
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
  const refresh = useRefresh(secondReaderPanel)
  const [readerId, setReaderId] = useState<number | null>(null)
  const query = { block_id: blockId, ...(readerId === null ? {} : { reader_id: readerId }) }
  const { data, error, refetch } = useRoute(
    secondReaderPanel,
    { query },
    { refetchInterval: EVERY_MS, placeholderData: (before) => before },
  )
  if (!data) return <Pending error={error} refetch={refetch} lines={8} inset />
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

/** Whether a program reads the block, and which; seen by all leaders, changed by those who set up marking. */
function SwitchPanel(props: Props & { maySetup: boolean }) {
  const { view, maySetup } = props
  const on = view.readers.find(({ reader_id }) => reader_id === view.on_reader_id)
  return (
    <Panel
      title="AI 对照评分"
      note="只供参考：不计入成绩、不算一评二评；教师提交后才能看到，分歧进入抽查"
    >
      {maySetup ? (
        <SwitchForm {...props} />
      ) : (
        <p className={css['note']}>
          {on ? `已开启：${on.name} ${on.version}` : '没有开启'}
          。只有考试管理员和学科组长可以开启或关闭。
        </p>
      )}
    </Panel>
  )
}

type Row = PanelView['batches'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'at',
    title: '时间',
    width: 116,
    render: ({ at }) => <Time at={at} />,
  },
  {
    key: 'reader',
    title: '评阅程序',
    width: 84,
    grow: true,
    render: ({ reader_name, version }) => `${reader_name} ${version}`,
  },
  {
    key: 'via',
    title: '途径',
    width: 84,
    render: ({ via, by_name }) => (via === 'api' ? '接口' : `表格（${by_name ?? ''}）`),
  },
  { key: 'papers', title: '份数', width: 56, align: 'right', render: ({ papers }) => papers },
]

/** Who sent how many scores when: only added to, never changed. */
const BatchLog = ({ view }: { view: PanelView }) => (
  <Panel flush title="提交记录" note="只增不改">
    <DataTable
      label="提交记录"
      columns={columns}
      rows={view.batches}
      rowKey={({ batch_id }) => batch_id}
      maxHeight="360px"
      empty={
        <EmptyState title="还没有提交">评阅程序提交或导入的每一批评分都会记在这里。</EmptyState>
      }
    />
  </Panel>
)
