import { Button, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { benchmarkScriptSet, benchmarkScripts, flaggedPapers } from '@hengjuan/contracts'
import {
  BENCHMARK_KINDS,
  type BenchmarkKind,
  formatMilli,
  PAPER_FLAGS,
  UNIT_STATUSES,
  type UnitStatus,
} from '@hengjuan/domain'
import { SimpleTable, StatusTag, toast, useOneByOne } from '@hengjuan/ui'
import { useState } from 'react'
import { SendAgain } from '../read-again/SendAgain.tsx'
import { isNoteHere } from './flagged-words.ts'
import type { Flagged } from './FlaggedList.tsx'
import { ReportExample } from './ReportExample.tsx'
import css from './quality.module.css'

/** Who flagged the paper, and what it can be used for. */
export function FlaggedSide({ blockId, paper }: { blockId: number; paper: Flagged }) {
  const [kind, setKind] = useState<BenchmarkKind>('discussion')
  const { here } = useOneByOne(paper.unit_id)
  const refresh = useRefresh(flaggedPapers, benchmarkScripts)
  const make = useCall(benchmarkScriptSet, {
    onSuccess: () => {
      toast.done('已选作标准卷，请在「标准卷」中独立评分')
      return refresh()
    },
    onError: toast.error,
  })
  return (
    <section {...here} className={css['side']} aria-label="标记">
      <div className={css['head']}>
        <strong>密号 {paper.secret_code}</strong>
        <StatusTag status={paper.final_milli === null ? 'busy' : 'ok'}>
          {paper.final_milli === null
            ? UNIT_STATUSES[paper.state as UnitStatus]
            : `终评 ${formatMilli(paper.final_milli)} 分`}
        </StatusTag>
      </div>
      <SimpleTable
        label="标记与教师"
        isDense
        columns={[
          {
            key: 'flag',
            title: '标记',
            render: ({ flag, note }, index) => (
              <>
                {PAPER_FLAGS[flag]}
                {isNoteHere(paper.flags, index) && <small>{note}</small>}
              </>
            ),
          },
          { key: 'by', title: '教师', align: 'right', render: ({ by_name }) => by_name },
        ]}
        rows={paper.flags}
        rowKey={(_, index) => index}
      />
      {paper.script_kind === null ? (
        <div className={css['actions']}>
          <HTMLSelect
            aria-label="用途"
            value={kind}
            options={Object.entries(BENCHMARK_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value as BenchmarkKind)}
          />
          <Button
            intent="primary"
            loading={make.isPending}
            onClick={() =>
              make.mutate({ body: { block_id: blockId, unit_id: paper.unit_id, kind } })
            }
          >
            选作标准卷
          </Button>
        </div>
      ) : (
        <p className={css['note']}>已选作标准卷（{BENCHMARK_KINDS[paper.script_kind]}）。</p>
      )}
      <SendAgain blockId={blockId} paper={paper} />
      <ReportExample blockId={blockId} paper={paper} />
    </section>
  )
}
