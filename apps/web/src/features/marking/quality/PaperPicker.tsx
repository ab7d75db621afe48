import { Button, Dialog, DialogBody, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { benchmarkPapers, benchmarkScriptSet } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, type BenchmarkKind, PAPER_FLAGS } from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { parseMilli } from '../spot/score-text.ts'
import css from './quality.module.css'

/** Papers to choose a script from; what markers gave them is not shown. */
export function PaperPicker(props: {
  blockId: number
  onClose: () => void
  onMade: (scriptId: number) => void
}) {
  const [kind, setKind] = useState<BenchmarkKind>('seed')
  const [low, setLow] = useState('')
  const [high, setHigh] = useState('')
  const [flag, setFlag] = useState('')
  const [code, setCode] = useState('')
  const lowMilli = parseMilli(low)
  const highMilli = parseMilli(high)
  const { data, error, refetch } = useRoute(benchmarkPapers, {
    query: {
      block_id: props.blockId,
      ...(lowMilli === null ? {} : { low_milli: lowMilli }),
      ...(highMilli === null ? {} : { high_milli: highMilli }),
      ...(flag === '' ? {} : { flag }),
      ...(/^[0-9A-Za-z]{1,12}$/.test(code.trim()) ? { code: code.trim() } : {}),
    },
  })
  const make = useCall(benchmarkScriptSet, {
    onSuccess: ({ script_id }) => {
      toast.done('已选作标准卷，请独立评分')
      props.onMade(script_id)
    },
    onError: toast.error,
  })
  return (
    <Dialog isOpen onClose={props.onClose} title="选取试卷" style={{ width: 'min(1040px, 92vw)' }}>
      <DialogBody>
        <div className={css['filters']}>
          <span>用途</span>
          <HTMLSelect
            aria-label="用途"
            value={kind}
            options={Object.entries(BENCHMARK_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value as BenchmarkKind)}
          />
          <span>终评分</span>
          <InputGroup aria-label="最低分" placeholder="最低" value={low} onValueChange={setLow} />
          <span>到</span>
          <InputGroup aria-label="最高分" placeholder="最高" value={high} onValueChange={setHigh} />
          <HTMLSelect
            aria-label="标记"
            value={flag}
            options={[
              { value: '', label: '全部标记' },
              ...Object.entries(PAPER_FLAGS).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => setFlag(currentTarget.value)}
          />
          <InputGroup aria-label="密号" placeholder="密号" value={code} onValueChange={setCode} />
          <Button variant="minimal" onClick={() => void refetch()}>
            刷新
          </Button>
        </div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonLines lines={6} />
        ) : data.list.length === 0 ? (
          <EmptyState title="没有符合条件的试卷">
            放宽分数段、标记或密号；还没有切图的试卷不在其中。
          </EmptyState>
        ) : (
          <>
            <div className={css['picker']}>
              {data.list.map((paper) => (
                <button
                  key={paper.unit_id}
                  type="button"
                  className={css['pick']}
                  aria-disabled={make.isPending}
                  title={make.isPending ? '正在选作标准卷' : undefined}
                  onClick={() => {
                    if (!make.isPending)
                      make.mutate({
                        body: { block_id: props.blockId, unit_id: paper.unit_id, kind },
                      })
                  }}
                >
                  <img src={paper.images[0]?.url} alt="" loading="lazy" />
                  <span>
                    {paper.secret_code}
                    <em>
                      {paper.flags
                        .map((one) => (PAPER_FLAGS as Record<string, string>)[one] ?? '')
                        .join(' ')}
                    </em>
                  </span>
                </button>
              ))}
            </div>
            <p className={css['note']}>
              共 {data.total} 份可选
              {data.list.length < data.total && `，显示前 ${data.list.length} 份`}
              ；为保证独立评分，不显示已有给分。
            </p>
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}
