import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, stuckGet, stuckSet } from '@hengjuan/contracts'
import {
  ActLog,
  type Column,
  DataTable,
  EmptyState,
  LoggedAct,
  Panel,
  ReasonButton,
  Time,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { choicesFor, rulesText, type StuckPaper } from './release-options.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import css from './avoidance.module.css'

/** Papers of a block that nobody may read; rules are relaxed for those that are ticked, never for others. */
export function StuckPapers(props: { examId: number; blockId: number }) {
  const on = { block_id: props.blockId }
  const view = useRoute(stuckGet, { query: on })
  const refresh = useRefresh(stuckGet)
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set())
  const [isReleasing, setReleasing] = useState(false)
  const undo = useCall(stuckSet, {
    onSuccess: async ({ changed }) => {
      toast.done(`已撤销 ${changed} 份，恢复回避`)
      await refresh()
    },
    onError: (error) => {
      toast.error(error)
      void refresh()
    },
  })
  const takeBack = (releaseIds: readonly number[]) =>
    undo.mutate({ body: { ...on, action: 'undo', release_ids: [...releaseIds] } })
  const list = view.data?.list
  const chosen = list?.filter(({ unit_id }) => ticked.has(unit_id)) ?? []
  const reason =
    chosen.length === 0
      ? '请先勾选要放开的试卷'
      : choicesFor(chosen).length === 0
        ? '这些试卷不是因为回避而无人可阅，请按「放开后可由谁评阅」一列的说明处理'
        : null
  const { total = 0 } = view.data ?? {}
  return (
    <div className={css['page']}>
      <Panel
        title="无人可阅的试卷"
        note={list ? noteOf(total, list.length) : ''}
        flush
        actions={
          <ReasonButton intent="primary" reason={reason} onClick={() => setReleasing(true)}>
            放开回避{chosen.length > 0 ? `（${chosen.length} 份）` : ''}…
          </ReasonButton>
        }
        footer="放开只对勾选的试卷有效，题块的回避设置不变；放开后由符合条件的教师照常领取。"
      >
        <DataTable<StuckPaper>
          label="无人可阅的试卷"
          columns={columnsOf(
            `/MarkingSupervision?exam_id=${props.examId}&block_id=${props.blockId}`,
          )}
          rows={list}
          rowKey={({ unit_id }) => unit_id}
          selection={{ keys: ticked, onChange: setTicked }}
          error={view.data ? undefined : view.error}
          onRetry={() => void view.refetch()}
          maxHeight="max(260px, calc(100vh - 420px))"
          empty={
            <EmptyState title="没有无人可阅的试卷">这个题块的每份试卷都有教师可以评阅。</EmptyState>
          }
        />
      </Panel>
      <ReleaseRecord
        releases={view.data?.releases ?? []}
        isPending={undo.isPending}
        onUndo={({ release_ids }) => takeBack(release_ids)}
      />
      {isReleasing && (
        <ReleaseDialog
          blockId={props.blockId}
          papers={chosen}
          onDone={({ changed, skipped, releases }) => {
            setReleasing(false)
            setTicked(new Set())
            void refresh()
            const left = skipped > 0 ? `，${skipped} 份已有人可阅，没有改动` : ''
            toast.done(`已放开 ${changed} 份，等待教师领取${left}`, {
              text: '撤销',
              onClick: () => takeBack(releases[0]?.release_ids ?? []),
            })
          }}
          onClose={() => setReleasing(false)}
        />
      )}
    </div>
  )
}

const noteOf = (total: number, listed: number): string =>
  total > listed ? `${total} 份，列出前 ${listed} 份，其余在放开后列出` : `${total} 份`

const columnsOf = (supervision: string): readonly Column<StuckPaper>[] => [
  { key: 'code', title: '密号', width: 130, render: ({ secret_code }) => secret_code },
  {
    key: 'from',
    title: '来自',
    width: 220,
    sortBy: ({ school_name, class_name }) => `${school_name} ${class_name}`,
    render: ({ school_name, class_name }) => `${school_name} ${class_name}`,
  },
  {
    key: 'reason',
    title: '原因',
    width: 180,
    sortBy: ({ reason }) => reason,
    render: ({ reason }) => reason,
  },
  {
    key: 'options',
    title: '放开后可由谁评阅',
    width: 320,
    grow: true,
    render: ({ options, waits_for }) =>
      waits_for === null ? (
        <span className={css['two']} title={optionsText(options)}>
          {optionsText(options)}
        </span>
      ) : (
        <span className={css['two']} title={waits_for}>
          <Link to={supervision}>交给其他教师或转仲裁</Link>，等待 {waits_for}
        </span>
      ),
  },
]

const optionsText = (options: StuckPaper['options']): string =>
  options.length === 0
    ? '不能靠放开回避解决：请添加阅卷教师，或调整学校与教师组'
    : options.map(({ rules, markers }) => `${rulesText(rules)}：${markers.join('、')}`).join('；')

type Release = ReplyOf<typeof stuckGet>['releases'][number]

/** Who released what, when and why; what nobody has taken yet can be taken back. */
function ReleaseRecord(props: {
  releases: readonly Release[]
  isPending: boolean
  onUndo: (release: Release) => void
}) {
  if (props.releases.length === 0) return null
  return (
    <Panel title="放开的记录">
      <ActLog label="放开的记录">
        {props.releases.map((release) => (
          <LoggedAct
            key={release.release_ids[0]}
            at={release.at}
            what={`放开${rulesText(release.rules)} ${release.papers.length} 份`}
            by={release.by_name}
            action={
              release.undone === null && (
                <ReasonButton
                  size="small"
                  loading={props.isPending}
                  reason={waiting(release) === 0 ? '都已有教师领取或评阅，不能撤销' : null}
                  onClick={() => props.onUndo(release)}
                >
                  撤销{waiting(release) > 0 ? ` ${waiting(release)} 份` : ''}
                </ReasonButton>
              )
            }
          >
            <p>原因：{release.reason}</p>
            <p>
              {release.undone ? (
                <>
                  {release.undone.by_name} 于 <Time at={release.undone.at} /> 撤销
                </>
              ) : (
                stateText(release)
              )}
            </p>
          </LoggedAct>
        ))}
      </ActLog>
    </Panel>
  )
}

const waiting = ({ papers }: Release): number =>
  papers.filter(({ state }) => state === 'waiting').length

function stateText(release: Release): string {
  const begun = release.papers.filter(({ state }) => state === 'begun').length
  const parts = [
    waiting(release) > 0 ? `${waiting(release)} 份等待领取` : '',
    begun > 0 ? `${begun} 份已领取或评阅` : '',
  ]
  return parts.filter(Boolean).join('，')
}
