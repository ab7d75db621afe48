import { EmptyState, KeyHint, toast, useOneByOne } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { choiceName, type Draft, draftText, guessOf, optionOfKey, toggle } from './choice-keys.ts'
import type { ReviewDecisions, ReviewItem, ReviewKey } from './types.ts'
import { useReviewKeys } from './use-review-keys.ts'
import strip from './choice.module.css'
import css from './scan-review.module.css'
import { ChoiceCard } from './ChoiceCard.tsx'

const ON_SCREEN = 12
/** The next question was on the screen before. */
const GLANCE_MS = 200
/** As many as stand side by side in the style sheet. */
const COLUMNS = 4

/** Twelve doubtful questions at a time: crop, guess, darkness; one key each. */
export function ChoiceStrip(props: {
  items: readonly ReviewItem[]
  total: number
  decisions: ReviewDecisions
  onOpen: (id: ReviewKey) => void
  /** Above the cards: what can be done about many at once. */
  head?: ReactNode
}) {
  const items = props.items.filter(({ choice }) => choice !== null).slice(0, ON_SCREEN)
  const [drafts, setDrafts] = useState<Record<ReviewKey, Draft>>({})
  const [current, setCurrent] = useState<ReviewKey | null>(null)
  /** Questions whose picture is there. */
  const [drawn, setDrawn] = useState<ReadonlySet<ReviewKey>>(new Set())
  const index = Math.max(
    0,
    items.findIndex(({ exception_id }) => exception_id === current),
  )
  const item = items[index]
  const { here } = useOneByOne(items.map(({ exception_id }) => exception_id).join(), {
    keys: [],
    glanceMs: GLANCE_MS,
  })
  const draftOf = (one: ReviewItem): Draft =>
    one.exception_id in drafts
      ? (drafts[one.exception_id] ?? null)
      : one.choice
        ? guessOf(one.choice)
        : null
  const setDraft = (one: ReviewItem, draft: Draft) =>
    setDrafts((all) => ({ ...all, [one.exception_id]: draft }))
  const isDrawn = (one: ReviewItem): boolean =>
    !one.choice?.strip_url || drawn.has(one.exception_id)
  const move = (step: number) =>
    setCurrent(items[Math.max(0, Math.min(items.length - 1, index + step))]?.exception_id ?? null)
  const accept = async (one: ReviewItem | undefined) => {
    const draft = one && draftOf(one)
    if (!one?.choice || !draft || one.sheet_id === null) return
    if (!isDrawn(one)) {
      toast.note('这一题的图像还没有显示，可以看整张答题卡')
      return
    }
    const next = items[index + 1] ?? items[index - 1]
    const done = await props.decisions.answer(
      one.sheet_id,
      one.target,
      draft,
      `${choiceName(one.choice)} ${draftText(draft)}`,
    )
    if (done) setCurrent(next?.exception_id ?? null)
  }
  useReviewKeys('strip', {
    option: ({ key }) => {
      const option = item?.choice ? optionOfKey(item.choice, key) : undefined
      if (item?.choice && option !== undefined)
        setDraft(item, toggle(item.choice, draftOf(item), option))
    },
    blank: () => item && setDraft(item, { values: [], resolved_as: 'blank' }),
    invalid: () => item && setDraft(item, { values: [], resolved_as: 'multi_invalid' }),
    accept: () => void accept(item),
    next: () => move(1),
    previous: () => move(-1),
    below: () => move(COLUMNS),
    above: () => move(-COLUMNS),
  })
  return (
    <div {...here} className={strip['stripView']}>
      {props.head}
      {items.length === 0 ? (
        <EmptyState title="选择题异常已全部处理" size="large">
          新扫描的答题卡有异常时会自动出现在这里。
        </EmptyState>
      ) : (
        <div className={strip['cards']}>
          {items.map((one) => (
            <ChoiceCard
              key={one.exception_id}
              item={one}
              isCurrent={one === item}
              draft={draftOf(one)}
              isPending={props.decisions.pending}
              onPress={() => setCurrent(one.exception_id)}
              onDrawn={() => setDrawn((all) => new Set([...all, one.exception_id]))}
              onDraft={(draft) => setDraft(one, draft)}
              onOpen={() => props.onOpen(one.exception_id)}
              onAccept={() => void accept(one)}
            />
          ))}
        </div>
      )}
      <p className={`${css['hint']} ${css['keys']}`}>
        <span>
          <KeyHint keys="A" /> 至 <KeyHint keys="H" /> 选项
        </span>
        <span>
          <KeyHint keys="0" /> 未作答
        </span>
        <span>
          <KeyHint keys="M" /> 多涂无效
        </span>
        <span>
          <KeyHint keys="Enter" /> 确认并到下一题
        </span>
        <span>
          <KeyHint keys="J" /> <KeyHint keys="K" /> 下一题、上一题
        </span>
        {props.total > items.length && (
          <span>
            本屏 {items.length} 题，另有 {props.total - items.length} 题
          </span>
        )}
      </p>
    </div>
  )
}
