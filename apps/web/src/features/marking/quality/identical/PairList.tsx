import { InputGroup } from '@blueprintjs/core'
import { IDENTICAL_OUTCOMES } from '@hengjuan/domain'
import { EmptyState, StatusTag } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import { codesOf, hasCode, keyOf, type Pair } from './pair.ts'
import css from './identical.module.css'

/** Every pair of a block with what was decided, and how many wait; those of a paper are found by its code. */
export function PairList(props: {
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
      <ul ref={list} className={css['pairs']} aria-label="雷同的试卷">
        {shown.map((pair) => (
          <li key={keyOf(pair)}>
            <button
              type="button"
              aria-current={pair === current || undefined}
              onClick={() => onChoose(pair)}
            >
              <code>{codesOf(pair).join(' / ')}</code>
              <StatusTag status={pair.verdict ? 'ok' : 'warn'}>
                {pair.verdict ? IDENTICAL_OUTCOMES[pair.verdict.outcome] : '未处理'}
              </StatusTag>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
