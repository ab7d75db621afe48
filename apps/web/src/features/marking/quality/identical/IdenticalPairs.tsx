import { useRoute } from '@hengjuan/client/react'
import { identicalPairs } from '@hengjuan/contracts'
import { EmptyState, Pending, PickItem, PickList, StatusTag } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import { InputGroup } from '@blueprintjs/core'
import { IDENTICAL_OUTCOMES } from '@hengjuan/domain'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { codesOf, hasCode, keyOf, type Pair, unitsOf, waitingAfter } from './pair.ts'
import { PairCompare } from './PairCompare.tsx'
import { PairVerdict } from './PairVerdict.tsx'
import css from './identical.module.css'

const LOOK_EVERY_MS = 10_000

/** The pairs of a block on the left, the chosen one side by side with what is decided about it. */
export function IdenticalPairs(props: {
  blockId: number
  /** A paper whose pair is shown first. */
  unitId: number | null
}) {
  const { blockId, unitId } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useRoute(
    identicalPairs,
    { query: { block_id: blockId } },
    // Another leader decides, a paper leaves, a marker names one more.
    { refetchInterval: LOOK_EVERY_MS },
  )
  const images = usePaperImages(async () =>
    (await refetch()).data?.pairs.flatMap(({ papers }) => papers.flatMap((paper) => paper.images)),
  )
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={10} />
  const { pairs } = data
  if (pairs.length === 0)
    return (
      <EmptyState size="large" title="这个题块没有被指为雷同的试卷">
        阅卷教师以「雷同卷」提交问题卷并写明另一份的密号后，会在这里成对列出。
      </EmptyState>
    )
  const current =
    pairs.find((pair) => keyOf(pair) === chosen) ??
    pairs.find((pair) => unitId !== null && unitsOf(pair).includes(unitId)) ??
    pairs[0]
  if (!current) return null
  // It stays before the eyes when somebody else decides about it and it moves behind those that wait.
  if (chosen === null) setChosen(keyOf(current))
  const next = waitingAfter(pairs, current)
  return (
    <div className={css['page']}>
      <PairList pairs={pairs} current={current} onChoose={(pair) => setChosen(keyOf(pair))} />
      <div className={css['pair']}>
        <PairCompare key={keyOf(current)} papers={current.papers} images={images} />
        <PairVerdict
          key={`verdict ${keyOf(current)}`}
          examId={data.exam_id}
          blockId={blockId}
          pair={current}
          onDecided={() =>
            // Whoever turned to another pair meanwhile stays there.
            setChosen((now) => (now === keyOf(current) && next ? keyOf(next) : now))
          }
        />
      </div>
    </div>
  )
}

/** Every pair of a block with what was decided, and how many wait; those of a paper are found by its code. */
function PairList(props: {
  pairs: readonly Pair[]
  current: Pair
  onChoose: (pair: Pair) => void
}) {
  const { pairs, current, onChoose } = props
  const [code, setCode] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const shown = pairs.filter((pair) => hasCode(pair, code))
  const waiting = pairs.filter(({ verdict }) => verdict === null).length
  const key = keyOf(current)
  // A decision moves on to a pair that may be far down.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another pair is another place in the list
  }, [key])
  return (
    <div className={css['list']}>
      <header>
        <p>
          {waiting === 0 ? `${pairs.length} 对都已处理` : `未处理 ${waiting} / ${pairs.length} 对`}
        </p>
        <InputGroup
          size="small"
          type="search"
          aria-label="查找密号"
          placeholder="查找密号"
          value={code}
          onValueChange={setCode}
        />
      </header>
      {shown.length === 0 && <EmptyState title="没有含这个密号的一对" />}
      <PickList ref={list} label="雷同的试卷">
        {shown.map((pair) => (
          <PickItem key={keyOf(pair)} isCurrent={pair === current} onPick={() => onChoose(pair)}>
            <code>{codesOf(pair).join(' / ')}</code>
            <small>
              <StatusTag status={pair.verdict ? 'ok' : 'warn'}>
                {pair.verdict ? IDENTICAL_OUTCOMES[pair.verdict.outcome] : '未处理'}
              </StatusTag>
            </small>
          </PickItem>
        ))}
      </PickList>
    </div>
  )
}
